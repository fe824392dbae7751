/** The table in the page: all groups, the pieces that wander between them, what is lit, picked and foretold. */

import { arrange } from "./arrange.js";
import { drawPiece, tag, tinted } from "./draw.js";
import { glide, isStill } from "./glide.js";
import { GroupView, headOf } from "./group.js";
import { el, svg, use } from "./make.js";
import { openSheet } from "./sheet.js";
import { say } from "./words.js";

/** @typedef {import("./types.js").Scene} Scene */
/** @typedef {import("./types.js").Group} Group */
/** @typedef {import("./types.js").Piece} Piece */
/** @typedef {import("./group.js").Spot} Spot */
/** @typedef {{words: string, drags: boolean, faint: boolean}} Light */
/** @typedef {{lit: Map<string, Light>, picked: Set<string>, aimed: Set<string>, tags: Map<string, string>, covered: Set<string>, laying: boolean}} Marks */

const DESK = 1100;
const TWO = 640;
const DOCK = 116; // px the dock takes of a desk
const MANY = 60; // so many moves at once are a new table, not a ply

export class Board {
  /** @param {() => boolean} isHeld whether something is in hand */
  constructor(isHeld) {
    this.isHeld = isHeld;
    this.others = el("div", { class: "others" });
    this.columns = el("div", { class: "columns" });
    this.element = el("div", { class: "table" }, this.others, this.columns);
    /** @type {Map<string, GroupView>} */ this.views = new Map();
    /** @type {Map<string, Spot>} */ this.pieces = new Map();
    /** @type {Map<number, any>} */ this.cards = new Map();
    this.shape = "";
    /** @type {Scene | null} */ this.scene = null;
    this.watcher = new ResizeObserver(() => this.settle());
    this.watcher.observe(document.documentElement);
  }

  close() {
    this.watcher.disconnect();
  }

  /**
   * Shows a scene; what was there before keeps its element and glides.
   * @param {Scene} scene
   * @param {boolean} [moving]
   * @returns {Promise<void>}
   */
  show(scene, moving = true) {
    const old = this.scene && moving ? this.boxes() : new Map();
    const focused = document.activeElement?.getAttribute("data-id");
    this.scene = scene;
    this.showGroups(scene);
    this.showPieces(scene);
    this.settle();
    if (focused && document.activeElement?.getAttribute("data-id") !== focused) this.spot(focused)?.made.focus?.({ preventScroll: true });
    return this.move(old);
  }

  /** @param {string} id @returns {Spot | undefined} */
  spot(id) {
    if (this.pieces.has(id)) return this.pieces.get(id);
    for (const view of this.views.values()) if (view.places.has(id)) return view.places.get(id);
    return undefined;
  }

  /** @param {string} id */
  has(id) {
    return this.spot(id) !== undefined;
  }

  /** @param {Marks} marks */
  mark(marks) {
    for (const view of this.views.values()) {
      for (const [id, spot] of view.places) light(spot.made, id, marks, spot.item);
      view.layers.marks.replaceChildren();
    }
    for (const [id, spot] of this.pieces) light(spot.made, id, marks, spot.item);
    for (const [id, words] of marks.tags) {
      const spot = this.spot(id);
      if (spot) this.views.get(spot.group)?.layers.marks.append(tag(words, ...tagged(spot.item)));
    }
    if (marks.laying) {
      for (const id of marks.lit.keys()) {
        const spot = this.spot(id);
        if (spot) this.views.get(spot.group)?.layers.marks.append(svg("circle", { class: "dotmark", cx: spot.item.x + spot.item.w / 2, cy: spot.item.y + spot.item.h / 2, r: 7 }));
      }
    }
    for (const view of this.views.values()) view.layers.lost.replaceChildren();
    for (const id of marks.covered) this.strike(id);
    for (const view of this.views.values()) rove(view);
  }

  /** Shows, above what would cover it, what a place would lose. @param {string} id */
  strike(id) {
    const spot = this.spot(id);
    if (!spot) return;
    const { x, y, symbol: drawn, corner, tint } = spot.item;
    const picture = drawn || corner;
    const sign = svg("g", { class: "lost", transform: `translate(${x + 2} ${y + 2})` }, svg("circle", { r: 15, cx: 12, cy: 12 }));
    if (picture) sign.append(tinted(use(picture, { class: "sym", x: 2, y: 2, width: 20, height: 20 }), tint));
    sign.append(svg("path", { class: "cross", d: "M2 22L22 2" }));
    this.views.get(spot.group)?.layers.lost.append(sign);
  }

