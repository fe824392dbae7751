/** The table in the page: all groups, the pieces that wander between them, what is in hand and what would be. */

import { el, svg } from "../ui/elements.js";
import { arrangeColumns } from "./columns.js";
import { drawPiece } from "./draw.js";
import { glide, isStill } from "./glide.js";
import { GroupView } from "./group.js";
import { mark } from "./marks.js";
import { Opponents } from "./opponents.js";
import { sizeOf } from "./spots.js";

/** @import { Group, Piece, Preview, Scene } from "../types.js" */
/** @import { Spot } from "./group.js" */
/** @import { Marks } from "./marks.js" */

const DESK = 1100;
const TWO = 640;
const DOCK = 116; // px the dock takes of a desk
const MANY = 60; // so many moves at once are a new table, not a ply

export class Board {
  /** @param {() => boolean} isHeld whether something is in hand */
  constructor(isHeld) {
    this.isHeld = isHeld;
    /** @type {Map<string, GroupView>} */ this.views = new Map();
    this.opponents = new Opponents(this.views);
    this.columns = el("div", { class: "columns" });
    this.element = el("div", { class: "table" }, this.opponents.element, this.columns);
    /** @type {Map<string, Spot>} */ this.pieces = new Map();
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
    if (focused && document.activeElement?.getAttribute("data-id") !== focused)
      this.spot(focused)?.made.focus?.({ preventScroll: true });
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
    mark(this, marks);
  }

  /** What glows shows itself: a click fell beside it. */
  call() {
    if (isStill()) return;
    for (const made of this.element.querySelectorAll(".is-legal"))
      made.animate([{ opacity: 1 }, { opacity: 0.35 }, { opacity: 1 }], {
        duration: 320,
        iterations: 2,
        easing: "ease-in-out",
      });
  }

  /**
   * Shows what an action would change: pieces as they would lie, pale; those that would go, lifted.
   * @param {Preview | null} change
   */
  preview(change) {
    for (const view of this.views.values()) view.layers.ghosts.replaceChildren();
    for (const spot of this.pieces.values()) spot.made.classList.remove("is-leaving");
    if (!change) return;
    for (const piece of change.pieces) {
      const view = this.views.get(piece.group);
      this.pieces.get(piece.id)?.made.classList.add("is-leaving");
      view?.layers.ghosts.append(
        svg("g", { class: "ghost", transform: placed(piece) }, ...drawPiece(piece, this.scene?.grounds ?? {})),
      );
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
    const drawn = svg(
      "g",
      { class: `in-hand ${fits ? "" : "is-wrong"}`, transform: `translate(${at.x + piece.x} ${at.y + piece.y})` },
      ...drawPiece({ ...piece, x: 0, y: 0 }, this.scene?.grounds ?? {}),
    );
    this.views.get(group)?.layers.ghosts.append(drawn);
  }

  /** Where something is on the screen; what is folded away is where its owner is. @param {Spot} spot */
  box(spot) {
    const box = spot.made.getBoundingClientRect();
    if (box.width || box.height) return box;
    const seat = this.views.get(spot.group)?.group?.seat;
    const chip = this.opponents.chip(seat ?? -1)?.getBoundingClientRect();
    return chip?.width ? chip : null;
  }

  /** What a score would become, beside each name. @param {number[] | null} totals @param {number[]} now */
  previewScores(totals, now) {
    for (const view of this.views.values()) {
      const seat = view.group?.seat;
      if (seat !== undefined) view.previewScore(totals && totals[seat] !== now[seat] ? totals[seat] : null);
    }
    this.opponents.foretell(totals, now);
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
      moves.push({ piece: spot.made, from, to, size: { width: spot.item.w ?? 36, height: spot.item.h ?? 36 } });
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
    this.opponents.show(scene);
  }

  /** @param {Scene} scene */
  showPieces(scene) {
    const there = new Set();
    for (const group of scene.groups) {
      const view = /** @type {GroupView} */ (this.views.get(group.id));
      const sorted = [...(group.pieces ?? [])].sort((one, other) => (one.layer ?? 0) - (other.layer ?? 0));
      const spots = sorted.map((piece) => this.showPiece(piece, group, scene));
      for (const piece of sorted) there.add(piece.id);
      order(
        view.layers.under,
        spots.filter((spot) => (spot.item.layer ?? 0) < 0),
      );
      order(
        view.layers.pieces,
        spots.filter((spot) => (spot.item.layer ?? 0) >= 0),
      );
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
      spot = {
        made: svg("g", { "data-id": piece.id, "aria-hidden": "true" }),
        kind: "piece",
        item: piece,
        group: group.id,
        sign: "",
      };
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
    this.opponents.settle();
    const groups = this.scene.groups.filter((group) => group.size !== "mini");
    const boxes = groups.map((group) => ({
      id: group.id,
      width: group.plane ? 400 : group.width,
      height: Math.ceil(group.height / 40) * 40,
      primary: group.size === "primary",
      plane: Boolean(group.plane),
    }));
    const wide = this.columns.clientWidth;
    const desk = innerWidth >= DESK;
    const high = innerHeight - (this.columns.getBoundingClientRect().top + scrollY) - DOCK - 14;
    const shape = JSON.stringify([
      boxes.map((box) => (box.plane ? box.id : box)),
      wide,
      innerWidth >= TWO && Math.round(high / 20),
      desk,
    ]);
    if (shape === this.shape) return;
    this.shape = shape;
    const found = arrangeColumns(boxes, wide, innerWidth >= TWO ? high : 1e5, desk ? 3 : innerWidth >= TWO ? 2 : 1);
    this.place(found.columns, desk ? Math.max(found.height, Math.min(high, 900)) : 0);
  }

  /** @param {{ids: string[], width: number}[]} columns @param {number} height of the desk, 0 where the page scrolls */
  place(columns, height) {
    while (this.columns.children.length > columns.length) {
      const last = /** @type {Element} */ (this.columns.lastElementChild);
      this.columns.children[columns.length - 1].append(...last.childNodes);
      last.remove();
    }
    columns.forEach(({ ids, width }, k) => {
      const there = /** @type {HTMLElement | undefined} */ (this.columns.children[k]);
      const column = there ?? this.columns.appendChild(el("div", { class: "column" }));
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

/** @param {Piece} piece */
function placed(piece) {
  const { w, h } = sizeOf(piece);
  const turned = piece.turn ? ` rotate(${piece.turn} ${w / 2} ${h / 2})` : "";
  return `translate(${piece.x} ${piece.y})${turned}`;
}

/** Orders elements without touching those that are in order. @param {SVGGElement} layer @param {Spot[]} spots */
function order(layer, spots) {
  spots.forEach(({ made }, k) => {
    if (layer.childNodes[k] !== made) layer.insertBefore(made, layer.childNodes[k] ?? null);
  });
}

/** @param {SVGGElement} made */
function fresh(made) {
  if (isStill()) return;
  made.animate([{ opacity: 0 }, { opacity: 1 }], { duration: 260, easing: "ease-out" });
}
