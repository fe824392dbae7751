/** What another has, in three sizes: one button that shows a summary of a scene. CSS chooses by the room there is. */

import { el, symbol, written } from "../ui/elements.js";
import { say } from "../ui/language.js";
import { foretell } from "./foretell.js";

/** @import { Cell, Fact, Item, Line, Summary, Tile } from "../types.js" */
/** @import { Child } from "../ui/elements.js" */
/** @typedef {Record<string, string>} Grounds */

export class SummaryView {
  /** @param {() => void} open shows the board of its seat */
  constructor(open) {
    this.element = el("button", { type: "button", class: "summary", "aria-expanded": "false", onclick: open });
    /** @type {Summary | null} */ this.summary = null;
    this.sign = "";
    this.standing = ""; // a bot's level, or that somebody is away
  }

  /** Says what stands beside the name. @param {string} standing */
  call(standing) {
    if (standing === this.standing) return;
    this.standing = standing;
    const name = this.element.querySelector(".s-head > .name");
    if (this.summary && name) name.replaceWith(drawName(this.summary.name, standing));
  }

  /** @param {Summary} summary @param {Grounds} grounds */
  show(summary, grounds) {
    const sign = JSON.stringify([summary, grounds]);
    if (sign === this.sign) return;
    this.sign = sign;
    this.summary = summary;
    this.element.setAttribute("aria-label", summary.label);
    this.element.classList.toggle("is-turn", summary.now === "turn");
    this.element.replaceChildren(...drawSummary(summary, grounds, this.standing));
  }

  /** What its numbers would be. @param {Summary | null} after */
  foretell(after) {
    foretell(this.element, numbersOf(this.summary), after && numbersOf(after));
  }

  /**
   * What of it is so called: its score, or one of its facts, or of what stands in a line of a kind.
   * @param {string} part @param {string} number
   */
  part(part, number) {
    if (part === "score") return this.element.querySelector(".score");
    if (part === "facts") return this.element.querySelector(`[data-number="fact ${number}"]`);
    const things = `.s-${part} :is(.tile, .cell, .card, .order, .fact), .s-${part} > [title]`;
    return this.element.querySelectorAll(things)[Number(number)];
  }

  /** Where this seat is on the screen. */
  get dot() {
    return this.element.querySelector(".dot");
  }
}

/** @param {Summary | null} summary @returns {Record<string, string>} */
const numbersOf = (summary) => ({
  ...(summary ? { score: written(summary.score) } : {}),
  ...Object.fromEntries((summary?.facts ?? []).map(({ value }, k) => [`fact ${k}`, value])),
});

/**
 * All that is in a summary; only spans, for it stands in a button.
 * @param {Summary} summary @param {Grounds} grounds @param {string} standing
 */
function drawSummary(summary, grounds, standing) {
  const facts = (summary.facts ?? []).map((fact, k) => drawFact(fact, `fact ${k}`));
  return [
    drawHead(summary, standing),
    ...besides(summary.lines ?? []).map((lines) => drawLines(lines, grounds)),
    span("s-facts", ...facts, drawNow(summary)),
    span("s-chip", ...(summary.chip ?? []).map((fact) => drawFact(fact)), drawNow(summary)),
  ];
}

/** @param {string} name @param {string} standing */
const drawName = (name, standing) => span("name", name, standing && el("small", { class: "level" }, ` ${standing}`));

/** @param {Summary} summary @param {string} standing */
function drawHead({ name, badges, score }, standing) {
  const signs = (badges ?? []).map((tile) =>
    el("span", { class: tile.tone ?? "", title: tile.label }, ...symbols(tile.symbols)),
  );
  return span(
    "s-head",
    el("span", { class: "dot", "aria-hidden": "true" }, name.trim().slice(0, 1)),
    drawName(name, standing),
    signs.length > 0 && span("s-badges", ...signs),
    el("span", { class: "score", "data-number": "score" }, written(score)),
  );
}

/** @param {Summary} summary */
function drawNow({ now }) {
  if (now === "decided") return span("s-now fact good", symbol("ui-check", "ico"), span("words", say("decided")));
  return now === "thinking" && span("s-now fact", symbol("ui-clock", "ico"), span("words", say("thinking")));
}

/** Lines that stand beside each other together. @param {Line[]} lines @returns {Line[][]} */
function besides(lines) {
  /** @type {Line[][]} */ const found = [];
  for (const line of lines) {
    if (line.beside) found[found.length - 1].push(line);
    else found.push([line]);
  }
  return found;
}

