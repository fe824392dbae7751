/** A group drawn as a picture, by its coordinates: a board, or a window into a plane; pieces are lent to it. */

import { el, svg, use } from "../ui/elements.js";
import { say } from "../ui/language.js";
import { drawPiece, drawPlace, largeTag, tag, tinted } from "./draw.js";
import measures from "./measures.js";
import { Plane } from "./plane.js";
import { order, sizeOf } from "./spots.js";

/** @import { Group, Piece, Place, Scene } from "../types.js" */
/** @typedef {Record<string, string>} Grounds */

/** A place, a piece or a row of furniture, whichever. @typedef {Piece & Partial<Place>} Item */
/**
 * A place, a piece or a row of furniture in the page.
 * @typedef {object} Spot
 * @property {HTMLElement | SVGGElement} made
 * @property {"place" | "piece" | "row"} kind
 * @property {Item} item
 * @property {string} group
 * @property {string} sign of how it was drawn last
 */

/**
 * A few letters on a place or piece, what they count, and how they are meant.
 * @typedef {{words: string, symbol: string, tone: string, isAimed: boolean}} Badge
 */

const EDGE = 8; // around what a window into a plane shows, so that the outline of what lies at its edge is whole
const TALL = 0.8; // of its width: what is higher has more room with the bar beside it, and not below
const LOW = 0.76; // of a hexagon, to the middle of its price
const LOWEST = 0.95; // below what would be drawn there
const ABOVE = 30; // what is in hand, its words
const BEND = 0.16; // of the line from one thing to another
const LEAST = 11; // px; smaller letters are left out, and their words stay for ears
const LETTERS = Object.entries(measures.letters);

export class GroupView {
  /** @param {string} id */
  constructor(id) {
    this.id = id;
    this.layers = Object.fromEntries(
      ["under", "places", "pieces", "lines", "dots", "held", "ghosts", "marks", "lost"].map((name) => [
        name,
        svg("g", { class: name }),
      ]),
    );
    this.picture = svg("svg", { class: "picture", role: "group" }, ...Object.values(this.layers));
    this.element = el("div", { class: "group spots", "data-group": id }, this.picture);
    /** @type {Map<string, Spot>} */ this.places = new Map();
    /** @type {Plane | null} */ this.plane = null;
    /** @type {Group | null} */ this.group = null;
  }

  /** @param {Group} group @param {Scene} scene */
  show(group, scene) {
    this.group = group;
    this.picture.setAttribute("aria-label", group.label);
    this.showWindow(group);
    this.showPlaces(group, scene);
  }

  /** @param {Group} group */
  showWindow(group) {
    const box = { x: group.left ?? 0, y: group.top ?? 0, w: group.width, h: group.height };
    if (group.form === "plane") {
      this.plane ??= this.makePlane();
      this.element.classList.toggle("is-tall", box.h > box.w * TALL);
      this.plane.show({ x: box.x - EDGE, y: box.y - EDGE, w: box.w + 2 * EDGE, h: box.h + 2 * EDGE });
    } else {
      this.picture.setAttribute("viewBox", `${box.x} ${box.y} ${box.w} ${box.h}`);
      this.element.style.setProperty("--wide", String(box.w));
      this.element.style.setProperty("--high", String(box.h));
    }
  }

  makePlane() {
    const plane = new Plane(this.picture);
    const knob = (/** @type {string} */ words, /** @type {string} */ label, /** @type {() => void} */ act) =>
      el("button", { type: "button", class: "knob", "aria-label": label, title: label, onclick: act }, words);
    this.element.append(
      el(
        "div",
        { class: "knobs" },
        knob("−", say("Zoom out"), () => plane.scale(1 / 1.3)),
        knob("▢", say("Show all"), () => plane.all()),
        knob("+", say("Zoom in"), () => plane.scale(1.3)),
      ),
      el(
        "p",
        { class: "means", "aria-hidden": "true" },
        el("kbd", {}, "←↑↓→"),
        say("move"),
        el("i"),
        say("fits there too"),
      ),
    );
    this.element.classList.add("is-plane");
    return plane;
  }