  /**
   * Shows what an action would change: pieces as they would lie, pale; those that would go, lifted.
   * @param {{pieces: Piece[], gone: string[]} | null} change
   */
  foresee(change) {
    for (const view of this.views.values()) view.layers.ghosts.replaceChildren();
    for (const spot of this.pieces.values()) spot.made.classList.remove("is-leaving");
    if (!change) return;
    for (const piece of change.pieces) {
      const view = this.views.get(piece.group ?? "");
      this.pieces.get(piece.id)?.made.classList.add("is-leaving");
      view?.layers.ghosts.append(svg("g", { class: "ghost", transform: placed(piece) }, ...drawPiece(piece, this.scene?.grounds ?? {})));
    }
    for (const id of change.gone) this.pieces.get(id)?.made.classList.add("is-leaving");
  }

  /**
   * Shows what is in hand over a group.
   * @param {string} group
   * @param {Piece | null} piece
   * @param {{x: number, y: number}} at
   * @param {boolean} fits
   */
  hold(group, piece, at, fits) {
    for (const view of this.views.values()) view.layers.ghosts.replaceChildren();
    if (!piece) return;
    const drawn = svg("g", { class: `in-hand ${fits ? "" : "is-wrong"}`, transform: `translate(${at.x + piece.x} ${at.y + piece.y})` }, ...drawPiece({ ...piece, x: 0, y: 0 }, this.scene?.grounds ?? {}));
    this.views.get(group)?.layers.ghosts.append(drawn);
  }

  /** Where something is on the screen; what is folded away is where its owner is. @param {Spot} spot */
  box(spot) {
    const box = spot.made.getBoundingClientRect();
    if (box.width || box.height) return box;
    const seat = this.views.get(spot.group)?.group?.seat;
    const chip = this.cards.get(seat ?? -1)?.querySelector(".dot")?.getBoundingClientRect();
    return chip?.width ? chip : null;
  }

  /** What a score would become, beside each name. @param {number[] | null} totals @param {number[]} now */
  foretell(totals, now) {
    for (const view of this.views.values()) {
      const seat = view.group?.seat;
      if (seat !== undefined) view.foretell(totals && totals[seat] !== now[seat] ? totals[seat] : null);
    }
  }

  boxes() {
    return new Map([...this.pieces].map(([id, spot]) => [id, this.box(spot)]));
  }

  /** @param {Map<string, DOMRect | null>} old */
  async move(old) {
    const moves = [];
    for (const [id, spot] of this.pieces) {
      const from = old.get(id);
      const to = old.size ? this.box(spot) : null;
      if (old.size && !old.has(id)) fresh(spot.made);
      if (!from || !to || Math.hypot(from.left - to.left, from.top - to.top) < 3) continue;
      moves.push({ piece: spot.made, from, to });
    }
    if (moves.length <= MANY) await glide(moves);
  }

  /** @param {Scene} scene */
  showGroups(scene) {
    const there = new Set(scene.groups.map((group) => group.id));
    for (const [id, view] of this.views) {
      if (!there.has(id)) {
        view.element.remove();
        this.views.delete(id);
      }
    }
    for (const group of scene.groups) {
      let view = this.views.get(group.id);
      if (!view) this.views.set(group.id, (view = new GroupView(group.id, this.isHeld)));
      view.show(group, scene);
    }
    this.showOthers(scene);
  }