/** @param {Line[]} lines @param {Grounds} grounds */
function drawLines([first, ...others], grounds) {
  const drawn = drawLine(first, grounds);
  return others.length
    ? span("s-pair", drawn, span("s-beside", ...others.map((line) => drawLine(line, grounds))))
    : drawn;
}

/** @param {Line} line @param {Grounds} grounds */
function drawLine(line, grounds) {
  const content = {
    map: () => [drawMap(line.cells ?? [], grounds)],
    way: () => drawWay(line),
    cards: () => (line.items ?? []).map(drawCard),
    urgent: () => (line.items ?? []).map(drawUrgent),
  }[line.kind];
  return span(
    `s-line s-${line.kind}`,
    ...(content ? content() : (line.tiles ?? []).map((tile) => drawTile(tile, line.kind))),
  );
}

/** @param {Tile} tile @param {string} kind */
function drawTile({ label, symbols: names, text, marks, tone }, kind) {
  const cards = marks && marks.map((mark) => el("i", { class: `mark ${mark}` }));
  return el(
    "span",
    { class: `tile ${tone ?? ""}`, title: label },
    kind === "sums" && span("words", label),
    ...symbols(names),
    text && span("t", text),
    ...(cards ?? []),
  );
}

/** A number with what it counts. @param {Fact} fact @param {string} [number] its name, for what it would become */
export function drawFact({ label, value, symbol: name, of, tone, words }, number = "") {
  return el(
    "span",
    { class: `fact ${tone ?? ""}`, title: label, "data-number": number || null },
    name && symbol(name, name.startsWith("ui-") ? "ico" : "sym"),
    span("t", value, of && span("of", `/${of}`)),
    words && span("words", words),
  );
}

/** @param {Line} line */
function drawWay({ track, facts }) {
  if (!track) return [];
  const way = span("way", el("i", {}), span("at", ...symbols([track.symbol ?? ""])));
  way.style.setProperty("--part", String(Math.min(1, track.now / track.most)));
  return [
    span("t", String(track.now), span("of", `/${track.most}`)),
    way,
    ...(facts ?? []).map((fact) => drawFact(fact)),
  ];
}

/** @param {Cell[]} cells @param {Grounds} grounds */
function drawMap(cells, grounds) {
  const plan = span("s-plan", ...cells.map((cell) => drawCell(cell, grounds)));
  plan.style.setProperty("--w", String(Math.max(...cells.map(({ x, w }) => x + (w ?? 1)))));
  plan.style.setProperty("--h", String(Math.max(...cells.map(({ y, h }) => y + (h ?? 1)))));
  return plan;
}

/** @param {Cell} cell @param {Grounds} grounds */
function drawCell({ x, y, w, h, ground, symbol: name, tint, piece, count, text, state }, grounds) {
  const made = el(
    "span",
    { class: `cell ${state ?? ""} ${piece ? "laden" : ""}` },
    ...symbols([name ?? "", piece ?? ""]),
    (count ?? 0) > 1 && span("count", String(count)),
    text && span("t", text),
  );
  const given = { x, y, w: w ?? 1, h: h ?? 1, ground: grounds[ground ?? ""], tint };
  for (const [key, value] of Object.entries(given))
    if (value !== undefined) made.style.setProperty(`--${key}`, String(value));
  return made;
}

/** @param {Item} item */
function drawCard({ label, tone, note, does }) {
  const signs = (does ?? []).map(({ text, symbol: name, ring }) =>
    span(ring ? "ring" : "sign", ...symbols([name ?? ""]), text ?? ""),
  );
  return el(
    "span",
    { class: `card ${tone ?? ""}`, title: note ?? "" },
    span("name", label),
    tone === "held" && span("note", note ?? ""),
    span("does", ...signs),
  );
}

/** @param {Item} item */
const drawUrgent = ({ label, tone, note, symbols: names }) =>
  span(`order ${tone ?? ""}`, span("note", note ?? ""), span("name", label), span("needs", ...symbols(names)));

/** @param {string} kind @param {...Child} children */
const span = (kind, ...children) => el("span", { class: kind }, ...children);

/** @param {string[]} [names] */
const symbols = (names) => (names ?? []).filter(Boolean).map((name) => symbol(name));
