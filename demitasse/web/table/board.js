/** The table in the page: areas, what stands in them, the pieces that wander between them, and what would be. */

import { el } from "../ui/elements.js";
import { sound } from "../ui/sounds.js";
import { AreaView } from "./area.js";
import { Arrangement } from "./arrangement.js";
import { FlowView } from "./flow.js";
import { PhasesView, WordView, wordsOf } from "./furniture.js";
import { glide, isStill } from "./glide.js";
import { GroupView } from "./group.js";
import { mark } from "./marks.js";
import { Opponents } from "./opponents.js";

/** @import { Furniture, Group, Kind, Piece, Preview, Scene } from "../types.js" */
/** @import { Item, Spot } from "./group.js" */
/** @import { Marks } from "./marks.js" */
/** @import { Picker } from "./picker.js" */
/** @typedef {GroupView | FlowView} View */
/** @typedef {{box: DOMRect | null, group: string, item: Item}} Seen */
/** @typedef {"dice" | "card" | "piece"} Sound */

const CLOSE = ["", "1", "2"]; // together, where a desk is too low for what lies on it
const MANY = 60; // so many moves at once are a new table, not a ply
const PICTURES = ["board", "plane"]; // the forms that are drawn by their coordinates
const ON_PAPER = "file"; // the form of what is drawn in files only
/** The loudest first: one is heard at a time. */
const SOUNDS = /** @type {const} */ (["dice", "card", "piece"]);
const FADE = [{ opacity: 0 }, { opacity: 1 }];
const TURN = [{ transform: "perspective(500px) rotateY(95deg)" }, { transform: "perspective(500px) rotateY(0)" }];
const TUMBLE = [
  { transform: "translate(-26px, -30px) rotate(-400deg)" },
  { transform: "translate(-8px, 0) rotate(-130deg)", offset: 0.55 },
  { transform: "translate(-3px, -9px) rotate(-50deg)", offset: 0.75 },
  { transform: "none" },
];

export class Board {
  constructor() {
    /** @type {Map<string, View>} */ this.views = new Map();
    /** @type {Map<string, WordView>} */ this.words = new Map();
    /** @type {Map<string, AreaView>} */ this.areas = new Map();
    /** @type {Map<string, Spot>} */ this.pieces = new Map();
    this.phases = new PhasesView();
    this.opponents = new Opponents(() => this.settle());
    this.story = el("div", { class: "story-cell" });
    this.arrangement = new Arrangement(this.areas, this.opponents, this.story);
    this.element = this.arrangement.element;
    /** @type {Scene | null} */ this.scene = null;
    this.isOnes = false; // whether whoever reads it has one seat here, and is no one else
    /** Is told whenever everything lies elsewhere. @type {() => void} */ this.settled = () => {};
    this.watcher = new ResizeObserver(() => this.settle());
    this.watcher.observe(document.documentElement);
  }

  close() {
    this.watcher.disconnect();
  }

  /** What one holds; the dock shows it. */
  get hand() {
    return this.arrangement.hand;
  }

  /** The game so far stands on the table, where there is room. @param {HTMLElement} story */
  tell(story) {
    this.story.replaceChildren(story);
  }

  /**
   * Shows a scene; what was there before keeps its element and glides.
   * @param {Scene} scene
   * @param {boolean} [moving]
   * @param {number} [within] so many ms
   * @returns {Promise<void>}
   */
  show(scene, moving = true, within) {
    const old = this.scene && moving ? this.seen() : new Map();
    const focused = document.activeElement?.getAttribute("data-id");
    scene = { ...scene, groups: scene.groups.filter(({ form }) => form !== ON_PAPER) };
    this.scene = scene;
    this.showGroups(scene);
    this.showWords(scene.furniture ?? {});
    this.showAreas(scene);
    this.showPieces(scene);
    this.settle();
    if (focused && document.activeElement?.getAttribute("data-id") !== focused)
      this.spot(focused)?.made.focus?.({ preventScroll: true });
    return this.move(old, within);
  }

