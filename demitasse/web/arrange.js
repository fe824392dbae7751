/** Finds columns for the groups of a table, so that they are as large as the window allows. */

/** @typedef {{id: string, width: number, height: number, primary: boolean, plane: boolean}} Box */
/** @typedef {{columns: {ids: string[], width: number}[], height: number}} Arrangement */

const HEAD = 46; // px of a group's head and padding
const PAD = 24; // px around its picture
const GAP = 12;
const MOST = 1.45; // how far a picture is enlarged
const LEAST = 0.72; // a smaller picture is not worth it: the page scrolls instead
const PLANE = 0.78; // height by width of a window into something without end

/**
 * The best way to lay the boxes, in their order, into at most so many columns of a room.
 * @param {Box[]} boxes
 * @param {number} width
 * @param {number} height what can be seen without scrolling
 * @param {number} most columns
 * @returns {Arrangement}
 */
export function arrange(boxes, width, height, most) {
  const ways = partitions(boxes, most).map((columns) => measure(columns, width, height));
  return ways.reduce((best, way) => (way.worth > best.worth + 0.01 ? way : best));
}

/** Every way to cut a list into runs. @param {Box[]} boxes @param {number} most @returns {Box[][][]} */
function partitions(boxes, most) {
  if (most === 1 || boxes.length <= 1) return [[boxes]];
  const found = [[boxes]];
  for (let cut = 1; cut < boxes.length; cut += 1) {
    for (const rest of partitions(boxes.slice(cut), most - 1)) found.push([boxes.slice(0, cut), ...rest]);
  }
  return found;
}

/**
 * Columns of one height: a column of width c is c × slope + heads high.
 * @param {Box[][]} columns @param {number} width @param {number} height
 */
function measure(columns, width, height) {
  const lines = columns.map((boxes) => ({
    slope: boxes.reduce((sum, box) => sum + shape(box), 0),
    heads: boxes.reduce((sum) => sum + HEAD + GAP, -GAP) - boxes.reduce((sum, box) => sum + shape(box) * PAD, 0),
  }));
  const room = width - GAP * (columns.length - 1);
  const all = (room + lines.reduce((sum, { slope, heads }) => sum + heads / slope, 0)) / lines.reduce((sum, { slope }) => sum + 1 / slope, 0);
  const most = Math.max(height, ...columns.map((boxes, k) => tall(boxes, lines[k])));
  const high = Math.min(all, most);
  const widths = columns.map((boxes, k) => Math.min((high - lines[k].heads) / lines[k].slope, room, Math.max(...boxes.map((box) => (box.plane ? room : box.width * MOST + PAD)))));
  const spare = room - widths.reduce((sum, each) => sum + each, 0);
  const plane = columns.findIndex((boxes) => boxes.some((box) => box.plane));
  if (plane >= 0 && spare > 0) widths[plane] += spare;
  const scales = columns.flatMap((boxes, k) => boxes.map((box) => Math.min(MOST, (widths[k] - PAD) / box.width) / (box.primary ? 1 : 0.75)));
  const over = Math.max(0, high - height) / height;
  const worth = Math.min(...scales) + 0.1 * (scales.reduce((sum, scale) => sum + scale, 0) / scales.length) - over;
  return { columns: columns.map((boxes, k) => ({ ids: boxes.map((box) => box.id), width: Math.floor(widths[k]) })), height: high, worth };
}

/** The height of a column whose pictures are as small as they may be. @param {Box[]} boxes @param {{slope: number, heads: number}} line */
const tall = (boxes, { slope, heads }) => Math.max(...boxes.map((box) => (box.plane ? 320 : box.width * LEAST + PAD))) * slope + heads;

/** @param {Box} box */
const shape = (box) => (box.plane ? PLANE : box.height / box.width);
