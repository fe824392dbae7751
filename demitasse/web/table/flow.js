/** A group as a flow: places in reading order, pieces inside them, laid out by styles. The form names the look. */

import { el, symbol } from "../ui/elements.js";
import { drawFace, tinted } from "./draw.js";
import { order } from "./spots.js";

/** @import { Group, Piece, Place, Scene, Sign } from "../types.js" */
/** @import { Badge, Grounds, Spot } from "./group.js" */
/** @import { Child } from "../ui/elements.js" */

const STILL = ["cups", "grid", "boards", "piles"]; // forms in which a ghost has room without moving anything

export class FlowView {
  /** @param {string} id */
  constructor(id) {
    this.id = id;
    this.plane = null;
    this.loose = el("div", { class: "loose" });
    this.element = el("div", { class: "flow spots", "data-group": id, role: "group" });
    /** @type {Map<string, Spot>} */ this.places = new Map();
    /** @type {Map<string, HTMLElement>} */ this.bodies = new Map();
    /** @type {Group | null} */ this.group = null;
  }

  /** @param {Group} group @param {Scene} scene */
  show(group, scene) {
    this.group = group;
    this.element.className = `flow flow-${group.form} spots`;
    this.element.setAttribute("aria-label", group.label);
    if (group.columns) this.element.style.setProperty("--columns", String(group.columns));
    const places = group.places ?? [];
    for (const id of this.places.keys()) if (!places.some((place) => place.id === id)) this.drop(id);
    for (const place of places) this.showPlace(place, group, scene.grounds ?? {});
    order(this.element, [...places.map(({ id }) => /** @type {Spot} */ (this.places.get(id)).made), this.loose]);
    if (group.columns) this.element.style.setProperty("--rows", String(Math.ceil(places.length / group.columns)));
  }

  /** @param {string} id */
  drop(id) {
    this.places.get(id)?.made.remove();
    this.places.delete(id);
    this.bodies.delete(id);
  }

  /** @param {Place} place @param {Group} group @param {Grounds} grounds */
  showPlace(place, group, grounds) {
    let spot = this.places.get(place.id);
    if (!spot) {
      const made = el("div", { "data-id": place.id });
      spot = { made, kind: "place", item: place, group: group.id, sign: "" };
      this.places.set(place.id, spot);
      this.bodies.set(place.id, el("div", { class: "body" }));
    }
    const sign = JSON.stringify({ ...place, x: 0, y: 0, w: 0, h: 0 });
    if (spot.sign === sign) return;
    const made = /** @type {HTMLElement} */ (spot.made);
    const body = /** @type {HTMLElement} */ (this.bodies.get(place.id));
    made.className = `place ${place.shape ?? "box"} ${place.state ?? ""} ${place.ground ? "on-ground" : ""}`;
    if (place.ground) made.style.setProperty("--ground", grounds[place.ground] ?? "transparent");
    made.replaceChildren(...drawPlace(place, body));
    tinted(made, place.tint);
    Object.assign(spot, { sign, item: place });
  }

  // Pieces ----------------------------------------------------------------------------------------------------------

  /** @param {string} id */
  newPiece(id) {
    return el("div", { "data-id": id, "aria-hidden": "true" });
  }

  /** @param {Spot} spot @param {Grounds} grounds */
  draw(spot, grounds) {
    const { item } = spot;
    const sign = JSON.stringify({ ...item, x: 0, y: 0, w: 0, h: 0, layer: 0, at: "" });
    if (spot.sign === sign) return;
    spot.sign = sign;
    const made = dress(/** @type {HTMLElement} */ (spot.made), item, grounds);
    if (this.group?.form === "badges") made.title = item.label ?? ""; // a sign alone explains nothing
  }

  /** @param {Spot[]} spots */
  lay(spots) {
    /** @type {Map<HTMLElement, Element[]>} */ const held = new Map([[this.loose, []]]);
    for (const body of this.bodies.values()) held.set(body, []);
    for (const { made, item } of spots) held.get(this.bodies.get(item.at ?? "") ?? this.loose)?.push(made);
    for (const [body, pieces] of held) {
      order(body, pieces);
      body.style.setProperty("--pieces", String(pieces.length));
    }
    this.loose.hidden = spots.every(({ item }) => this.bodies.has(item.at ?? ""));
    this.element.classList.toggle("has-pieces", spots.length > 0);
  }

  // What would be ---------------------------------------------------------------------------------------------------

  clearGhosts() {
    for (const made of this.element.querySelectorAll(".ghosts")) {
      made.parentElement?.style.removeProperty("--ghosts");
      made.remove();
    }
  }

  /** Only tokens, and only where nothing gives way to them. @param {Piece} piece @param {Grounds} grounds */
  ghost(piece, grounds) {
    const body = this.bodies.get(piece.at ?? "");
    if (!body || isCard(piece) || !STILL.includes(this.group?.form ?? "")) return;
    const made = dress(el("div", { class: "" }), piece, grounds);
    made.classList.add("ghost");
    let tray = body.querySelector(".ghosts");
    if (!tray) tray = body.appendChild(el("div", { class: "ghosts", "aria-hidden": "true" }));
    tray.append(made);
    body.style.setProperty("--ghosts", String(tray.childElementCount));
  }