  /** Everything that can be pointed at. @returns {Generator<Spot>} */
  *spots() {
    yield* this.pieces.values();
    for (const view of this.views.values()) yield* view.places.values();
    for (const word of this.words.values()) yield* word.spots.values();
  }

  /** @param {string} id @returns {Spot | undefined} */
  spot(id) {
    const piece = this.pieces.get(id);
    if (piece) return piece;
    for (const { places } of this.views.values()) if (places.has(id)) return places.get(id);
    for (const { spots } of this.words.values()) if (spots.has(id)) return spots.get(id);
    return undefined;
  }

  /** Whether it says itself all that a choice would: a row of furniture, a portrait, dice. @param {string} id */
  isRow(id) {
    const isDrawn = this.spot(id)?.made.closest(".flow-portraits, .flow-dice");
    return Boolean(isDrawn) || [...this.words.values()].some(({ spots }) => spots.has(id));
  }

  /** What is called by where it stands: `summary-SEAT-PART-NUMBER`, `area-ID-PART-NUMBER`. @param {string} name */
  part(name) {
    const [, word, id, part, number] = name.match(/^(summary|area)-(.+?)-([a-z]+)(?:-(\d+))?$/) ?? [];
    return word === "area"
      ? this.areas.get(id)?.part(part, number)
      : word && this.opponents.part(Number(id), part, number);
  }

  /** A kind of action of a bar. @param {string} id @returns {Kind | undefined} */
  kind(id) {
    return this.scene?.furniture?.bars?.flatMap(({ kinds }) => kinds).find((kind) => kind.id === id);
  }

  /** The row of furniture that a key is printed on, by id. @param {string} key */
  keyed(key) {
    for (const { spots } of this.words.values())
      for (const [id, { item }] of spots) if (/** @type {any} */ (item).key?.toLowerCase() === key) return id;
    return undefined;
  }

  /** @param {string} id */
  has(id) {
    return this.spot(id) !== undefined;
  }

  /** The window into the group without end, if there is one. */
  get plane() {
    for (const view of this.views.values()) if (view.plane && view.element.isConnected) return view.plane;
    return null;
  }

  /** @param {Marks} marks */
  mark(marks) {
    mark(this, marks);
  }

  /** Shows what is picked and aimed at in what is read from it. @param {Picker} picker */
  follow(picker) {
    for (const word of this.words.values()) word.follow(picker);
  }