  /** The others: a card each, with what is theirs as a small picture that opens large. @param {Scene} scene */
  showOthers(scene) {
    const seats = [...new Set(scene.groups.filter((group) => group.size === "mini").map((group) => group.seat ?? -1))];
    for (const [seat, card] of this.cards) {
      if (!seats.includes(seat)) {
        card.remove();
        this.cards.delete(seat);
      }
    }
    for (const seat of seats) {
      const groups = scene.groups.filter((group) => group.size === "mini" && group.seat === seat);
      let card = this.cards.get(seat);
      if (!card) this.cards.set(seat, (card = this.card(seat)));
      const head = card.querySelector(".other-head");
      const sign = JSON.stringify(groups.map(({ label, facts }) => [label, facts]));
      if (head.dataset.sign !== sign) {
        head.dataset.sign = sign;
        head.replaceChildren(...headOf(groups[0]).map((node) => (node.tagName === "H2" ? el("span", { class: "name" }, groups[0].label) : node)));
      }
      card.classList.toggle("is-turn", scene.actor === seat);
      for (const group of groups) {
        const view = /** @type {GroupView} */ (this.views.get(group.id));
        if (!view.element.isConnected) card.querySelector(".thumbs").append(view.element);
      }
      if (card.parentNode !== this.others) this.others.append(card);
    }
    this.others.style.setProperty("--others", String(Math.max(1, seats.length)));
  }

  /** @param {number} seat */
  card(seat) {
    const thumbs = el("div", { class: "thumbs" });
    const open = () => this.open(seat, thumbs);
    const head = el("button", { type: "button", class: "other-head", "aria-haspopup": "dialog", onclick: open });
    thumbs.addEventListener("click", () => thumbs.classList.contains("thumbs") && open());
    const card = el("article", { class: "other panel" }, head, thumbs);
    card.style.setProperty("--tint", `var(--seat-${seat})`);
    return card;
  }

  /** @param {number} seat @param {any} thumbs */
  open(seat, thumbs) {
    const views = [...this.views.values()].filter((view) => view.group?.seat === seat && view.group?.size === "mini");
    const large = el("div", { class: "large" }, ...views.map((view) => view.element));
    openSheet(views[0]?.group?.label ?? say("Player"), large, () => thumbs.append(...views.map((view) => view.element)));
  }

  /** @param {Scene} scene */
  showPieces(scene) {
    const there = new Set();
    for (const group of scene.groups) {
      const view = /** @type {GroupView} */ (this.views.get(group.id));
      const sorted = [...(group.pieces ?? [])].sort((one, other) => (one.layer ?? 0) - (other.layer ?? 0));
      const spots = sorted.map((piece) => this.showPiece(piece, group, scene));
      for (const piece of sorted) there.add(piece.id);
      order(view.layers.under, spots.filter((spot) => (spot.item.layer ?? 0) < 0));
      order(view.layers.pieces, spots.filter((spot) => (spot.item.layer ?? 0) >= 0));
    }
    for (const [id, spot] of this.pieces) {
      if (!there.has(id)) {
        spot.made.remove();
        this.pieces.delete(id);
      }
    }
  }

  /** @param {Piece} piece @param {Group} group @param {Scene} scene @returns {Spot} */
  showPiece(piece, group, scene) {
    let spot = this.pieces.get(piece.id);
    if (!spot) {
      spot = { made: svg("g", { "data-id": piece.id, "aria-hidden": "true" }), kind: "piece", item: piece, group: group.id, sign: "" };
      this.pieces.set(piece.id, spot);
    }
    const sign = JSON.stringify({ ...piece, x: 0, y: 0, layer: 0 });
    if (spot.sign !== sign) {
      spot.made.setAttribute("class", `piece ${piece.state ?? ""}`);
      spot.made.replaceChildren(...drawPiece(piece, scene.grounds ?? {}));
      spot.sign = sign;
    }
    spot.made.setAttribute("transform", placed(piece));
    Object.assign(spot, { item: piece, group: group.id });
    return spot;
  }

  /** Lays the groups into columns, if something about them or the window has changed. */
  settle() {
    if (!this.scene || !this.element.isConnected) return;
    const groups = this.scene.groups.filter((group) => group.size !== "mini");
    const boxes = groups.map((group) => ({ id: group.id, width: group.plane ? 400 : group.width, height: Math.ceil(group.height / 40) * 40, primary: group.size === "primary", plane: Boolean(group.plane) }));
    const wide = this.columns.clientWidth;
    const desk = innerWidth >= DESK;
    const high = innerHeight - (this.columns.getBoundingClientRect().top + scrollY) - DOCK - 14;
    const shape = JSON.stringify([boxes.map((box) => (box.plane ? box.id : box)), wide, innerWidth >= TWO && Math.round(high / 20), desk]);
    if (shape === this.shape) return;
    this.shape = shape;
    const found = arrange(boxes, wide, innerWidth >= TWO ? high : 1e5, desk ? 3 : innerWidth >= TWO ? 2 : 1);
    this.place(found.columns, desk ? Math.max(found.height, Math.min(high, 900)) : 0);
  }

