/** Makes elements: HTML and SVG, with attributes, handlers and children. */

const SVG = "http://www.w3.org/2000/svg";

/** @typedef {Node | string | null | undefined | false} Child */
/** @typedef {Record<string, any>} Given */

/**
 * An HTML element. Names that begin with "on" are handlers, "class" and "data-…" are attributes; null and false are
 * left out.
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Given} [given]
 * @param {...Child} children
 * @returns {HTMLElementTagNameMap[Tag]}
 */
export function el(tag, given = {}, ...children) {
  return furnish(document.createElement(tag), given, children);
}

/**
 * An SVG element.
 * @template {keyof SVGElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Given} [given]
 * @param {...Child} children
 * @returns {SVGElementTagNameMap[Tag]}
 */
export function svg(tag, given = {}, ...children) {
  return furnish(document.createElementNS(SVG, tag), given, children);
}

/** A drawing of the sprite as a picture of its own. @param {string} name @param {string} [kind] */
export const symbol = (name, kind = "sym") =>
  svg("svg", { class: kind, viewBox: "0 0 48 48", "aria-hidden": "true", focusable: "false" }, use(name));

/** A drawing of the sprite inside a picture. @param {string} name @param {Given} [given] */
export const use = (name, given = {}) => svg("use", { href: `/web/symbols.svg#${name}`, ...given });

/** A button. @param {string} words @param {() => void} act @param {Given} [given] @param {string} [icon] */
export const button = (words, act, given = {}, icon = "") =>
  el(
    "button",
    { type: "button", class: "btn", onclick: act, ...given },
    icon && symbol(icon, "ico"),
    el("span", {}, words),
  );

/**
 * A button that is an icon; its words are its name.
 * @param {string} icon @param {string} words @param {() => void} act @param {Given} [given]
 */
export const tool = (icon, words, act, given = {}) =>
  el(
    "button",
    { type: "button", class: "tool", title: words, "aria-label": words, onclick: act, ...given },
    symbol(icon, "ico"),
  );

/** Points as they are written: with a true minus. @param {number | string} points */
export const written = (points) => String(points).replace("-", "−");

/**
 * @template {HTMLElement | SVGElement} Made
 * @param {Made} made @param {Given} given @param {Child[]} children
 */
function furnish(made, given, children) {
  for (const [name, value] of Object.entries(given)) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) made.addEventListener(name.slice(2), value);
    else if (name === "value") /** @type {HTMLInputElement} */ (/** @type {Element} */ (made)).value = value;
    else made.setAttribute(name, value === true ? "" : String(value));
  }
  for (const child of children) if (child) made.append(child);
  return made;
}