  /** @param {Group} group @param {Scene} scene */
  showPlaces(group, scene) {
    const there = new Set();
    for (const place of group.places ?? []) {
      there.add(place.id);
      const sign = JSON.stringify(place);
      let spot = this.places.get(place.id);
      if (!spot) {
        spot = {
          made: svg("g", { "data-id": place.id, "aria-hidden": "true" }),
          kind: "place",
          item: place,
          group: group.id,
          sign: "",
        };
        this.places.set(place.id, spot);
      }
      if (spot.sign !== sign) {
        spot.made.setAttribute("transform", `translate(${place.x} ${place.y})`);
        spot.made.setAttribute("class", `place ${place.state ?? ""}`);
        spot.made.replaceChildren(...drawPlace(place, scene.grounds ?? {}));
        Object.assign(spot, { sign, item: place });
      }
    }
    order(
      this.layers.places,
      (group.places ?? []).map(({ id }) => /** @type {Spot} */ (this.places.get(id)).made),
    );
    for (const [id, spot] of this.places) {
      if (there.has(id)) continue;
      spot.made.remove();
      this.places.delete(id);
    }
  }

  // Pieces ----------------------------------------------------------------------------------------------------------

  /** @param {string} id */
  newPiece(id) {
    return svg("g", { "data-id": id, "aria-hidden": "true" });
  }

  /** @param {Spot} spot @param {Grounds} grounds */
  draw(spot, grounds) {
    const { made, item } = spot;
    const sign = JSON.stringify({ ...item, x: 0, y: 0, layer: 0 });
    if (spot.sign !== sign) {
      made.setAttribute("class", `piece ${item.state ?? ""}`);
      made.replaceChildren(...drawPiece(item, grounds));
      spot.sign = sign;
    }
    made.setAttribute("transform", placed(item));
  }

  /** @param {Spot[]} spots in the order in which they lie above each other */
  lay(spots) {
    const isUnder = (/** @type {Spot} */ spot) => (spot.item.layer ?? 0) < 0;
    order(
      this.layers.under,
      spots.filter(isUnder).map(({ made }) => made),
    );
    order(
      this.layers.pieces,
      spots.filter((spot) => !isUnder(spot)).map(({ made }) => made),
    );
  }

  // What would be ---------------------------------------------------------------------------------------------------

  clearGhosts() {
    this.layers.ghosts.replaceChildren();
  }

  /** @param {Piece} piece @param {Grounds} grounds */
  ghost(piece, grounds) {
    this.layers.ghosts.append(svg("g", { class: "ghost", transform: placed(piece) }, ...drawPiece(piece, grounds)));
  }

  /**
   * What is in hand, over this group, with a few words above it.
   * @param {Piece | null} piece @param {{x: number, y: number}} at @param {string} words @param {boolean} fits
   * @param {Grounds} grounds
   */
  hold(piece, at, words, fits, grounds) {
    this.layers.held.replaceChildren();
    if (!piece) return;
    const { w, h } = sizeOf(piece);
    const [x, y] = [at.x + piece.x, at.y + piece.y];
    const above = ABOVE * Math.max(1, this.plane?.unit() ?? 1);
    if (fits && !this.plane?.fingers.size)
      // a window that grows under a finger would run away from it
      this.plane?.include({ x: x - EDGE, y: y - above, w: w + 2 * EDGE, h: h + above + EDGE });
    const given = { class: `in-hand ${fits ? "" : "is-wrong"}`, transform: `translate(${x} ${y})` };
    this.layers.held.append(
      svg(
        "g",
        given,
        ...drawPiece({ ...piece, x: 0, y: 0 }, grounds),
        words && tag(words, w / 2, -ABOVE + 4, "middle"),
      ),
    );
  }

  // Marks -----------------------------------------------------------------------------------------------------------

