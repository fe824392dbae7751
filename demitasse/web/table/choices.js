/** What the dock offers and what the table lights, found from what is picked. */

import { say } from "../ui/language.js";

/** @typedef {import("../types.js").Action} Action */
/** @typedef {import("./picker.js").Picker} Picker */
/** @typedef {import("./dock.js").Choice} Choice */

/** A table on which nothing can be done. @type {import("./marks.js").Marks} */
export const NOTHING = {
  lit: new Map(),
  picked: new Set(),
  aimed: new Set(),
  tags: new Map(),
  covered: new Set(),
  quiet: new Set(),
  laying: false,
};
const FEW = 6; // over so many the dock shows those of what is picked
const ON_A_PHONE = 4; // sentences; names and pictures are shorter

/**
 * @param {Picker} picker
 * @param {(id: string) => any} item the place or piece of a name
 * @param {{act: (action: Action) => void, aim: (action: Action, on: boolean) => void, pick: (id: string) => void, turn: () => void, next: () => void, sure: boolean}} to
 * @returns {Choice[]}
 */
export function choicesOf(picker, item, to) {
  const found = picker.isLaying() ? laying(picker, to) : offered(picker, item, to);
  const { aimed } = picker;
  if (to.sure && aimed && !picker.isLaying() && !found.some(({ key }) => key === aimed.text))
    found.push(choice(aimed, picker, to)); // a hint, or a tap
  return found;
}

/** @param {Picker} picker @param {(id: string) => any} item @param {any} to @returns {Choice[]} */
function offered(picker, item, to) {
  const most = innerWidth < 640 ? ON_A_PHONE : FEW;
  const left = picker.left();
  const loud = left.filter((action) => !action.quiet);
  const shown = loud.length <= most ? (loud.length ? loud : left) : [];
  if (shown.length) return shown.map((action) => choice(action, picker, to));
  const alone = loud.filter(
    (action) =>
      picker.spots(action).length === 0 || (picker.spots(action).length === 1 && isAlone(action, loud, picker)),
  );
  const lit = [...picker.lit()];
  const cards = lit.filter(([id]) => item(id)?.title && loud.some((action) => action.on === id)); // a card says what it is; else it begins where one picks up
  const starts =
    cards.length && cards.length <= FEW ? cards : lit.filter(([id]) => loud.some((action) => action.start === id));
  const single = alone.length <= FEW ? alone : alone.filter((action) => picker.spots(action).length === 0);
  const begun = starts.length <= FEW ? starts : [];
  const told = new Set(begun.flatMap(([, actions]) => (actions.length === 1 ? actions : []))); // what one click does is said once
  return [
    ...begun.map(([id, actions]) =>
      actions.length === 1 ? choice(actions[0], picker, to) : start(id, actions, item(id), to),
    ),
    ...single.filter((action) => !told.has(action)).map((action) => choice(action, picker, to)),
  ];
}

/** What the table lights. @param {Picker} picker @param {boolean} fits @returns {import("./marks.js").Marks} */
export function marksOf(picker, fits) {
  const lit = new Map();
  const starts = picker.starts();
  const words = (/** @type {Action[]} */ actions) =>
    actions.length === 1 ? [actions[0].label, actions[0].price].filter(Boolean).join(", ") : say("Choose");
  for (const [id, actions] of picker.others())
    lit.set(id, { words: words(actions), drags: starts.has(id), faint: true });
  const tags = new Map();
  for (const [id, actions] of picker.lit()) {
    lit.set(id, { words: words(actions), drags: starts.has(id), faint: false });
    if (actions.length === 1 && actions[0].badge) tags.set(id, actions[0].badge);
  }
  for (const id of picker.picks) lit.set(id, { words: say("Picked up"), drags: starts.has(id), faint: false });
  for (const id of starts) if (!lit.has(id)) lit.set(id, { words: say("Pick up"), drags: true, faint: true });
  const aimed = new Set(picker.aimed && !picker.isLaying() ? picker.spots(picker.aimed) : []);
  return {
    lit,
    picked: new Set(picker.picks),
    aimed,
    tags,
    covered: new Set(fits ? (picker.aimed?.covers ?? []) : []),
    quiet: quietSpots(picker),
    laying: picker.isLaying(),
  };
}

/** What is rarely wanted of a place or piece. @param {Picker} picker @param {string} id */
export const quietOn = (picker, id) =>
  picker.actions.filter((action) => action.quiet && picker.spots(action).includes(id));

/** @param {Picker} picker */
const quietSpots = (picker) =>
  new Set(picker.actions.filter((action) => action.quiet).flatMap((action) => picker.spots(action)));

/** @param {Picker} picker @param {any} to @returns {Choice[]} */
function laying(picker, to) {
  const aimed = picker.aimed;
  return [
    { key: "turn", words: say("Turn"), print: "R", act: to.turn },
    { key: "next", words: say("Next place"), print: "N", act: to.next },
    ...(aimed
      ? [{ key: "lay", words: say("Lay it here"), print: "↵", main: true, act: () => to.act(picker.aimed) }]
      : []),
  ];
}

/** @param {Action} action @param {Picker} picker @param {any} to @returns {Choice} */
const choice = (action, picker, to) => ({
  key: action.text,
  words: action.short || action.label,
  whole: action.label,
  price: (action.short || action.label).includes(action.price ?? "") ? "" : action.price, // said once
  print: action.key,
  main:
    (to.sure && picker.aimed === action) ||
    (!action.quiet && picker.actions.filter((other) => !other.quiet).length === 1),
  aimed: picker.aimed === action,
  act: () => to.act(action),
  aim: (/** @type {boolean} */ on) => to.aim(action, on),
});

/** @param {string} id @param {Action[]} actions @param {any} item @param {any} to @returns {Choice} */
const start = (id, actions, item, to) => ({
  key: `start ${id}`,
  words: item?.title || item?.label || id,
  picture: item?.symbol,
  print: actions.every((action) => action.key === actions[0].key) ? actions[0].key : "",
  act: () => to.pick(id),
});

/** Whether nothing else is clicked where an action is. @param {Action} action @param {Action[]} all @param {Picker} picker */
const isAlone = (action, all, picker) =>
  Boolean(action.key) && all.filter((other) => picker.spots(other).includes(picker.spots(action)[0])).length === 1;
