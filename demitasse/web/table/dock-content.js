/** What the dock of a table says: the question, what follows from it, what can be answered, and the tools. */

import { say, sayn } from "../ui/language.js";
import { isPhone } from "./arrangement.js";
import { choicesOf } from "./choices.js";
import { takeWay } from "./hint.js";
import { promptOf } from "./prompt.js";
import { changeSeat, hasConceded, isMine, standIn } from "./seats.js";

const SHORT = 700; // px of a screen that does not show a whole sheet and its rows at once

/** @import { TablePage } from "../pages/table.js" */
/** @import { Action, RowShown, Scene, TableShown } from "../types.js" */
/** @import { Choice, Question } from "./dock.js" */
/** @import { Picker } from "./picker.js" */
/** @import { Shelf } from "./shelf.js" */

/**
 * What the dock says now; nothing before there is a table.
 * @param {TablePage} page @param {boolean} [isHeard] ears are told all of it @returns {Question | null}
 */
export function questionOf(page, isHeard = false) {
  const { table, scene, asking } = page;
  if (!table || !scene) return null;
  const { result } = page.ending;
  const seat = typeof scene.actor === "number" ? scene.actor : null;
  const held = asking.picker.picks.map((id) => asking.board.spot(id)?.item.symbol).find(Boolean);
  const isFollowed = isWatched(page) && table.stage === "playing" && !page.mayAct() && page.following.isGoingOn;
  return {
    ask: result?.say ?? asked(page, table, scene),
    so: consequence(page, table, scene, isHeard),
    seat,
    name: seat === null ? "" : (table.seats[seat]?.name ?? ""),
    held: held ?? result?.symbol ?? (scene.symbol || (seat === null ? "logo" : undefined)),
    mine: page.mayAct(),
    over: result !== null,
    choices: isFollowed ? hurries(page) : answersOf(page),
    tools: isFollowed ? [] : tools(page, table),
  };
}

/** Whether others play, and one follows at a pace. @param {TablePage} page */
const isWatched = (page) => page.shelf.kind === "watch";

/** What can be answered while others play. @param {TablePage} page */
const hurries = (page) => [...page.following.ways(), ...besides(page)];

/** @param {TablePage} page @param {TableShown} table @param {Scene} scene */
function asked(page, table, scene) {
  if (hasConceded(table)) return say("You have given this game up.");
  return promptOf(table, scene, page.asking.step?.question ?? kindAsked(page)?.ask);
}

/** The kind of action that is chosen, or meant by all that is picked. @param {TablePage} page */
function kindAsked({ asking: { picker, board } }) {
  const [kind = "", other] = new Set(picker.picks.length ? picker.left().flatMap((left) => left.kind ?? []) : []);
  return other ? undefined : board.kind(picker.kind || kind);
}

/**
 * What the dock says while others play: what was done last, who comes next, and how to hurry.
 * @param {TablePage} page @param {RowShown} row @returns {Question | null}
 */
export function watchedOf(page, row) {
  const { table, scene, following } = page;
  const question = questionOf(page);
  if (!table || !question) return null;
  const seat = row.seat ?? null;
  if (seat === null || following.isOwn(row)) {
    const isWithin = isWatched(page); // somebody else's turn
    const isOn = typeof scene?.actor === "number" && isMine(table, scene.actor); // my turn goes on
    const kept = question.tools.filter(({ key }) => isOn || key !== "hint");
    const choices = isWithin ? hurries(page) : besides(page);
    return { ...question, ask: row.say, so: "", choices, tools: isWithin ? [] : kept };
  }
  return {
    ...question,
    ask: row.say,
    so: page.shelf.comesNext(row),
    seat,
    name: table.seats[seat].name,
    held: table.seats[seat].level ? "ui-bot" : undefined,
    mine: false,
    choices: hurries(page),
    tools: [],
  };
}

/**
 * The sentence below the question: what is aimed at, why nothing happened, or what the question means.
 * @param {TablePage} page @param {TableShown} table @param {Scene} scene @param {boolean} isHeard
 */
function consequence(page, table, scene, isHeard) {
  const { board, picker, laying, trying, missed, isStuck, shelf } = page.asking;
  if ((trying?.laying ?? laying).wrong) return scene.rule || say("Not possible here.");
  const tried = trying?.picker.aimed;
  if (tried && (isStuck || !picker.aimed)) return meaning(tried, isHeard);
  if (shelf.way && (!picker.aimed || picker.aimed.text === shelf.way.plies[0])) return ofWay(shelf);
  if (picker.aimed && !(isPhone() && isSaid(page, isHeard)))
    return [meaning(picker.aimed, isHeard), waysTo(picker)].filter(Boolean).join(" · ");
  if (page.ending.result) return page.ending.result.why;
  if (table.preparing && !page.mayAct()) return say("The bot is getting ready …");
  if (hasConceded(table)) return say("It is over for you. The others finish it; you may leave, or watch.");
  if (missed) {
    const isNear = [...picker.lit().keys()].some((id) => missed.contains(board.spot(id)?.made ?? null));
    return (isNear && scene.rule) || say("Nothing to do there now. What glows can be chosen.");
  }
  const isWatching = scene.question && !page.mayAct();
  // while others think, one reads what happened last
  return (isWatching && page.log.rows.at(-1)?.say) || (page.asking.step?.so ?? (kindAsked(page)?.so || soOf(scene)));
}

