/** What turns and hints leave on a table until the reader acts: trails, steps, flags, and outlines of what changed. */

import { el, svg, written } from "../ui/elements.js";
import { say } from "../ui/language.js";
import { isPhone } from "./arrangement.js";
import { widthOf } from "./fit.js";
import { shareOf } from "./hint.js";

/** @import { MarkShown, RowShown, Scene, TurnShown, WayShown } from "../types.js" */
/** @import { Board } from "./board.js" */
/** @import { Picker } from "./picker.js" */

/** @typedef {{x: number, y: number}} Point */
/**
 * @typedef {{ids: string[], kind: string, place: number, isNumbered?: boolean}} Trail places, look, which of several
 */
/**
 * @typedef {{on: string, words: string, kind: string, corner: "top" | "foot" | "face" | "start" | "above"}} Label
 */

const ASIDE = { x: 0.21, y: 0.85 }; // of a place, to the trail: beside its symbol, below its name
const APART = 0.06; // of a place, between two trails
const LANE = 5; // px that a walk which comes back keeps to its right: there and back are two lines
const STEP = 8; // px, half of a numbered step
const HIGH = 17; // px of a label
const PADDING = 14; // px around its words
const NARROW = 140; // px: several ways and their chance would lie over whose card it is
const LOW = 44; // px: a label on top of something lower would lie over what is above it
const RINGS = { changed: "is-changed", new: "is-new", gone: "is-gone" };

export class Traces {
  /** @param {Board} board */
  constructor(board) {
    this.board = board;
    /** @type {Trail[]} */ this.trails = [];
    /** The way that is aimed at, or those to choose from. @type {Trail[]} */ this.planned = [];
    /** Where pieces went in the turns since one's own. @type {Map<string, Trail>} */ this.walked = new Map();
    /** @type {Label[]} */ this.labels = [];
    /** @type {SVGSVGElement[]} */ this.layers = [];
    /** @type {Element[]} */ this.ringed = [];
  }

  clear() {
    this.trails = [];
    this.labels = [];
    for (const made of this.ringed) {
      made.classList.remove("by-seat", ...Object.values(RINGS));
      made.querySelector(":scope > .ch")?.remove();
    }
    this.ringed = [];
    this.draw();
  }

  /**
   * What turns have changed; one alone is shown whole, the others faintly.
   * @param {TurnShown[]} turns @param {TurnShown | null} alone @param {string[]} names
   */
  show(turns, alone, names) {
    this.clear();
    turns.forEach((turn, place) => {
      const isFaint = alone !== null && alone !== turn;
      const homes = turn.marks.flatMap(({ on, kind }) => (kind === "new" ? [this.board.spot(on)?.item.at] : []));
      for (const mark of turn.marks)
        if (!homes.includes(mark.on)) this.mark(mark, turn.seat ?? 0, place, isFaint, names[turn.seat ?? 0]);
    });
    this.draw();
  }

  /**
   * @param {MarkShown} mark @param {number} seat @param {number} place @param {boolean} isFaint @param {string} name
   */
  mark({ on, kind, delta = "", path = [] }, seat, place, isFaint, name) {
    const look = `seat-${seat} ${isFaint ? "is-faint" : ""}`;
    if (kind === "trail") {
      this.trails.push({ ids: path, kind: look, place });
      return;
    }
    const told = this.board.part(on);
    const made = told ?? this.board.spot(on)?.made;
    if (!made || isFaint) return;
    made.classList.add("by-seat", RINGS[kind]);
    /** @type {any} */ (made).style.setProperty("--by", `var(--seat-${seat})`);
    this.ringed.push(made);
    const words = kind === "new" ? flagOf(made, name) : delta;
    if (told && delta) told.append(el("span", { class: "ch num", "aria-hidden": "true" }, delta));
    const corner = kind !== "new" ? "top" : made.querySelector(".face") ? "face" : "foot";
    const same = this.labels.find((label) => label.on === on);
    if (told && delta) return;
    if (same && words) same.words = together(same.words, words);
    else if (words) this.labels.push({ on, words, kind: look, corner });
  }

  /**
   * The way one is about to go, step by step; the first, where several lead to what is picked, and the others faintly.
   * @param {Picker} picker
   */
  plan(picker) {
    const { aimed, picks } = picker;
    const ways = aimed ? [aimed] : picker.left().filter(({ on }) => picks.includes(on));
    const paths = ways.flatMap(({ path }) => (path ? [path] : []));
    const planned = paths
      .map((ids, place) => ({ ids, place, kind: `best ${place ? "is-faint" : ""}`, isNumbered: !place }))
      .reverse();
    if (!planned.length && !this.planned.length) return;
    this.planned = planned;
    this.draw();
  }

