/** What the dock offers to choose, found from what is picked. */

import { say } from "../ui/language.js";
import { isPhone } from "./arrangement.js";
import { widthOf } from "./fit.js";
import { isWay } from "./picker.js";

/** @import { Action } from "../types.js" */
/** @import { Choice } from "./dock.js" */
/** @import { Item } from "./group.js" */
/** @import { Picker } from "./picker.js" */

/**
 * What a choice does.
 * @typedef {object} Answers
 * @property {(action: Action) => void} act
 * @property {(action: Action, on: boolean) => void} aim
 * @property {(id: string) => void} pick
 * @property {() => void} turn what is in hand
 * @property {() => void} next place for it
 * @property {boolean} sure whether what is aimed at stays so
 * @property {(id: string) => boolean} isRow whether it is a row of a sheet, which says all that a choice would
 * @property {(action: Action) => void} mean what is tried is to be had so
 * @property {boolean} fits whether what is in hand may lie where it is held
 * @property {Action[]} tried the ways to have what is tried as if it were in hand
 */

const FEW = 6; // over so many the dock shows those of what is picked
const KEYED = 9; // of one place each, by pictures and keys alone
const OF_A_KIND = 3; // on the table they are lit
const ON_A_PHONE = 4; // sentences; names and pictures are shorter
export const ENDING = "0"; // the key of what stops, passes or keeps
const NAME = 5; // letters that are as brief as a number, and say where
const ROW = 0.6; // of a desk, for all that can be said
const BUTTON = 64; // px around the words of a choice

/**
 * @param {Picker} picker
 * @param {(id: string) => Item | undefined} item the place or piece of a name
 * @param {Answers} to
 * @returns {Choice[]}
 */
export function choicesOf(picker, item, to) {
  const found = picker.isLaying()
    ? laying(picker, to)
    : to.tried.length
      ? [...moves(to), ...paid(picker, to)]
      : offered(picker, item, to);
  const { aimed } = picker;
  if (to.sure && aimed && !picker.isLaying() && !found.some(({ key }) => key === aimed.text))
    found.push(choice(aimed, picker, to)); // a hint, or a tap
  return toldApart(found);
}

/**
 * In brief only where that tells them apart; those of the same words are known by their keys.
 * @param {Choice[]} found
 */
function toldApart(found) {
  const isTwin = (/** @type {Choice} */ one, /** @type {(of: Choice) => string} */ sign) =>
    found.some((other) => other !== one && sign(other) === sign(one));
  return found.map((one) => ({
    ...one,
    brief: isTwin(one, ({ picture, brief }) => `${picture} ${brief}`) ? "" : one.brief,
    twin: isTwin(one, ({ words, picture }) => `${picture} ${words}`),
  }));
}

/** @param {Picker} picker @param {(id: string) => Item | undefined} item @param {Answers} to @returns {Choice[]} */
function offered(picker, item, to) {
  const isSaid = saidBy(picker, item, to);
  // on the table
  const isFound = (/** @type {Action} */ action) =>
    isWay(action) && !picker.picks.length && !(action.key && picker.isOpen(action));
  const left = picker.left().filter((action) => !isSaid(action));
  const loud = left.filter((action) => !action.quiet && !isFound(action));
  const shown = !areFew(loud, picker) && !areSpent(loud, picker) ? [] : loud.length ? loud : left;
  if (shown.length) return withOwnKeys(namedApart(shown, picker, item, to));
  const begun = beginnings(loud, picker, item, to);
  const told = new Set(begun.flatMap(([, actions]) => (actions.length === 1 ? actions : []))); // said once
  return [
    ...begun.map(([id, actions]) =>
      actions.length === 1 ? choice(actions[0], picker, to) : start(id, actions, item, to),
    ),
    ...single(loud, picker)
      .filter((action) => !told.has(action))
      .map((action) => choice(action, picker, to)),
  ];
}

/**
 * Choices for one place: it is what goes there that tells them apart.
 * @param {Action[]} shown @param {Picker} picker @param {(id: string) => Item | undefined} item @param {Answers} to
 */
