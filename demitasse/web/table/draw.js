/** Draws places and pieces as SVG, each at the origin of its own coordinates. */

import { svg, use } from "../ui/elements.js";
import { widthOf, wrap } from "./fit.js";

/** @typedef {import("../types.js").Place} Place */
/** @typedef {import("../types.js").Piece} Piece */
/** @typedef {import("../types.js").Part} Part */
/** @typedef {Record<string, string>} Grounds */

/** @param {Place} place @param {Grounds} grounds @returns {Node[]} */
export function drawPlace(place, grounds) {
  if (place.shape === "board") return board(place);
  const { w, h } = place;
  const drawn = [shape(place, grounds)];
  if (place.shape === "cup") drawn.push(...cup(w, h));
  if (place.symbol) {
    const lines = place.text ? wrap(place.text, w - 6, "small").length : 0;
    const size = Math.min(Math.min(w, h) * 0.56, h * 0.88 - 14 * lines);
    const count = place.count === undefined || place.count === null ? 0 : widthOf(String(place.count), "text") + 9;
    drawn.push(
      picture(
        place.symbol,
        Math.max(3, Math.min((w - size) / 2, w - size - count)),
        h * (place.text ? 0.12 : 0.22),
        size,
        place.tint,
      ),
    );
  }
  if (place.corner) drawn.push(picture(place.corner, 4, 4, Math.min(w, h) * 0.4, place.tint));
  if (place.text) drawn.push(...placeText(place));
  if (place.count !== undefined && place.count !== null)
    drawn.push(line(String(place.count), w - 6, 17, "text num", "end"));
  return drawn;
}

/** @param {Piece} piece @param {Grounds} grounds @returns {Node[]} */
export function drawPiece(piece, grounds) {
  const w = piece.w ?? 36;
  const h = piece.h ?? 36;
  const drawn = [];
  if (piece.title || piece.symbols || piece.ground || piece.face) drawn.push(...card(piece, w, h, grounds));
  else if (piece.symbol)
    drawn.push(
      svg("rect", { class: "shape hit", x: -2, y: -2, width: w + 4, height: h + 4, rx: 8 }),
      picture(piece.symbol, 0, 0, w, piece.tint, h),
    );
  const mark = piece.letter || (piece.count ? String(piece.count) : "");
  if (mark) drawn.push(...badge(mark, w - 6, h - 6));
  return drawn;
}

/** A few letters on a place or piece: what it would bring. @param {string} text @param {number} x @param {number} y */
export function tag(text, x, y) {
  const w = widthOf(text, "text") + 12;
  return svg(
    "g",
    { class: "tag", transform: `translate(${x - w} ${y})`, "aria-hidden": "true" },
    svg("rect", { width: w, height: 21, rx: 10.5 }),
    line(text, w / 2, 15.5, "text", "middle"),
  );
}

/** @param {Element} made @param {string | undefined} tint seat-0 … or a colour */
export function tinted(made, tint) {
  if (tint) /** @type {any} */ (made).style.setProperty("--tint", tint.startsWith("seat-") ? `var(--${tint})` : tint);
  return made;
}

/** @param {Place} place @param {Grounds} grounds */
function shape(place, grounds) {
  const { w, h } = place;
  const kind = `shape ${place.shape ?? "box"}`;
  if (place.shape === "hex") {
    const corners = [
      [w / 4, 0],
      [(w * 3) / 4, 0],
      [w, h / 2],
      [(w * 3) / 4, h],
      [w / 4, h],
      [0, h / 2],
    ];
    return grounded(
      svg("polygon", { class: kind, points: corners.map((corner) => corner.join()).join(" ") }),
      place.ground,
      grounds,
    );
  }
  const rx = place.shape === "round" ? Math.min(w, h) / 2 : place.shape === "cup" ? 16 : Math.min(10, h / 3);
  return grounded(svg("rect", { class: kind, width: w, height: h, rx }), place.ground, grounds);
}

/** A cup with its handle and saucer; what is in it lies above. @param {number} w @param {number} h */
function cup(w, h) {
  const right = w - 18;
  const foot = h - 25;
  return [
    svg("path", { class: "pen bare", d: `M${right} 20h5a9 9 0 0 1 0 26h-5` }),
    svg("path", {
      class: "pen",
      d: `M6 6h${right - 6}v${foot - 34}a28 28 0 0 1-28 28h-${right - 62}a28 28 0 0 1-28-28z`,
    }),
    svg("path", { class: "pen bare", d: `M10 ${foot + 4}h${w - 30}` }),
  ];
}

/** @param {Place} place */
function placeText(place) {
  const { w, h } = place;
  const text = /** @type {string} */ (place.text);
  if (place.shape === "hex") return [line(text, w / 7, h / 2 + 5, "small", "middle")];
  if (place.shape === "round" || h < 34)
    return [line(text, w / 2, h / 2 + 5, place.state === "dead" ? "text struck" : "text", "middle")];
  const lines = wrap(text, w - 6, "small");
  const foot = place.shape === "cup" ? h - 6 : h - 7;
  const from = place.shape === "bare" && !place.symbol ? h / 2 + 5 + 7.5 * (lines.length - 1) : foot;
  return lines.map((words, k) => line(words, w / 2, from - 15 * (lines.length - 1 - k), "small", "middle"));
}