/** How many ways lead to where the one ends that is aimed at, if there are others. @param {Picker} picker */
function waysTo(picker) {
  const ends = picker.aimed?.path ? (picker.lit().get(picker.aimed.on) ?? []) : [];
  return ends.length > 1 && sayn("{n} way", "{n} ways", ends.length);
}

/**
 * What an action does; of what is laid before their eyes people read less.
 * @param {Action} action @param {boolean} isHeard
 */
const meaning = ({ ghost, short, label, price }, isHeard) =>
  (!isHeard && ghost && short) || [label, price].filter(Boolean).join(" · ");

/** Whether the button of what is aimed at says all that it does. @param {TablePage} page @param {boolean} isHeard */
const isSaid = ({ asking: { picker, isStuck } }, isHeard) =>
  !isHeard && isStuck && !picker.aimed?.deed && !picker.aimed?.price && !picker.isLaying();

/** What to do with the way of a hint that is in focus. @param {Shelf} shelf */
const ofWay = ({ ways, chosen }) =>
  ways[1]
    ? say("Way {number}: take it, or look at another.", { number: chosen + 1 })
    : say("Take it, or decide otherwise.");

/** What a question means, in words for a finger where one points with that. @param {Scene} scene */
const soOf = ({ so, touch }) => (touch && matchMedia("(pointer: coarse)").matches ? touch : so);

/**
 * What can be answered: the actions, or what a game that is over, a draw by hand and a seat lent to a bot leave to do.
 * @param {TablePage} page @returns {Choice[]}
 */
export function answersOf(page) {
  const { table, scene, asking, shelf } = page;
  if (!table || !scene) return [];
  if (table.stage === "over") return page.ending.choices();
  if (shelf.way) return waysOf(page);
  if (table.draws.length && table.yours.length && scene.actor === "*") return draws(page, table);
  if (!page.mayAct()) return besides(page);
  return choicesOf(asking.picker, (id) => asking.board.spot(id)?.item, {
    act: (action) => asking.choose(action),
    aim: (action, on) => asking.peek(on ? action : null),
    pick: (id) => asking.pick(id, true),
    turn: () => asking.lay((hand) => hand.turn(1)),
    next: () => asking.lay((hand) => hand.next(1)),
    isRow: (id) => screen.height >= SHORT && asking.board.isRow(id),
    sure: asking.isStuck,
    fits: asking.laying.wrong === null,
    mean: (action) => asking.mean(action),
    tried: asking.payments(),
  });
}

/**
 * What is offered while others play: one's seat back from a bot, or after giving up a way out.
 * @param {TablePage} page @returns {Choice[]}
 */
export function besides(page) {
  const { table } = page;
  if (!table || table.stage !== "playing") return [];
  if (hasConceded(table)) return page.asking.stays ? [] : waysOut(page);
  const away = standIn(table);
  return away === undefined ? [] : [seatBack(table, away)];
}

/** @param {TablePage} page @returns {Choice[]} */
const waysOut = (page) => [
  { key: "leave", words: say("Leave for the tables"), main: true, act: () => page.go("/") },
  {
    key: "watch",
    words: say("Watch"),
    act: () => {
      page.asking.stays = true;
      page.asking.refresh();
    },
  },
];

/** The ways of a hint: the one in focus, and the others. @param {TablePage} page @returns {Choice[]} */
const waysOf = (page) =>
  page.shelf.ways.map((way, k) =>
    way === page.shelf.way
      ? {
          key: `way ${k}`,
          words: say("Take way {number}", { number: k + 1 }),
          print: "↵",
          main: true,
          early: !page.shelf.isRipe,
          act: () => takeWay(page, way),
        }
      : {
          key: `way ${k}`,
          words: say("Way {number}", { number: k + 1 }),
          print: String(k + 1),
          act: () => page.shelf.choose(k),
        },
  );

/** @param {TablePage} page @param {TableShown} table @returns {Choice[]} */
const draws = (page, table) =>
  table.draws.map((draw) => ({
    key: draw.text,
    words: draw.label,
    act: () => page.sender.send("plays", { text: draw.text, seat: table.yours[0] }),
  }));

/** @param {TableShown} table @param {number} seat @returns {Choice} */
const seatBack = (table, seat) => ({
  key: "back",
  words: say("Take my seat back"),
  main: true,
  act: () => changeSeat(table, { seat, change: "back" }),
});

/** @param {TablePage} page @param {TableShown} table @returns {Choice[]} */
function tools(page, table) {
  const undo = { key: "undo", icon: "ui-undo", words: say("Undo"), act: () => page.undo(false) };
  const restart = { key: "restart", icon: "ui-first", words: say("Restart the turn"), act: () => page.undo(true) };
  const hint = { key: "hint", icon: "ui-hint", words: say("Hint"), act: () => page.hint() };
  const cancel = { key: "cancel", icon: "ui-close", words: say("Cancel"), act: () => page.asking.clear() };
  const words = { key: "words", icon: "ui-more", words: say("In words"), act: () => page.showWords() };
  const alone = { key: "alone", icon: "ui-close", words: say("On my own"), act: () => page.shelf.putAway() };
  if (page.shelf.way) return [alone];
  const hints = page.mayAct() && table.hints ? [hint] : [];
  const { picker, step } = page.asking;
  const isPicking = step || picker.picks.some((id) => !picker.isKind(id));
  if (isPicking && page.mayAct()) return [cancel, ...hints, words]; // taking back what is picked comes first
  return [...(table.restart ? [restart] : []), ...(table.undo ? [undo] : []), ...hints, words];
}