  /** What a key printed on furniture proposes to pick. @param {string} key */
  proposed(key) {
    const made = [...this.element.querySelectorAll(`[data-picks][data-key="${CSS.escape(key)}"]`)];
    return made.find((button) => button.checkVisibility())?.getAttribute("data-picks") ?? "";
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
   * Shows what an action would change: pieces as they would lie, pale; those that would go; numbers as they would be.
   * @param {Preview | null} change
   * @param {boolean} ghosts whether to draw the pieces too, beside the numbers
   * @param {string} [on] the place that is aimed at
   */
  preview(change, ghosts, on = "") {
    this.foretell(change?.furniture ?? null);
    this.opponents.foretell(change?.summaries ?? null);
    if (!ghosts) return;
    for (const view of this.views.values()) view.clearGhosts();
    for (const spot of this.pieces.values()) spot.made.classList.remove("is-leaving");
    for (const piece of change?.pieces ?? []) {
      const spot = this.pieces.get(piece.id);
      const isInFlow = spot?.group === piece.group && !(this.views.get(piece.group) instanceof GroupView);
      if (spot?.item.at === piece.at && (piece.at || isInFlow)) continue; // it stays where it is, or only moves up
      spot?.made.classList.add("is-leaving");
      this.views.get(piece.group)?.ghost(piece, this.scene?.grounds ?? {});
    }
    const isTaken = (/** @type {Spot} */ { group, item }) =>
      item.id === on || item.at === on || group !== this.spot(on)?.group || this.views.get(group) instanceof GroupView;
    for (const id of change?.gone ?? []) {
      const spot = this.pieces.get(id);
      if (spot && isTaken(spot)) spot.made.classList.add("is-leaving"); // what else lies there only goes away with it
    }
  }

  /** Numbers as they would be. @param {Furniture | null} after */
  foretell(after) {
    // areas first: a word may stand in the head of one
    const areas = new Map((after?.areas ?? []).map((area) => [area.id, area]));
    for (const [id, view] of this.areas) view.foretell(areas.get(id) ?? null);
    const words = new Map([...wordsOf(after ?? {})].map(({ kind, word }) => [`${kind} ${word.id}`, word]));
    for (const [name, view] of this.words) view.foretell(words.get(name) ?? null);
  }

  /**
   * Shows what is in hand over a group.
   * @param {string} group
   * @param {Piece | null} piece
   * @param {{x: number, y: number}} at
   * @param {string} words above it
   * @param {boolean} fits
   */
  hold(group, piece, at, words, fits) {
    for (const [id, view] of this.views)
      if (view instanceof GroupView) view.hold(id === group ? piece : null, at, words, fits, this.scene?.grounds ?? {});
  }

  /** What is in hand, as it is drawn. */
  get inHand() {
    return this.element.querySelector(".in-hand") ?? undefined;
  }

  /** Lets go of what is in hand. */
  letGo() {
    this.hold("", null, { x: 0, y: 0 }, "", true);
  }

  /** Where something is on the screen; what is folded away is where its owner is. @param {Spot} spot */
  box(spot) {
    const box = spot.made.getBoundingClientRect();
    if (box.width || box.height) return box;
    const seat = this.views.get(spot.group)?.group?.seat;
    const chip = this.opponents.chip(seat ?? -1)?.getBoundingClientRect();
    return chip?.width ? chip : null;
  }

  /** Where every piece is, and what it shows. @returns {Map<string, Seen>} */
  seen() {
    return new Map(
      [...this.pieces].map(([id, spot]) => [id, { box: this.box(spot), group: spot.group, item: spot.item }]),
    );
  }

  /**
   * What lies elsewhere glides there, dice roll, what is new appears.
   * @param {Map<string, Seen>} old @param {number} [within]
   */
  async move(old, within) {
    if (!old.size) return;
    const moves = [];
    const found = new Set();
    for (const [id, spot] of this.pieces) {
      const was = old.get(id);
      const to = this.box(spot);
      const isRolled = this.views.get(spot.group)?.group?.form === "dice" && was?.item.symbol !== spot.item.symbol;
      if (isRolled) found.add(roll(spot.made));
      else if (!was) found.add(appear(spot));
      if (was && isWhereItWas(was, spot)) continue; // the table was laid out anew around it
      if (isRolled || !was?.box || !to || Math.hypot(was.box.left - to.left, was.box.top - to.top) < 3) continue;
      moves.push({ piece: spot.made, from: was.box, to });
    }
    if (moves.length) found.add("piece");
    const heard = SOUNDS.find((name) => found.has(name));
    if (heard) sound(heard);
    if (moves.length <= MANY) await glide(moves, within);
  }

  /** @param {Scene} scene */
  showGroups(scene) {
    keepOnly(this.views, new Set(scene.groups.map((group) => group.id)));
    for (const group of scene.groups) {
      const Made = PICTURES.includes(group.form ?? "board") ? GroupView : FlowView;
      let view = this.views.get(group.id);
      if (!(view instanceof Made)) {
        view?.element.remove();
        this.views.set(group.id, (view = new Made(group.id)));
      }
      view.show(group, scene);
    }
  }

  /** @param {Furniture} furniture */
  showWords(furniture) {
    const found = [...wordsOf(furniture)];
    keepOnly(this.words, new Set(found.map(({ kind, word }) => `${kind} ${word.id}`)));
    for (const { kind, word } of found) {
      const name = `${kind} ${word.id}`;
      let view = this.words.get(name);
      if (!view) this.words.set(name, (view = new WordView(kind)));
      view.show(word);
    }
    this.phases.show(furniture.phases);
  }

  /** @param {Scene} scene */
  showAreas(scene) {
    const { areas = [], arrangement } = scene.furniture ?? {};
    keepOnly(this.areas, new Set(areas.map((area) => area.id)));
    const standing = new Map([...this.words.values()].map((view) => [view.word?.id ?? "", view.element]));
    for (const [id, view] of this.views) standing.set(id, view.element);
    for (const area of areas) {
      let view = this.areas.get(area.id);
      if (!view) this.areas.set(area.id, (view = new AreaView()));
      view.show(area, this.isOnes && area.id === "mine" && scene.seat === area.seat, (id) => standing.get(id));
    }
    this.arrangement.show(areas, arrangement);
    this.opponents.show(scene, this.arrangement.others(areas, arrangement), this.areas);
  }

  /** @param {Scene} scene */
  showPieces(scene) {
    const there = new Set();
    for (const group of scene.groups) {
      const view = /** @type {View} */ (this.views.get(group.id));
      const sorted = [...(group.pieces ?? [])].sort((one, other) => (one.layer ?? 0) - (other.layer ?? 0));
      view.lay(sorted.map((piece) => this.showPiece(piece, group, view, scene)));
      for (const piece of sorted) there.add(piece.id);
    }
    for (const [id, spot] of this.pieces) {
      if (there.has(id)) continue;
      spot.made.remove();
      this.pieces.delete(id);
    }
  }

  /** @param {Piece} piece @param {Group} group @param {View} view @param {Scene} scene @returns {Spot} */
  showPiece(piece, group, view, scene) {
    let spot = this.pieces.get(piece.id);
    if (!spot || spot.made instanceof HTMLElement !== view instanceof FlowView) {
      spot?.made.remove();
      spot = { made: view.newPiece(piece.id), kind: "piece", item: piece, group: group.id, sign: "" };
      this.pieces.set(piece.id, spot);
    }
    Object.assign(spot, { item: piece, group: group.id });
    view.draw(spot, scene.grounds ?? {});
    return spot;
  }

  /** How close together everything must lie, whatever the shelf says: what one acts on stays where it is. */
  fit() {
    const { arrangement, opponents } = this;
    const { classList } = this.element;
    classList.add("is-fitted");
    opponents.giveWay(Infinity);
    arrangement.settle();
    CLOSE.some((close) => {
      opponents.settle();
      return arrangement.fits(close);
    });
    const row = arrangement.freeRow();
    classList.remove("is-fitted");
    arrangement.shelve(row);
    opponents.settle();
  }

  /** Lays everything out anew for the window as it is. */
  settle() {
    if (!this.scene || !this.element.isConnected) return;
    this.fit();
    for (const view of this.views.values()) view.settle();
    this.settled();
  }
}

/** @param {Map<string, {element: Element}>} views @param {Set<string>} names */
function keepOnly(views, names) {
  for (const [name, { element }] of views) {
    if (names.has(name)) continue;
    element.remove();
    views.delete(name);
  }
}

/** A die tumbles to what it shows. @param {Element} made @returns {Sound} */
function roll(made) {
  if (!isStill()) made.animate(TUMBLE, { duration: 400, easing: "cubic-bezier(.3, .7, .3, 1)" });
  return "dice";
}

/** What is new turns up as a card, or comes out of nothing. @param {Spot} spot @returns {Sound | ""} */
function appear({ made, item }) {
  const isCard = made instanceof HTMLElement && Boolean(item.title || item.face?.length);
  if (!isStill()) made.animate(isCard ? TURN : FADE, { duration: isCard ? 320 : 260, easing: "ease-out" });
  return isCard ? "card" : "";
}

/** Whether a piece lies in its group where it lay before. @param {Seen} was @param {Spot} now */
const isWhereItWas = (was, { group, item }) =>
  was.group === group && was.item.x === item.x && was.item.y === item.y && was.item.at === item.at;