  clearMarks() {
    for (const name of ["marks", "lost", "lines", "dots"]) this.layers[name].replaceChildren();
    for (const made of this.picture.querySelectorAll(".has-tag")) made.classList.remove("has-tag");
  }

  /** A few letters on a place or piece, and what they count. @param {Spot} spot @param {Badge} badge */
  tag({ item, made }, { words, tone, symbol, isAimed }) {
    const { w, h } = sizeOf(item);
    made.classList.add("has-tag");
    if (item.shape === "hex")
      this.layers[isAimed ? "lost" : "marks"].append(
        largeTag(words, symbol, item.x + w / 2, item.y + h * (isAimed ? LOWEST : LOW)),
      );
    else {
      const drawn = tag(words, ...tagged(item));
      drawn.classList.add(tone || "plain");
      drawn.classList.toggle("on", made.matches(".is-aimed, .picked"));
      this.layers.marks.append(drawn);
    }
  }

  /** A line from what would go to where it would lie. @param {Spot} from @param {Spot} to */
  line(from, to) {
    const [a, b] = [from, to].map(({ item }) => ({ x: item.x + sizeOf(item).w / 2, y: item.y + sizeOf(item).h / 2 }));
    const bend = { x: (a.x + b.x) / 2 + (b.y - a.y) * BEND, y: (a.y + b.y) / 2 - (b.x - a.x) * BEND };
    const d = `M${a.x} ${a.y}Q${bend.x} ${bend.y} ${b.x} ${b.y}`;
    this.layers.lines.append(svg("path", { class: "flow-under", d }), svg("path", { class: "flow-line", d }));
  }

  /** Where what is in hand could lie, by its middle. @param {Spot} spot @param {{w: number, h: number}} size of it */
  dot({ item }, size) {
    this.layers.dots.append(
      svg("circle", { class: "dotmark", cx: item.x + size.w / 2, cy: item.y + size.h / 2, r: 6 }),
    );
  }

  /**
   * Above what would cover it, what a place would lose, and what lies there.
   * @param {Spot} spot @param {Spot} [piece]
   */
  strike({ item }, piece) {
    const { x, y, symbol, corner, tint } = item;
    this.layers.lost.append(struck(x + 2, y + 2, symbol || corner || "", tint));
    if (piece) this.layers.lost.append(struck(x + 2, y + 34, piece.item.symbol ?? "", piece.item.tint));
  }

  /** Leaves out letters that would be too small to read. */
  settle() {
    this.plane?.paint();
    const scale = this.picture.getScreenCTM()?.a ?? 1;
    this.picture.style.setProperty("--px", String(1 / scale)); // a px of the screen in units of the group
    for (const [kind, { size }] of LETTERS) this.picture.classList.toggle(`no-${kind}`, size * scale < LEAST);
    if (this.plane) this.picture.classList.remove("no-letter"); // they grow instead
  }
}

/** @param {number} x @param {number} y @param {string} picture @param {string} [tint] */
function struck(x, y, picture, tint) {
  const sign = svg("g", { class: "lost" }, svg("circle", { r: 15, cx: 12, cy: 12 }));
  if (picture) sign.append(tinted(use(picture, { class: "sym", x: 2, y: 2, width: 20, height: 20 }), tint));
  sign.append(svg("path", { class: "cross", d: "M2 22L22 2" }));
  return svg("g", { transform: `translate(${x} ${y})` }, sign);
}

/** @param {Piece} piece */
function placed(piece) {
  const { w, h } = sizeOf(piece);
  const turned = piece.turn ? ` rotate(${piece.turn} ${w / 2} ${h / 2})` : "";
  return `translate(${piece.x} ${piece.y})${turned}`;
}

/** Where a tag ends: above the upper right corner. @param {Item} item @returns {[number, number]} */
function tagged(item) {
  const [, x, y] = item.d?.match(/^M(-?[\d.]+) (-?[\d.]+)/) ?? []; // a region's upper edge ends there
  return x ? [Number(x) + 6, Number(y) - 12] : [item.x + sizeOf(item).w + 2, item.y - 4];
}