  /** @param {{ids: string[], width: number}[]} columns @param {number} height of the desk, 0 where the page scrolls */
  place(columns, height) {
    while (this.columns.children.length > columns.length) {
      const last = this.columns.lastChild;
      this.columns.children[columns.length - 1].append(...last.childNodes);
      last.remove();
    }
    columns.forEach(({ ids, width }, k) => {
      const column = this.columns.children[k] ?? this.columns.appendChild(el("div", { class: "column" }));
      column.style.width = `${width}px`;
      column.style.minHeight = height ? `${Math.floor(height)}px` : "";
      ids.forEach((id, place) => {
        const section = this.views.get(id)?.element;
        if (section && column.children[place] !== section) column.insertBefore(section, column.children[place] ?? null);
      });
    });
    for (const view of this.views.values()) view.plane?.paint();
  }
}

/** Where a tag ends: above the upper right corner, of a hexagon inside. @param {any} item @returns {[number, number]} */
const tagged = (item) => (item.shape === "hex" ? [item.x + item.w * 0.9, item.y + item.h / 2 - 10] : [item.x + (item.w ?? 36) + 2, item.y - 4]);

/** @param {Piece} piece */
function placed(piece) {
  const turned = piece.turn ? ` rotate(${piece.turn} ${(piece.w ?? 36) / 2} ${(piece.h ?? 36) / 2})` : "";
  return `translate(${piece.x} ${piece.y})${turned}`;
}

/** Puts elements into an order without touching those that are in it. @param {any} layer @param {Spot[]} spots */
function order(layer, spots) {
  spots.forEach(({ made }, k) => {
    if (layer.childNodes[k] !== made) layer.insertBefore(made, layer.childNodes[k] ?? null);
  });
}

/** @param {any} made @param {string} id @param {Marks} marks @param {any} item */
function light(made, id, marks, item) {
  const found = marks.lit.get(id);
  const kinds = made.classList;
  kinds.toggle("is-legal", Boolean(found && !found.faint && !marks.laying));
  kinds.toggle("is-dot", Boolean(found && marks.laying));
  kinds.toggle("is-faint", Boolean(found?.faint));
  kinds.toggle("picked", marks.picked.has(id));
  kinds.toggle("is-aimed", marks.aimed.has(id));
  kinds.toggle("is-draggable", Boolean(found?.drags));
  if (found) {
    made.removeAttribute("aria-hidden");
    made.removeAttribute("aria-disabled");
    made.setAttribute("role", "button");
    made.setAttribute("aria-label", [item.label, found.words].filter(Boolean).join(". "));
    if (marks.picked.has(id)) made.setAttribute("aria-pressed", "true");
    else made.removeAttribute("aria-pressed");
    if (!made.hasAttribute("tabindex")) made.setAttribute("tabindex", "-1");
  } else if (document.activeElement === made) {
    made.setAttribute("aria-disabled", "true"); // focus stays where it is until the reader moves it
    made.setAttribute("tabindex", "-1");
    made.setAttribute("aria-label", item.label ?? "");
  } else if (made.hasAttribute("role")) {
    for (const name of ["role", "aria-label", "aria-pressed", "aria-disabled", "tabindex"]) made.removeAttribute(name);
    made.setAttribute("aria-hidden", "true");
  }
}

/** One stop for Tab in each group: what has the focus, what had it and is still lit, or the first that is lit. @param {GroupView} view */
function rove(view) {
  const lit = [...view.picture.querySelectorAll("[role=button]:not([aria-disabled])")];
  const stop = lit.find((made) => made === document.activeElement) ?? lit.find((made) => made.getAttribute("tabindex") === "0" && !made.classList.contains("is-faint")) ?? lit.find((made) => !made.classList.contains("is-faint")) ?? lit[0];
  for (const made of lit) made.setAttribute("tabindex", made === stop ? "0" : "-1");
}

/** @param {any} made */
function fresh(made) {
  if (isStill()) return;
  made.animate([{ opacity: 0 }, { opacity: 1 }], { duration: 260, easing: "ease-out" });
}
