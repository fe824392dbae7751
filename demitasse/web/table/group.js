/** One group of a table in the page: its head, its picture, its places; pieces are lent to it by the board. */

import { el, svg, symbol } from "../ui/elements.js";
import { say } from "../ui/language.js";
import { drawPlace } from "./draw.js";
import { Plane } from "./plane.js";

/** @import { Group, Piece, Place, Scene } from "../types.js" */

/** A place or a piece, whichever. @typedef {Piece & Partial<Place>} Item */
/**
 * A place or piece in the page.
 * @typedef {object} Spot
 * @property {SVGGElement} made
 * @property {"place" | "piece"} kind
 * @property {Item} item
 * @property {string} group
 * @property {string} sign of how it was drawn last
 */

const EDGE = 8; // around what a window into a plane shows, so that the outline of what lies at its edge is whole

export class GroupView {
  /** @param {string} id @param {() => boolean} isHeld */
  constructor(id, isHeld) {
    this.id = id;
    this.isHeld = isHeld;
    this.head = el("header", { class: "group-head" });
    this.layers = Object.fromEntries(
      ["under", "outlines", "places", "pieces", "marks", "ghosts", "lost"].map((name) => [
        name,
        svg("g", { class: name }),
      ]),
    );
    this.picture = svg("svg", { class: "picture", role: "group" }, ...Object.values(this.layers));
    this.body = el("div", { class: "group-body" }, this.picture);
    this.element = el("section", { class: "group panel", "data-group": id }, this.head, this.body);
    /** @type {Map<string, Spot>} */ this.places = new Map();
    /** @type {Plane | null} */ this.plane = null;
    this.sign = "";
    this.outlined = "";
  }

  /** @param {Group} group @param {Scene} scene */
  show(group, scene) {
    this.group = group;
    this.picture.setAttribute("aria-label", group.label);
    this.element.classList.toggle("mini", group.size === "mini");
    this.element.classList.toggle("has-seat", group.seat !== undefined);
    if (group.seat !== undefined) this.element.style.setProperty("--tint", `var(--seat-${group.seat})`);
    this.showHead(group);
    this.showWindow(group);
    this.showOutlines(group, scene);
    this.showPlaces(group, scene);
  }

  /** @param {Group} group */
  showHead(group) {
    const sign = JSON.stringify([group.label, group.facts, group.seat]);
    if (sign === this.sign) return;
    this.sign = sign;
    this.head.replaceChildren(...headOf(group));
  }

  /** @param {Group} group */
  showWindow(group) {
    const box = { x: group.left ?? 0, y: group.top ?? 0, w: group.width, h: group.height };
    if (group.plane && group.size !== "mini") {
      this.plane ??= this.makePlane();
      this.plane.show({ x: box.x - EDGE, y: box.y - EDGE, w: box.w + 2 * EDGE, h: box.h + 2 * EDGE });
    } else {
      this.picture.setAttribute("viewBox", `${box.x} ${box.y} ${box.w} ${box.h}`);
    }
  }

  makePlane() {
    const plane = new Plane(this.picture, this.isHeld);
    const knob = (/** @type {string} */ words, /** @type {string} */ label, /** @type {() => void} */ act) =>
      el("button", { type: "button", class: "knob", "aria-label": label, title: label, onclick: act }, words);
    this.body.append(
      el(
        "div",
        { class: "knobs" },
        knob("−", say("Zoom out"), () => plane.scale(1 / 1.3)),
        knob("▢", say("Show all"), () => plane.all()),
        knob("+", say("Zoom in"), () => plane.scale(1.3)),
      ),
    );
    this.element.classList.add("is-plane");
    return plane;
  }

  /** @param {Group} group @param {Scene} scene */
  showOutlines(group, scene) {
    const sign = JSON.stringify(group.outlines ?? []);
    if (sign === this.outlined) return;
    this.outlined = sign;
    const drawn = (group.outlines ?? []).map(({ d, ground }) => {
      const path = svg("path", { d, class: "outline" });
      path.style.setProperty("--ground", scene.grounds?.[ground ?? ""] ?? "transparent");
      return path;
    });
    this.layers.outlines.replaceChildren(...drawn);
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
      if (!spot.made.isConnected || spot.made.parentNode !== this.layers.places) this.layers.places.append(spot.made);
    }
    for (const [id, spot] of this.places) {
      if (!there.has(id)) {
        spot.made.remove();
        this.places.delete(id);
      }
    }
  }

  /** What a score would become, beside the name. @param {number | null} total */
  previewScore(total) {
    this.head.querySelector(".delta")?.remove();
    if (total !== null) this.head.querySelector(".name")?.after(el("span", { class: "delta num" }, `→ ${total}`));
  }
}

/** @param {Group} group */
export function headOf(group) {
  const seated = group.seat !== undefined;
  const facts = (group.facts ?? []).map((row, k) =>
    el(
      "span",
      { class: seated && k === 0 && !row.symbol ? "score" : "stat", title: row.label },
      row.symbol ? symbol(row.symbol) : el("span", { class: seated && k === 0 ? "vh" : "cap" }, `${row.label} `),
      row.symbol && el("span", { class: "vh" }, `${row.label}: `),
      row.value,
    ),
  );
  const dot = el("span", { class: "dot", "aria-hidden": "true" }, group.label.trim().slice(0, 1));
  return [...(seated ? [dot] : []), el("h2", { class: "name" }, group.label), ...facts];
}