  // Marks -----------------------------------------------------------------------------------------------------------

  clearMarks() {
    for (const made of this.element.querySelectorAll(".tag")) made.remove();
  }

  /** A few letters on a place or piece. @param {Spot} spot @param {Badge} badge */
  tag({ made }, { words, tone }) {
    // a phone shows the number alone
    const parts = words.split(/(?<=^[+−]?\d+)(?!\d)/).map((part) => el("span", {}, part));
    made.append(el("span", { class: `tag ${tone}`, "aria-hidden": "true" }, ...parts));
  }

  line() {}

  /** Where what is in hand could lie. @param {Spot} spot @param {object} _size of it */
  dot({ made }, _size) {
    made.append(el("span", { class: "tag dot", "aria-hidden": "true" }));
  }

  /** @param {Spot} spot @param {Spot} [_piece] what lies there */
  strike({ made }, _piece) {
    made.append(el("span", { class: "tag struck", "aria-hidden": "true" }, "×"));
  }

  settle() {}
}

/** @param {Place} place @param {HTMLElement} body @returns {Node[]} */
function drawPlace(place, body) {
  const head = [
    place.mark && el("b", { class: "numeral" }, place.mark),
    place.symbol && symbol(place.symbol),
    place.title && el("span", { class: "title" }, place.title),
    place.text && el("span", { class: "text" }, place.text),
    place.note && el("span", { class: "note" }, place.note),
    place.count !== undefined && el("span", { class: "count num" }, String(place.count)),
    ...(place.says ?? []).map(({ label, tone, symbols }) =>
      el("span", { class: `said ${tone ?? ""}` }, label, ...(symbols ?? []).map((name) => symbol(name))),
    ),
  ].filter((made) => made instanceof Node);
  const empty = place.empty ? [el("span", { class: "empty" }, place.empty)] : []; // seen while the body is empty
  return [...(head.length ? [el("div", { class: "head" }, ...head)] : []), body, ...empty];
}

/** @param {Piece} piece */
const isCard = (piece) => Boolean(piece.title || piece.symbols?.length);

/** @param {HTMLElement} made @param {Piece} piece @param {Grounds} grounds */
function dress(made, piece, grounds) {
  const isOnGround = piece.ground && grounds[piece.ground];
  made.className = `piece ${isCard(piece) ? "card" : "token"} ${piece.state ?? ""} ${isOnGround ? "on-ground" : ""}`;
  if (isOnGround) made.style.setProperty("--ground", grounds[piece.ground ?? ""]);
  tinted(made, piece.tint);
  made.replaceChildren(
    ...(isCard(piece) ? drawCard(piece, grounds) : drawToken(piece)).filter((child) => child instanceof Node),
  );
  return made;
}

/** @param {Piece} piece @returns {Child[]} */
const drawToken = (piece) => [
  piece.symbol && symbol(piece.symbol),
  piece.corner && symbol(piece.corner, "sym corner"),
  piece.letter && el("i", { class: "letter" }, piece.letter),
  Boolean(piece.count) && el("i", { class: "count num" }, String(piece.count)),
];

/** @param {Piece} piece @param {Grounds} grounds @returns {Child[]} */
const drawCard = (piece, grounds) => [
  Boolean(piece.face?.length) && drawFace(piece.face ?? [], grounds),
  piece.symbol && symbol(piece.symbol),
  piece.title && el("span", { class: "title" }, piece.title),
  Boolean(piece.symbols?.length) && drawNeeds(piece.symbols ?? [], piece.lacking ?? []),
  piece.corner && el("span", { class: "corner" }, symbol(piece.corner), piece.worth && el("b", {}, piece.worth)),
  piece.note && el("span", { class: "note" }, piece.note),
  Boolean(piece.does?.length) && drawSigns(piece.does ?? []),
  piece.tag && el("span", { class: `foot ${piece.tone ?? ""}` }, piece.tag),
];

/** A phrase in symbols. @param {Sign[]} signs */
export const drawSigns = (signs) =>
  el(
    "span",
    { class: "does" },
    ...signs.map(({ text, symbol: name, ring }) =>
      el("span", { class: ring ? "ring" : "sign" }, name && symbol(name), text ?? ""),
    ),
  );

/** Symbols in a row; those one does not have are faint. @param {string[]} symbols @param {number[]} lacking */
export function drawNeeds(symbols, lacking) {
  const some = lacking.length > 0;
  return el(
    "span",
    { class: `needs ${some ? "has-some" : ""}` },
    ...symbols.map((name, k) => {
      const drawn = symbol(name);
      if (lacking.includes(k)) drawn.classList.add("lacking");
      return drawn;
    }),
  );
}