function namedApart(shown, picker, item, to) {
  const found = shown.map((action) => choice(action, picker, to));
  const isTwin = (/** @type {Choice} */ one) => found.some((other) => other !== one && other.words === one.words);
  return found.map((one, k) => {
    const name = isTwin(one) && item(shown[k].start ?? "")?.label;
    return name ? { ...one, words: name } : one;
  });
}

/**
 * What a phone has no room to say twice: cards and rows of a sheet say what they are and cost.
 * @param {Picker} picker @param {(id: string) => Item | undefined} item @param {Answers} to
 * @returns {(action: Action) => boolean}
 */
function saidBy(picker, item, to) {
  if (!isPhone()) return () => false;
  const lit = picker.lit();
  if (picker.picks.length) return ({ then = "" }) => lit.has(then) && to.isRow(then);
  const isCard = (/** @type {Action} */ { on }) => Boolean(item(on)?.title);
  const cards = picker.left().filter((action) => isCard(action) && !isWay(action));
  const areCards = cards.length > ON_A_PHONE || cards.some(({ symbol }) => !symbol); // else pictures tell them
  return (action) => (areCards && isCard(action)) || Boolean(action.symbol && to.isRow(action.start || action.on));
}

/** Whether there is room for all of them. @param {Action[]} loud @param {Picker} picker */
function areFew(loud, picker) {
  const isWide = isPhone() || rowOf(loud) > ROW * innerWidth;
  const isBegun = picker.picks.length > 0;
  if (isBegun && isWide && !picker.kind && loud.length > 1 && areOnTable(loud, picker)) return false;
  const areDrawn = loud.every((action) => action.symbol || !picker.spots(action).length);
  const ofKind = isPhone() ? 1 : OF_A_KIND;
  const most = picker.kind ? ofKind : picker.hasKinds ? 0 : isPhone() && !areDrawn ? ON_A_PHONE : FEW;
  return loud.length <= most && (isPhone() || isBegun || !isWide);
}

/** Whether each is but a place that glows, and has no key of its own. @param {Action[]} loud @param {Picker} picker */
function areOnTable(loud, picker) {
  const lit = [...picker.lit().values()].flat();
  const spent = !isPhone() && loud[0].then ? "" : loud[0].key; // what all share picked what is in hand
  return loud.every((action) => (!action.key || action.key === spent) && lit.includes(action));
}

/**
 * What one may begin with: a card says what it is; else what one picks up.
 * @param {Action[]} loud @param {Picker} picker @param {(id: string) => Item | undefined} item @param {Answers} to
 */
function beginnings(loud, picker, item, to) {
  const lit = [...picker.lit()];
  const cards = lit.filter(([id]) => item(id)?.title && loud.some((action) => action.on === id));
  const starts =
    cards.length && cards.length <= FEW ? cards : lit.filter(([id]) => loud.some((action) => action.start === id));
  const areSaid = isPhone() && starts.every(([id]) => to.isRow(id)); // there is no room to say it twice
  return starts.length <= FEW && !picker.kind && !areSaid ? starts : [];
}

/**
 * What is said of no place, or ends a question, or of one place alone where those are few.
 * @param {Action[]} loud @param {Picker} picker
 */
function single(loud, picker) {
  const nowhere = loud.filter((action) => action.key === ENDING || !picker.spots(action).length);
  const alone = loud.filter(
    (action) => nowhere.includes(action) || (picker.spots(action).length === 1 && isAlone(action, loud, picker)),
  );
  const areTold = new Set(alone.map(({ symbol }) => symbol)).size === alone.length || alone.length <= FEW;
  return areTold && alone.length <= (isPhone() ? FEW : KEYED) ? alone : nowhere;
}

/** How wide choices would be beside each other, in px. @param {Action[]} actions */
const rowOf = (actions) =>
  actions.reduce(
    (sum, { short, label, price }) => sum + BUTTON + widthOf(`${short || label} ${price ?? ""}`, "text"),
    0,
  );

/** Whether nothing is left to pick on the table for any of them. @param {Action[]} actions @param {Picker} picker */
function areSpent(actions, picker) {
  const lit = picker.lit();
  const isSpent = (/** @type {string} */ id) => picker.picks.includes(id) || !lit.has(id); // what all share is implied
  return picker.picks.length > 0 && actions.every((action) => picker.spots(action).every(isSpent));
}