  /**
   * What somebody leads from place to place leaves a trail, turn by turn.
   * @param {(Scene | null | undefined)[]} scenes one after the other @param {RowShown} row
   * @returns {string[]} where it leads in this turn
   */
  follow(scenes, { turn, seat }) {
    for (const [k, scene] of scenes.entries())
      for (const { id, pieces = [] } of (k && scene?.groups) || [])
        for (const { id: name, tint, at } of pieces) {
          const before = scenes[k - 1]?.groups.find((group) => group.id === id);
          const from = before?.pieces?.find((piece) => piece.id === name)?.at;
          if (tint !== `seat-${seat}` || !at || !from || at === from) continue;
          const key = `${turn} ${name}`;
          for (const [past, { kind }] of this.walked)
            if (kind === tint && !past.startsWith(`${turn} `)) this.walked.delete(past); // of each the last turn
          const trail = this.walked.get(key) ?? { ids: [from], kind: tint, place: seat ?? 0 };
          trail.ids.push(at);
          this.walked.set(key, trail);
        }
    this.trails = [...this.walked.values()];
    this.draw();
    return [...this.walked].flatMap(([key, { ids }]) => (key.startsWith(`${turn} `) ? ids : []));
  }

  /**
   * The ways of a hint: where each ends, and the one in focus step by step; a walk as a line, then what is touched.
   * @param {WayShown[]} ways @param {number} shown
   */
  lead(ways, shown) {
    this.clear();
    const paths = ways.map(({ path }) => path.filter((id) => this.board.spot(id)));
    if (ways[shown]) this.leadAlong(ways[shown], paths[shown]);
    const ends = Map.groupBy(ways.keys(), (k) => paths[k].at(-1));
    // a chip says the chances of those that end alike; the shelf says them of what is low, or close to others
    for (const [on, alike] of ends) {
      if (!on) continue;
      const { height = 0, width = 0 } = this.board.spot(on)?.made.getBoundingClientRect() ?? {};
      const isLow = height < LOW;
      const isNarrow = isPhone() && alike.length > 1 && width < NARROW;
      const share = isLow || isNarrow ? "" : between(shareOf(ways[alike[0]]), shareOf(ways[alike[alike.length - 1]]));
      const number = alike.map((k) => k + 1).join(", ");
      const kind = alike.includes(shown) ? "best is-on" : "best";
      if (isLow) this.labels = this.labels.filter((label) => label.on !== on); // there is no room for a step, too
      const isStep = this.labels.some((label) => label.on === on);
      const words = share ? `${number} · ${share}` : isStep ? say("Way {number}", { number }) : number;
      this.labels.push({ on, words, kind, corner: isLow ? "start" : isStep && width < NARROW ? "foot" : "above" });
    }
    this.draw();
  }

  /** Step by step. @param {WayShown} way @param {string[]} path */
  leadAlong({ walked, then }, path) {
    const steps = walked ? then.filter((id) => this.board.spot(id)) : path.length > 1 ? path : [];
    const done = walked ? path.length : 1;
    if (walked) this.trails.push({ ids: path, kind: "best", place: 0, isNumbered: true });
    for (const [k, on] of steps.entries())
      this.labels.push({ on, words: String(done + k), kind: "best is-step", corner: "start" });
  }

  /** Draws everything where it is now; what is still turning up is labelled again where it comes to lie. */
  draw() {
    for (const layer of this.layers) layer.remove();
    this.layers = [];
    for (const trail of [...this.trails, ...this.planned]) this.drawTrail(trail);
    for (const label of this.labels) this.drawLabel(label);
    const turning = this.labels.flatMap(({ on }) => this.board.spot(on)?.made.getAnimations() ?? []);
    if (turning.length) Promise.allSettled(turning.map(({ finished }) => finished)).then(() => this.draw());
  }

  /** The layer over the group in which something lies. @param {string} group */
  layer(group) {
    const home = this.board.views.get(group)?.element;
    if (!home) return null;
    let layer = this.layers.find((made) => made.parentNode === home);
    if (!layer) {
      layer = svg("svg", { class: "traces", "aria-hidden": "true" });
      this.layers.push(layer);
      home.append(layer);
    }
    return layer;
  }

  /** Where something is on the layer of its group; nothing where it is folded away. @param {string} id */
  box(id) {
    const spot = this.board.spot(id);
    const box = spot?.made.getBoundingClientRect();
    const layer = spot && box?.width ? this.layer(spot.group) : null;
    const home = layer?.getBoundingClientRect();
    if (!layer || !home || !box) return null;
    return { layer, x: box.left - home.left, y: box.top - home.top, w: box.width, h: box.height };
  }

