/** The second press of a double click never hits what was not there at the first: another question may be by then. */

const THINGS = "[data-id], button, a, [role=button], summary, label, select, input";

/** @type {{thing: Element | null, name: string}} */
let pressed = { thing: null, name: "" };

export function guardDoublePress() {
  addEventListener(
    "click",
    (event) => {
      const thing = event.target instanceof Element ? event.target.closest(THINGS) : null;
      const now = { thing, name: nameOf(thing) };
      const isOther = now.thing !== pressed.thing && now.name !== pressed.name;
      pressed = now;
      if (event.detail < 2 || !isOther) return; // keys have none
      event.stopImmediatePropagation();
      event.preventDefault();
    },
    true,
  );
}

/** What is drawn anew is the same thing if it is called the same. @param {Element | null} thing */
const nameOf = (thing) => (thing instanceof HTMLElement || thing instanceof SVGElement ? calledIn(thing) : "");

/** @param {HTMLElement | SVGElement} thing */
const calledIn = (thing) => thing.dataset.id ?? thing.dataset.key ?? thing.textContent ?? "";
