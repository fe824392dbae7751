/** Draws places and pieces as SVG, each at the origin of its own coordinates. */

import { svg, use } from "../ui/elements.js";
import { widthOf, wrap } from "./fit.js";
import measures from "./measures.js";
import { sizeOf } from "./spots.js";

/** @typedef {import("../types.js").Place} Place */
/** @typedef {import("../types.js").Piece} Piece */
/** @typedef {import("../types.js").Part} Part */
/** @typedef {Record<string, string>} Grounds */
/** @typedef {import("./fit.js").Kind} Kind */

// The numbers that Python's pictures have, too (core/svg.py draws the same).
const { board: BOARD, card: CARD, cup: CUP, letters: LETTERS, part: PART, piece: PIECE, place: PLACE } = measures;
const { post: POST, shop: SHOP, sign: SIGN } = measures;
const TAG = { high: 21, margin: 6, down: 15.5 };
const LARGE_TAG = { high: 30, margin: 8, down: 22, symbol: 26 };
const DRAWN = { board, rope, sign, number }; // the shapes that are no outline with words in it

/** @param {Place} place @param {Grounds} grounds @returns {Node[]} */
export function drawPlace(place, grounds) {
  const special = DRAWN[/** @type {keyof typeof DRAWN} */ (place.shape)];
  if (special) return special(place);
  const { w, h } = place;
  const drawn = [shape(place, grounds)];
  if (place.shape === "cup") drawn.push(...cup(w, h));
  if (place.shape === "shop") drawn.push(...awning(w));
  if (place.seams) drawn.push(svg("path", { class: "seam", d: place.seams, transform: back(place) }));
  if (place.symbol && place.shape !== "shop") drawn.push(placeSymbol(place, place.symbol)); // a front tells itself
  if (place.corner)
    drawn.push(picture(place.corner, PLACE.inset, PLACE.inset, Math.min(w, h) * PLACE.corner, place.tint));
  if (place.shape === "hex") drawn.push(...hexText(place));
  else if (place.text) drawn.push(...placeText(place));
  if (place.shape === "square") drawn.push(line(place.note ?? "", PLACE.inset, PLACE.count_down, "small"));
  if (hasCount(place))
    drawn.push(line(`${place.count}`, w - PLACE.count_right, PLACE.count_down, "text", "num", "end"));
  return drawn;
}

/** @param {Piece} piece @param {Grounds} grounds @returns {Node[]} */
export function drawPiece(piece, grounds) {
  const { w, h } = sizeOf(piece);
  const drawn = [];
  if (piece.title || piece.symbols || piece.ground || piece.face) drawn.push(...card(piece, w, h, grounds));
  else if (piece.symbol) drawn.push(hit(w, h), picture(piece.symbol, 0, 0, w, piece.tint, h));
  const mark = piece.letter || (piece.count ? String(piece.count) : "");
  if (mark) drawn.push(...badge(mark, w - PIECE.badge_in, h - PIECE.badge_in));
  return drawn;
}

/**
 * A few letters on a place or piece: what it would bring.
 * @param {string} text @param {number} x where it ends, or its middle @param {number} y
 * @param {"end" | "middle"} [anchor]
 */
export function tag(text, x, y, anchor = "end") {
  const w = widthOf(text, "text") + 2 * TAG.margin;
  const left = anchor === "end" ? x - w : x - w / 2;
  return svg(
    "g",
    { class: "tag", transform: `translate(${left} ${y})`, "aria-hidden": "true" },
    svg(
      "g",
      { class: `tag-body ${anchor}` },
      svg("rect", { width: w, height: TAG.high, rx: TAG.high / 2 }),
      line(text, w / 2, TAG.down, "text", "", "middle"),
    ),
  );
}

/**
 * What it costs, large, on a hexagon: a few letters and what is counted.
 * @param {string} text @param {string} name @param {number} x of its middle @param {number} y
 */