/** What can be done with what is in hand. @param {Answers} to @returns {Choice[]} */
const moves = (to) => [
  { key: "turn", words: say("Turn"), print: "R", act: to.turn },
  { key: "next", words: say("Next place"), print: "N", act: to.next },
];

/** The ways to pay for what is tried, and the button that takes it. @param {Picker} picker @param {Answers} to */
function paid(picker, to) {
  const [first, ...more] = to.tried.map((action) => ({
    ...choice(action, picker, to),
    key: `pay ${action.text}`,
    words: action.label,
    brief: action.badge,
    pays: action.tone || "even",
    print: "",
    main: false,
    act: () => to.mean(action),
  }));
  const { aimed } = picker;
  const take = aimed && { ...choice(aimed, picker, { ...to, sure: true }), price: aimed.price || aimed.badge };
  return [...(more.length ? [{ ...first, caption: say("Pay with") }, ...more] : []), ...(take ? [take] : [])];
}

/** Without the keys that several share: pressing one of those picks, and does nothing yet. @param {Choice[]} choices */
const withOwnKeys = (choices) =>
  choices.map((one) => ({
    ...one,
    print: choices.some((other) => other !== one && other.print === one.print) ? "" : one.print,
  }));

/** @param {Picker} picker @param {Answers} to @returns {Choice[]} */
function laying(picker, to) {
  const aimed = picker.aimed;
  return [
    ...moves(to),
    ...(aimed
      ? [{ key: "lay", words: say("Lay it here"), print: "↵", main: to.fits, idle: !to.fits, act: () => to.act(aimed) }]
      : []),
  ];
}

/** @param {Action} action @param {Picker} picker @param {Answers} to @returns {Choice} */
const choice = (action, picker, to) => ({
  key: action.text,
  words: deedOf(action, picker, to) || action.short || action.label,
  whole: action.label,
  picture: action.symbol,
  pictures: action.symbols,
  brief: (!deedOf(action, picker, to) && inBrief(action)) || "",
  price: isTold(action, picker) && !deedOf(action, picker, to) ? "" : action.price, // said once
  print: deedOf(action, picker, to) ? "" : action.key,
  main:
    (to.sure && picker.aimed === action) ||
    (!action.quiet && picker.actions.filter((other) => !other.quiet).length === 1),
  aimed: picker.aimed === action,
  ends: !picker.spots(action).length,
  spare: isWay(action),
  act: () => to.act(action),
  aim: (/** @type {boolean} */ on) => to.aim(action, on),
});

/** What is said of an action beside its picture, where there is little room. @param {Action} action */
const inBrief = ({ symbol, short = "", badge, then, price }) => symbol && (then ? price : short.length > NAME && badge);

/**
 * Whether its words say what it costs, or the question about its kind does.
 * @param {Action} action @param {Picker} picker
 */
const isTold = (action, picker) =>
  (action.short || action.label).includes(action.price ?? "") ||
  (action.kind === picker.kind &&
    picker.left().every(({ kind, price }) => kind !== action.kind || price === action.price));

/**
 * What is said of an action once it is aimed at for good.
 * @param {Action} action @param {Picker} picker @param {Answers} to
 */
const deedOf = (action, picker, to) => to.sure && picker.aimed === action && (action.deed || action.label);

/**
 * What one begins with: its picture, and where it stands.
 * @param {string} id @param {Action[]} actions @param {(id: string) => Item | undefined} item @param {Answers} to
 * @returns {Choice}
 */
function start(id, actions, item, to) {
  const { title, label, symbol, at = "" } = item(id) ?? {};
  return {
    key: `start ${id}`,
    words: title || label || id,
    picture: symbol,
    brief: item(at)?.note,
    bare: Boolean(symbol),
    print: actions.every((action) => action.key === actions[0].key) ? actions[0].key : "",
    act: () => to.pick(id),
    aim: (on) => to.aim(actions.find(({ usual }) => usual) ?? actions[0], on && actions.some(({ usual }) => usual)),
  };
}

/**
 * Whether nothing else is clicked where an action is.
 * @param {Action} action @param {Action[]} all @param {Picker} picker
 */
const isAlone = (action, all, picker) =>
  Boolean(action.key) && all.filter((other) => picker.spots(other).includes(picker.spots(action)[0])).length === 1;