  /** @param {Trail} trail */
  drawTrail({ ids, kind, place, isNumbered }) {
    const boxes = ids.map((id) => this.box(id)).filter((box) => box !== null);
    if (boxes.length < 2) return;
    const aside = APART * Math.ceil(place / 2) * (place % 2 ? 1 : -1); // to either side in turn
    const middles = boxes.map(({ x, y, w, h }) => ({ x: x + w * (ASIDE.x + aside), y: y + h * (ASIDE.y - aside) }));
    const turns = new Set(ids).size < ids.length ? inLanes(middles) : middles.map((middle) => [middle]);
    const points = turns.map(([point]) => point);
    const d = `M${turns
      .flat()
      .map(({ x, y }) => `${x.toFixed(1)} ${y.toFixed(1)}`)
      .join("L")}`;
    boxes[0].layer.append(
      svg(
        "g",
        { class: `trail ${kind}` },
        svg("path", { class: "halo", d }),
        svg("path", { class: "way", d }),
        svg("circle", { class: "begun", cx: points[0].x, cy: points[0].y, r: 5.5 }),
        ...(isNumbered ? points.slice(1).flatMap((point, k) => numbered(point, k + 1)) : []),
      ),
    );
  }

  /** @param {Label} label */
  drawLabel({ on, words, kind, corner }) {
    const box = this.box(on);
    if (!box) return;
    const wide = widthOf(words, "letter") + PADDING;
    const { x, y, w, h, layer } = box;
    const left = { start: x - 5, above: x + (w - wide) / 2, top: x + w - wide / 2, foot: x + w - wide, face: x + 5 };
    const top = { start: y - 8, above: y - HIGH / 2 - 4, top: y - 8, foot: y + h - 7, face: y - 8 };
    const most = layer.getBoundingClientRect().width - wide + 10;
    layer.append(
      svg(
        "g",
        {
          class: `label ${kind}`,
          transform: `translate(${Math.max(0, Math.min(left[corner], most)).toFixed(1)} ${top[corner].toFixed(1)})`,
        },
        svg("rect", { width: wide, height: HIGH, rx: HIGH / 2 }),
        svg("text", { x: wide / 2, y: 12.5, "text-anchor": "middle" }, words),
      ),
    );
  }
}

/** @param {Point} point @param {number} number */
const numbered = ({ x, y }, number) => [
  svg("circle", { class: "step", cx: x, cy: y, r: STEP }),
  svg("text", { x, y: y + 4, "text-anchor": "middle" }, String(number)),
];

/** What several changed, as one number if it is one. @param {string} one @param {string} other */
const together = (one, other) => {
  const sum = [one, other].reduce((all, words) => all + Number(words.replace("−", "-")), 0);
  return Number.isNaN(sum) ? `${one} ${other}` : `${sum > 0 ? "+" : ""}${written(sum)}`;
};

/** From one share to another, as one sign if they are the same. @param {string} most @param {string} least */
const between = (most, least) => (most === least ? most : `${most.replace(/\D+$/, "")}–${least}`);

/** Whose doing something new is; by an initial, where a name would hang over what lies beside it. */
const flagOf = (/** @type {Element} */ made, /** @type {string} */ name) => {
  const by = (/** @type {string} */ called) => say("new, by {name}", { name: called });
  const { offsetWidth = made.getBoundingClientRect().width } = /** @type {HTMLElement} */ (made); // though it turns up
  const room = offsetWidth * (made.querySelector(".face") ? 0.6 : 1); // a price may stand there, too
  const isLong = widthOf(by(name), "letter") + PADDING > room;
  return by(isLong ? name.slice(0, 1) : name);
};

/**
 * The corners of a walk that keeps to its right; where it turns back, or aslant, it has two there.
 * @param {Point[]} middles @returns {Point[][]}
 */
function inLanes(middles) {
  const asides = middles.slice(1).map(({ x, y }, k) => {
    const [dx, dy] = [x - middles[k].x, y - middles[k].y];
    const by = LANE / (Math.hypot(dx, dy) || 1);
    return { x: -dy * by, y: dx * by };
  });
  return middles.map(({ x, y }, k) => {
    const [before, after] = [asides[k - 1] ?? asides[k], asides[k] ?? asides[k - 1]];
    const isCorner = Math.abs(before.x * after.x + before.y * after.y) < 1;
    if (isCorner) return [{ x: x + before.x + after.x, y: y + before.y + after.y }];
    return [before, after].map((aside) => ({ x: x + aside.x, y: y + aside.y }));
  });
}
