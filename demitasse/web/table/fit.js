/** Breaks text into lines of a width, measured in the page's own letters. */

/** The fonts of drawings, in the units of a group; the style sheet has the same under .t-title, .t-text, .t-small. */
export const FONTS = {
  title: "600 15px Palatino, 'Noto Serif', 'Noto Serif JP', Georgia, serif",
  text: "400 14px system-ui, 'Noto Sans', 'Noto Sans JP', sans-serif",
  small: "400 13px system-ui, 'Noto Sans', 'Noto Sans JP', sans-serif",
};

const pen = /** @type {CanvasRenderingContext2D} */ (document.createElement("canvas").getContext("2d"));
/** @type {Map<string, string[]>} */
const known = new Map();

/** @param {string} text @param {keyof typeof FONTS} font */
export function widthOf(text, font) {
  pen.font = FONTS[font];
  return pen.measureText(text).width;
}

/**
 * Lines no wider than `width` where words allow it.
 * @param {string} text
 * @param {number} width
 * @param {keyof typeof FONTS} font
 */
export function wrap(text, width, font) {
  const key = `${font} ${Math.round(width)} ${text}`;
  const found = known.get(key);
  if (found) return found;
  const lines = broken(text, width, font);
  if (known.size > 4000) known.clear();
  known.set(key, lines);
  return lines;
}

/** @param {string} text @param {number} width @param {keyof typeof FONTS} font */
function broken(text, width, font) {
  const lines = [""];
  for (const word of words(text).flatMap((word) => parts(word, width, font))) {
    const longer = lines[lines.length - 1] + word;
    if (lines[lines.length - 1] && widthOf(longer.trimEnd(), font) > width) lines.push(word);
    else lines[lines.length - 1] = longer;
  }
  return lines.map((line) => line.trim()).filter(Boolean);
}

/** What is not torn apart, with the marks that close it; pictures of the server break at the same places (core/fit.py). */
const TOKEN =
  /[「『（(«]*(?:[\u30a1-\u30ff]+[\u3041-\u309f]{0,2}|\d+[\u4e00-\u9fff]+[\u3041-\u309f]*|[\u4e00-\u9fff々]+[\u3041-\u309f]*|[\u3041-\u309f]+|[^\s\u3000-\u30ff\u4e00-\u9fff\uff00-\uffef]+|[^])[」』）)»、。，．：？！…]*\s*/g;
const JAPANESE = /[\u3040-\u30ff\u4e00-\u9fff]/;

/** Where a syllable ends: a vowel before one or two consonants with their vowel. */
const SYLLABLE = /(?<=[aeiouyаеєёиіїоуыэюя])(?=[b-df-hj-np-tv-xzбвгґджзйклмнпрстфхцчшщ]{1,2}[aeiouyаеєёиіїоуыэюя])/i;

/** A word that is too long in parts that fit, with a hyphen after all but the last. @param {string} word @param {number} width @param {keyof typeof FONTS} font */
function parts(word, width, font) {
  const long = widthOf(word.trimEnd(), font);
  if (long <= width * 1.1) return [word]; // standing out a little reads better than a torn word
  if (JAPANESE.test(word)) return halves(word, long / Math.ceil(long / width), font);
  const found = [""];
  for (const syllable of word.split(SYLLABLE)) {
    if (found[found.length - 1] && widthOf(`${found[found.length - 1]}${syllable.trimEnd()}-`, font) > width)
      found.push("");
    found[found.length - 1] += syllable;
  }
  return found.map((part, place) => (place < found.length - 1 ? `${part}-` : part));
}

/** A Japanese sign with what does not begin a line. */
const SIGN = /[^][ぁぃぅぇぉっゃゅょァィゥェォッャュョー、。）」』：？！…\s]*/g;

/** A Japanese word in parts of about one length, so that no sign is left alone. @param {string} word @param {number} each @param {keyof typeof FONTS} font */
function halves(word, each, font) {
  const found = [""];
  for (const sign of word.match(SIGN) ?? []) {
    const part = found[found.length - 1];
    if (part && each - widthOf(part, font) < widthOf(part + sign, font) - each) found.push(sign);
    else found[found.length - 1] += sign;
  }
  return found;
}

/** Words with the space after them; in Japanese, signs of one script with the kana that end them. @param {string} text */
const words = (text) => text.match(TOKEN) ?? [];
