/** Finds columns for the groups of a table, so that they are as large as the window allows. */

/** @typedef {{id: string, width: number, height: number, primary: boolean, plane: boolean}} Box */
/** @typedef {{columns: {ids: string[], width: number}[], height: number}} Arrangement */

const HEAD = 46; // px of a group's head and padding
const PAD = 24; // px around its picture
const GAP = 12;
const MOST = 1.45; // how far a picture is enlarged
const LEAST = 0.72; // a smaller picture is not worth it: the page scrolls instead
const PLANE = 0.6; // height by width of a window into something without end, at least
const ASIDE = 0.8; // how large a column is in which nothing matters most

/**
 * The best way to lay the boxes, in their order, into at most so many columns of a room.
 * @param {Box[]} boxes
 * @param {number} width
 * @param {number} height what can be seen without scrolling
 * @param {number} most columns
 * @returns {Arrangement}
 */
export function arrangeColumns(boxes, width, height, most) {
  const ways = partitions(boxes, most).map((columns) => measure(columns, width, height));
  return ways.reduce((best, way) => (way.worth > best.worth + 0.01 ? way : best));
}

/**
 * Every way to lay boxes into columns in which those that matter most keep their order.
 * @param {Box[]} boxes @param {number} most @returns {Box[][][]}
 */
function partitions(boxes, most) {
  /** @type {Box[][][]} */
  const found = [];
  const lay = (/** @type {number} */ k, /** @type {Box[][]} */ columns, /** @type {number} */ from) => {
    if (k === boxes.length) {
      found.push(columns.map((column) => [...column]));
      return;
    }
    const box = boxes[k];
    for (let at = box.primary ? from : 0; at <= Math.min(columns.length, most - 1); at += 1) {
      const fresh = at === columns.length;
      if (fresh) columns.push([]);
      columns[at].push(box);
      lay(k + 1, columns, box.primary ? at : from);
      columns[at].pop();
      if (fresh) columns.pop();
    }
  };
  lay(0, [], 0);
  return found;
}

/**
 * As large as width and height allow: every picture is `scale` times its size, those that matter less somewhat smaller.
 * @param {Box[][]} columns @param {number} width @param {number} height
 */
function measure(columns, width, height) {
  const lines = columns.map((boxes) => ({
    base: Math.max(...boxes.map((box) => box.width)) * (boxes.some((box) => box.primary) ? 1 : ASIDE),
    slope: boxes.reduce((sum, box) => sum + shape(box), 0),
    heads: boxes.length * (HEAD + GAP) - GAP,
  }));
  const room = width - GAP * (columns.length - 1) - PAD * columns.length;
  const wide = room / lines.reduce((sum, { base }) => sum + base, 0);
  const high = Math.min(...lines.map(({ base, slope, heads }) => (height - heads) / (base * slope)));
  const scale = Math.min(MOST, wide, Math.max(high, Math.min(wide, LEAST)));
  const widths = lines.map(({ base }) => base * scale + PAD);
  const plane = columns.findIndex((boxes) => boxes.some((box) => box.plane));
  if (plane >= 0)
    widths[plane] += Math.max(0, room + PAD * columns.length - widths.reduce((sum, each) => sum + each, 0));
  const tall = Math.max(...lines.map(({ base, slope, heads }) => base * scale * slope + heads));
  const beside =
    plane < 0
      ? 0
      : columns[plane].reduce(
          (sum, box) => sum + HEAD + GAP + (box.plane ? 0 : ((widths[plane] - PAD) * box.height) / box.width),
          0,
        );
  const window = plane < 0 ? 0 : Math.min(widths[plane], Math.min(height, 1e4) - beside) / Math.min(height, 1e4);
  const worth = scale + window - Math.max(0, tall - height) / height - 0.03 * columns.length;
  return {
    columns: columns.map((boxes, k) => ({ ids: boxes.map((box) => box.id), width: Math.floor(widths[k]) })),
    height: tall,
    worth,
  };
}

/** Height by width; a window without end is content with little. @param {Box} box */
const shape = (box) => (box.plane ? PLANE : box.height / box.width);
