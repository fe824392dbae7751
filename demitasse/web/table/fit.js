/** Breaks text into lines of a width, by the widths of the page's own letters; Python does the same (core/fit.py). */

import advances from "./advances.js";
import measures from "./measures.js";

const { breaks: BREAKS, fit: FIT, letters: LETTERS } = measures;

/** What is not torn apart, with the marks that close it; in Japanese, signs of a script and the kana that end them. */
const TOKEN = new RegExp(BREAKS.token.join(""), "gsu");
/** A Japanese sign with what does not begin a line. */
const SIGN = new RegExp(BREAKS.sign.join(""), "gsu");
/** Where a syllable ends: before a consonant with its vowel, or between consonants. */
const SYLLABLE = new RegExp(BREAKS.syllable.join(""), "iu");

/** @typedef {keyof typeof LETTERS} Kind of letters */

/** The width of each letter of a face, in thousandths of its size. @type {Map<string, Map<string, number>>} */
const FACES = new Map(
  Object.entries(advances).map(([face, rows]) => [
    face,
    new Map(Object.entries(rows).flatMap(([width, alike]) => [...alike].map((letter) => [letter, Number(width)]))),
  ]),
);

/** @type {Map<string, string[]>} */
const known = new Map();

/** @param {string} text @param {Kind} kind */
export function widthOf(text, kind) {
  const { family, weight, size } = LETTERS[kind];
  const face = /** @type {Map<string, number>} */ (FACES.get(`${family}-${weight}`));
  let thousandths = 0;
  for (const letter of text) thousandths += face.get(letter) ?? (isWide(letter) ? FIT.wide : FIT.unknown);
  return (size * thousandths) / 1000;
}

/**
 * Lines no wider than `width` where words allow it.
 * @param {string} text
 * @param {number} width
 * @param {Kind} kind
 */
export function wrap(text, width, kind) {
  const key = `${kind} ${width} ${text}`;
  const found = known.get(key);
  if (found) return found;
  const lines = broken(text, width, kind);
  if (known.size > 4000) known.clear();
  known.set(key, lines);
  return lines;
}

/** @param {string} text @param {number} width @param {Kind} kind */
function broken(text, width, kind) {
  const lines = [""];
  for (const word of (text.match(TOKEN) ?? []).flatMap((word) => parts(word, width, kind))) {
    const longer = lines[lines.length - 1] + word;
    if (lines[lines.length - 1] && widthOf(longer.trimEnd(), kind) > width) lines.push(word);
    else lines[lines.length - 1] = longer;
  }
  return lines.map((line) => line.trim()).filter(Boolean);
}

/** A Japanese sign is as wide as it is high. @param {string} letter */
const isWide = (letter) => /** @type {number} */ (letter.codePointAt(0)) >= FIT.wide_from;

/**
 * A word, or its parts that fit where it is too long, with a hyphen after all but the last.
 * @param {string} word
 * @param {number} width
 * @param {Kind} kind
 */
function parts(word, width, kind) {
  if (widthOf(word.trimEnd(), kind) <= width * FIT.stands_out) return [word]; // which reads better than a torn word
  if ([...word].some(isWide)) return halves(word, width, kind);
  const found = [""];
  for (const syllable of word.split(SYLLABLE)) {
    if (found[found.length - 1] && widthOf(`${found[found.length - 1]}${syllable.trimEnd()}-`, kind) > width)
      found.push("");
    found[found.length - 1] += syllable;
  }
  return found.map((part, place) => (place < found.length - 1 ? `${part}-` : part));
}

/**
 * A Japanese word in parts of about one length, so that no sign is left alone.
 * @param {string} word
 * @param {number} width
 * @param {Kind} kind
 */
function halves(word, width, kind) {
  const long = widthOf(word, kind);
  const each = long / Math.ceil(long / width);
  const found = [""];
  for (const sign of word.match(SIGN) ?? []) {
    const part = found[found.length - 1];
    if (part && each - widthOf(part, kind) < widthOf(part + sign, kind) - each) found.push(sign);
    else found[found.length - 1] += sign;
  }
  return found;
}