/** A chalkboard in a wooden frame, with a ledge at its foot. @param {Place} place */
function board(place) {
  const { w, h } = place;
  /** @type {Element[]} */
  const drawn = [
    svg("rect", { class: "shape wood", width: w, height: h, rx: 10 }),
    svg("rect", { class: "slate", x: 5, y: 5, width: w - 10, height: h - 47, rx: 5 }),
    svg("rect", { class: "ledge", x: 5, y: h - 41, width: w - 10, height: 36, rx: 4 }),
  ];
  if (place.tint)
    drawn.push(tinted(svg("rect", { class: "owner", x: 3, y: 3, width: w - 6, height: h - 6, rx: 8 }), place.tint));
  drawn.push(
    svg("circle", { class: "ring", cx: 23, cy: 23, r: 11 }),
    line(place.text ?? "", 23, 28, "text chalk", "middle"),
  );
  if (place.symbol) drawn.push(picture(place.symbol, w - 42, 9, 32));
  let top = 55;
  for (const words of wrap(place.title ?? "", w - 22, "title")) {
    drawn.push(line(words, 12, top, "title chalk"));
    top += 17;
  }
  for (const words of wrap(place.note ?? "", w - 22, "small")) {
    drawn.push(line(words, 12, top, "small faded"));
    top += 15;
  }
  return drawn;
}

/** @param {Piece} piece @param {number} w @param {number} h @param {Grounds} grounds */
function card(piece, w, h, grounds) {
  const drawn = [grounded(svg("rect", { class: "shape card", width: w, height: h, rx: 8 }), piece.ground, grounds)];
  const each = piece.worth ? 28 : 23;
  let top = 20;
  for (const words of wrap(piece.title ?? "", w - (piece.worth ? 48 : piece.corner ? 36 : 14), "title")) {
    drawn.push(line(words, 8, top, "title"));
    top += 17;
  }
  if (piece.symbol) {
    const size = Math.min(w, h) * 0.6;
    drawn.push(picture(piece.symbol, (w - size) / 2, (h - size) / 2, size, piece.tint));
  }
  const symbols = piece.symbols ?? [];
  const step = Math.min(each + 1, (w - 14 - each) / Math.max(1, symbols.length - 1));
  symbols.forEach((name, k) => {
    const drawing = picture(name, 7 + step * k, piece.worth ? top - 4 : Math.min(top - 10, h - each - 4), each);
    if (piece.lacking?.includes(k)) drawing.classList.add("lacking");
    drawn.push(drawing);
  });
  for (const part of piece.face ?? []) drawn.push(...facePart(part, grounds));
  if (piece.worth)
    drawn.push(picture(piece.corner ?? "", w - 40, 1, 38), line(piece.worth, w - 21, 26, "star num", "middle"));
  else if (piece.corner) drawn.push(picture(piece.corner, w - 27, 4, 23));
  const lines = wrap(piece.note ?? "", w - 14, "small");
  lines.forEach((words, k) => drawn.push(line(words, 8, h - 8 - 15 * (lines.length - 1 - k), "small")));
  return drawn;
}

/** @param {Part} part @param {Grounds} grounds */
function facePart(part, grounds) {
  const size = Math.min(part.w, part.h) * 0.7;
  const drawn = [
    grounded(
      svg("rect", { class: "shape part", x: part.x, y: part.y, width: part.w, height: part.h, rx: part.h / 8 }),
      part.ground,
      grounds,
    ),
  ];
  if (part.symbol)
    drawn.push(
      picture(
        part.symbol,
        part.text ? part.x + 2 : part.x + (part.w - size) / 2,
        part.y + (part.h - size) / 2,
        size,
        part.tint,
      ),
    );
  if (part.text) drawn.push(line(part.text, part.x + part.w - 4, part.y + part.h - 5, "small", "end"));
  return drawn;
}

/** @param {string} mark @param {number} x @param {number} y */
const badge = (mark, x, y) => [
  svg("circle", { class: "badge", cx: x, cy: y, r: 9 }),
  line(mark, x, y + 4, "letter num", "middle"),
];

/** @param {string} name @param {number} x @param {number} y @param {number} w @param {string} [tint] @param {number} [h] */
const picture = (name, x, y, w, tint = "", h = w) =>
  tinted(use(name, { class: "sym", x, y, width: w, height: h }), tint);

/** @param {string} words @param {number} x @param {number} y @param {string} kind @param {string} [anchor] */
const line = (words, x, y, kind, anchor = "") =>
  svg("text", { x, y, class: kind.replace(/^\w+/, "t-$&"), "text-anchor": anchor || null }, words);

/** @param {Element} made @param {string | undefined} ground @param {Grounds} grounds */
function grounded(made, ground, grounds) {
  if (ground && grounds[ground]) {
    made.classList.add("on-ground");
    /** @type {any} */ (made).style.setProperty("--ground", grounds[ground]);
  }
  return made;
}