export function largeTag(text, name, x, y) {
  const { high, margin, down, symbol: side } = LARGE_TAG;
  const wide = widthOf(text, "tag");
  const w = wide + 2 * margin + (name ? side : 0);
  return svg(
    "g",
    { class: "tag large", transform: `translate(${x - w / 2} ${y - high / 2})`, "aria-hidden": "true" },
    svg("rect", { width: w, height: high, rx: high / 2 }),
    line(text, margin, down, "tag"),
    name && use(name, { class: "sym", x: margin + wide + 1, y: (high - side) / 2, width: side, height: side }),
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
  if (place.shape === "region")
    return grounded(svg("path", { class: kind, d: place.d ?? "", transform: back(place) }), place.ground, grounds);
  const radii = { round: Math.min(w, h) / 2, cup: CUP.radius };
  const rx =
    radii[/** @type {keyof typeof radii} */ (place.shape)] ?? Math.min(PLACE.radius, Math.min(w, h) / PLACE.flat);
  return grounded(svg("rect", { class: kind, width: w, height: h, rx }), place.ground, grounds);
}

/** From a place's own coordinates to its group's. @param {Place} place */
const back = ({ x, y }) => `translate(${-x} ${-y})`;

/** The awning of a shop: stripes in turn, with a hem of arcs. @param {number} w */
function awning(w) {
  const number = 2 * Math.round(w / SHOP.stripe / 2);
  const wide = w / number;
  const { top, drop, hem } = SHOP;
  const stripes = Array.from({ length: number }, (_, k) =>
    svg("path", {
      class: `stripe ${k % 2 ? "stripe-b" : ""}`,
      d: `M${k * wide} ${top}h${wide}v${drop}a${wide / 2} ${hem} 0 0 1 ${-wide} 0z`,
    }),
  );
  const arcs = `a${wide / 2} ${hem} 0 0 0 ${wide} 0`.repeat(number);
  return [...stripes, svg("path", { class: "hem", d: `M0 ${top + drop}${arcs}v${-drop}h${-w}z` })];
}

/** A cup with its handle and saucer; what is in it lies above. @param {number} w @param {number} h */
function cup(w, h) {
  const right = w - CUP.handle_right;
  const foot = h - CUP.foot;
  const { bowl, rim, handle_neck: neck, handle_curve: curve } = CUP;
  const wall = foot - rim - bowl;
  const floor = right - rim - 2 * bowl;
  const round = `a${bowl} ${bowl} 0 0 1`;
  return [
    svg("path", {
      class: "pen bare",
      d: `M${right} ${CUP.handle_top}h${neck}a${curve} ${curve} 0 0 1 0 ${CUP.handle_high}h${-neck}`,
    }),
    svg("path", {
      class: "pen",
      d: `M${rim} ${rim}h${right - rim}v${wall}${round} ${-bowl} ${bowl}h${-floor}${round} ${-bowl} ${-bowl}z`,
    }),
    svg("path", { class: "pen bare", d: `M${CUP.saucer_left} ${foot + CUP.saucer_down}h${w - CUP.saucer_short}` }),
  ];
}

/** What can be hit of a piece that is only a symbol. @param {number} w @param {number} h */
function hit(w, h) {
  const edge = PIECE.edge;
  const box = { x: -edge, y: -edge, width: w + 2 * edge, height: h + 2 * edge };
  return svg("rect", { class: "shape hit", ...box, rx: PIECE.radius });
}

/** A symbol above the words of its place, beside its count. @param {Place} place @param {string} symbol */
function placeSymbol(place, symbol) {
  const { w, h } = place;
  const words = place.text ? LETTERS.small.line * wrap(place.text, w - 2 * PLACE.margin, "small").length : 0;
  const size = Math.min(Math.min(w, h) * PLACE.symbol, h * PLACE.bottom - words);
  const count = hasCount(place) ? widthOf(`${place.count}`, "text") + PLACE.count_room : 0;
  const x = Math.max(PLACE.margin, Math.min((w - size) / 2, w - size - count));
  return picture(symbol, x, h * (place.text ? PLACE.top_over_words : PLACE.top), size, place.tint);
}

/** @param {Place} place */
const hasCount = (place) => place.count !== undefined && place.count !== null;

/** @param {Place} place */
function placeText(place) {
  const { w, h, shape } = place;
  const text = place.text ?? "";
  const kind = shape === "round" || h < PLACE.low ? "text" : "small";
  const lines = wrap(text, w - 2 * PLACE.margin, kind);
  const isCentred = kind === "text" || (shape === "bare" && !place.symbol);
  const { line: high } = LETTERS[kind];
  const foot = isCentred
    ? h / 2 + PLACE.middle + (high / 2) * (lines.length - 1)
    : h - (shape === "cup" ? CUP.words : PLACE.foot);
  const more = place.state === "dead" ? "struck" : "";
  return lines.map((words, k) => line(words, w / 2, foot - high * (lines.length - 1 - k), kind, more, "middle"));
}

/** What a hexagon is called: in its middle, or at its left beside what lies in it. @param {Place} place */
function hexText({ w, h, text, mark }) {
  return [
    ...(text ? [line(text, w / 2, h / 2 + PLACE.large, "floor", "", "middle")] : []),
    ...(mark ? [line(mark, w / PLACE.side, h / 2 + PLACE.middle, "side", "", "middle")] : []),
  ];
}

/** A post with rope around it. @param {Place} place */
function rope({ w, h }) {
  const { radius, first, each, inset, slope } = POST;
  const d = Array.from({ length: Math.floor((h - first) / each) + 1 }, (_, k) => first + k * each)
    .map((y) => `M${inset} ${y}l${w - 2 * inset} ${-slope}`)
    .join("");
  return [svg("rect", { class: "shape rope", width: w, height: h, rx: radius }), svg("path", { class: "strand", d })];
}

/** Paper in a wooden frame. @param {Place} place */
function sign({ w, h }) {
  const { radius, frame, inner } = SIGN;
  const paper = { x: frame, y: frame, width: w - 2 * frame, height: h - 2 * frame, rx: inner };
  return [
    svg("rect", { class: "shape wood", width: w, height: h, rx: radius }),
    svg("rect", { class: "paper-of", ...paper }),
  ];
}

/** A number that is open, ringed or crossed out. @param {Place} place */
function number({ w, h, text = "", state }) {
  const kind = text.length > SIGN.long ? "side" : h >= SIGN.large ? "figure" : "digit";
  const middle = h / 2 + LETTERS[kind].size * 0.36;
  const [x, y] = [w * SIGN.cross, h * (1 - SIGN.cross)];
  return [
    line(text, w / 2, middle, kind, "", "middle"),
    ...(state === "done" ? [svg("circle", { class: "ringed", cx: w / 2, cy: h / 2, r: h / 2 - SIGN.ring })] : []),
    ...(state === "dead" ? [svg("path", { class: "cross", d: `M${x} ${y}L${w - x} ${h - y}` })] : []),
  ];
}

/** A chalkboard in a wooden frame, with a ledge at its foot. @param {Place} place */
function board(place) {
  const { w, h } = place;
  const { frame, ledge, owner, ring } = BOARD;
  const inner = w - 2 * frame;
  const slate = h - frame - ledge - BOARD.ledge_gap - frame;
  /** @type {Element[]} */
  const drawn = [
    svg("rect", { class: "shape wood", width: w, height: h, rx: BOARD.radius }),
    svg("rect", { class: "slate", x: frame, y: frame, width: inner, height: slate, rx: BOARD.slate_radius }),
    svg("rect", {
      class: "ledge",
      x: frame,
      y: h - frame - ledge,
      width: inner,
      height: ledge,
      rx: BOARD.ledge_radius,
    }),
  ];
  if (place.tint) {
    const box = { x: owner, y: owner, width: w - 2 * owner, height: h - 2 * owner };
    drawn.push(tinted(svg("rect", { class: "owner", ...box, rx: BOARD.owner_radius }), place.tint));
  }
  drawn.push(
    svg("circle", { class: "ring", cx: ring, cy: ring, r: BOARD.ring_radius }),
    line(place.text ?? "", ring, BOARD.number_down, "text", "chalk", "middle"),
  );
  if (place.symbol) drawn.push(picture(place.symbol, w - BOARD.symbol_right, BOARD.symbol_top, BOARD.symbol));
  let top = BOARD.top;
  for (const words of wrap(place.title ?? "", w - BOARD.margin, "title")) {
    drawn.push(line(words, BOARD.left, top, "title", "chalk"));
    top += LETTERS.title.line;
  }
  for (const words of wrap(place.note ?? "", w - BOARD.margin, "small")) {
    drawn.push(line(words, BOARD.left, top, "small", "faded"));
    top += LETTERS.small.line;
  }
  return drawn;
}

/** @param {Piece} piece @param {number} w @param {number} h @param {Grounds} grounds */
function card(piece, w, h, grounds) {
  const box = { width: w, height: h, rx: CARD.radius };
  const drawn = [grounded(svg("rect", { class: "shape card", ...box }), piece.ground, grounds)];
  const margin = piece.worth ? CARD.margin_worth : piece.corner ? CARD.margin_corner : CARD.margin;
  const kind = piece.worth ? "title" : "name"; // a card with its worth on it is a large one
  let top = piece.worth ? CARD.top_worth : CARD.top;
  for (const words of wrap(piece.title ?? "", w - margin, kind)) {
    drawn.push(line(words, CARD.left, top, kind));
    top += LETTERS[kind].line;
  }
  if (piece.symbol) {
    const size = Math.min(w, h) * CARD.symbol;
    drawn.push(picture(piece.symbol, (w - size) / 2, (h - size) / 2, size, piece.tint));
  }
  drawn.push(...cardRow(piece, w, h, top));
  for (const part of piece.face ?? []) drawn.push(...facePart(part, grounds));
  drawn.push(...cardCorner(piece, w));
  const lines = wrap(piece.note ?? "", w - CARD.margin, "small");
  const foot = (/** @type {number} */ k) => h - CARD.foot - LETTERS.small.line * (lines.length - 1 - k);
  lines.forEach((words, k) => drawn.push(line(words, CARD.left, foot(k), "small")));
  return drawn;
}

/**
 * What a card asks for, under its title.
 * @param {Piece} piece
 * @param {number} w
 * @param {number} h
 * @param {number} top
 */
function cardRow(piece, w, h, top) {
  const symbols = piece.symbols ?? [];
  const each = piece.worth ? CARD.row_worth : CARD.row;
  const step = Math.min(each + CARD.row_gap, (w - 2 * CARD.row_left - each) / Math.max(1, symbols.length - 1));
  const y = piece.worth ? top - CARD.row_up_worth : Math.min(top - CARD.row_up, h - each - CARD.row_foot);
  return symbols.map((name, k) => {
    const drawing = picture(name, CARD.row_left + step * k, y, each);
    if (piece.lacking?.includes(k)) drawing.classList.add("lacking");
    return drawing;
  });
}

/** What a card is worth, or its symbol, in the upper right. @param {Piece} piece @param {number} w */
function cardCorner(piece, w) {
  if (piece.worth)
    return [
      picture(piece.corner ?? "", w - CARD.star_right, CARD.star_top, CARD.star),
      line(piece.worth, w - CARD.worth_right, CARD.worth_down, "star", "num", "middle"),
    ];
  return piece.corner ? [picture(piece.corner, w - CARD.corner_right, CARD.corner_top, CARD.corner)] : [];
}

/** The face of a card as a picture of its own. @param {Part[]} face @param {Grounds} grounds */
export function drawFace(face, grounds) {
  const [left, top] = [Math.min(...face.map(({ x }) => x)), Math.min(...face.map(({ y }) => y))];
  const [right, bottom] = [Math.max(...face.map(({ x, w }) => x + w)), Math.max(...face.map(({ y, h }) => y + h))];
  const box = [left - 2, top - 2, right - left + 4, bottom - top + 4].join(" ");
  return svg(
    "svg",
    { class: "face", viewBox: box, "aria-hidden": "true" },
    ...face.flatMap((part) => facePart(part, grounds)),
  );
}

/** @param {Part} part @param {Grounds} grounds */
function facePart(part, grounds) {
  const { x, y, w, h, scale = 1, state = "", shape: as } = part;
  if (as) {
    const place = { ...part, id: "", x: 0, y: 0, w: w / scale, h: h / scale };
    const at = { class: state, transform: `translate(${x} ${y}) scale(${scale})` };
    return [svg("g", at, ...drawPlace(place, grounds))];
  }
  const size = Math.min(w, h) * PART.symbol;
  const box = { x, y, width: w, height: h, rx: h * PART.radius };
  const drawn = [grounded(svg("rect", { class: "shape part", ...box }), part.ground, grounds)];
  if (part.symbol) {
    const left = part.text ? x + PART.left : x + (w - size) / 2;
    drawn.push(picture(part.symbol, left, y + (h - size) / 2, size, part.tint));
  }
  if (part.text) drawn.push(line(part.text, x + w - PART.right, y + h - PART.foot, "small", "", "end"));
  return drawn;
}

/** @param {string} mark @param {number} x @param {number} y */
const badge = (mark, x, y) => [
  svg("circle", { class: "badge", cx: x, cy: y, r: PIECE.badge }),
  line(mark, x, y + PIECE.badge_down, "letter", "num", "middle"),
];

/**
 * @param {string} name
 * @param {number} x
 * @param {number} y
 * @param {number} w
 * @param {string} [tint]
 * @param {number} [h]
 */
const picture = (name, x, y, w, tint = "", h = w) =>
  tinted(use(name, { class: "sym", x, y, width: w, height: h }), tint);

/**
 * @param {string} words
 * @param {number} x
 * @param {number} y
 * @param {Kind} kind
 * @param {string} [more] classes
 * @param {string} [anchor]
 */
function line(words, x, y, kind, more = "", anchor = "") {
  const { family, weight, size } = LETTERS[kind];
  const font = { "font-family": `var(--${family})`, "font-weight": weight, "font-size": size };
  return svg("text", { x, y, ...font, class: `t-${kind} ${more}`.trim(), "text-anchor": anchor || null }, words);
}

/** @param {Element} made @param {string | undefined} ground @param {Grounds} grounds */
function grounded(made, ground, grounds) {
  if (ground && grounds[ground]) {
    made.classList.add("on-ground");
    /** @type {any} */ (made).style.setProperty("--ground", grounds[ground]);
  }
  return made;
}
