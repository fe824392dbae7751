/** What the dock of a table says: the question, what follows from it, what can be answered, and the tools. */

import { say } from "../ui/language.js";
import { choicesOf } from "./choices.js";
import { promptOf } from "./prompt.js";
import { verdict } from "./scores.js";
import { changeSeat, hasConceded, standIn } from "./seats.js";

/** @import { TablePage } from "../pages/table.js" */
/** @import { Scene, TableShown } from "../types.js" */
/** @import { Choice, Question } from "./dock.js" */

/** What the dock says now; nothing before there is a table. @param {TablePage} page @returns {Question | null} */
export function questionOf(page) {
  const { table, scene, asking } = page;
  if (!table || !scene) return null;
  const seat = typeof scene.actor === "number" ? scene.actor : null;
  const held = asking.picker.picks.map((id) => asking.board.spot(id)?.item.symbol).find(Boolean);
  return {
    ask: hasConceded(table) ? say("You have given this game up.") : promptOf(table, scene, asking.step?.question),
    so: consequence(page, table, scene),
    seat,
    name: seat === null ? "" : (table.seats[seat]?.name ?? ""),
    held: held ?? (scene.symbol || (seat === null ? "logo" : undefined)),
    mine: page.mayAct(),
    choices: answersOf(page),
    tools: tools(page, table),
  };
}

/**
 * The sentence below the question: what is aimed at, why nothing happened, or what the question means.
 * @param {TablePage} page @param {TableShown} table @param {Scene} scene
 */
function consequence(page, table, scene) {
  const { picker, laying, trying, hasMissed, isStuck } = page.asking;
  if ((trying?.laying ?? laying).wrong) return scene.rule || say("Not possible here.");
  const tried = trying?.picker.aimed;
  if (tried && (isStuck || !picker.aimed)) return [tried.label, tried.price].filter(Boolean).join(" · ");
  if (picker.aimed) return [picker.aimed.label, picker.aimed.price].filter(Boolean).join(" · ");
  if (table.stage === "over") return verdict(table, scene);
  if (hasConceded(table)) return say("It is over for you. The others finish it; you may leave, or watch.");
  if (picker.kind && !hasMissed) return page.asking.board.kind(picker.kind)?.ask || scene.so;
  if (hasMissed) return say("Nothing to do there now. What glows can be chosen.");
  const isWatching = scene.question && !page.mayAct();
  return (isWatching && page.log.rows.at(-1)?.say) || (page.asking.step?.so ?? scene.so); // while others think, one reads what happened last
}

/**
 * What can be answered: the actions, or what a game that is over, a draw by hand and a seat lent to a bot leave to do.
 * @param {TablePage} page @returns {Choice[]}
 */
export function answersOf(page) {
  const { table, scene, asking } = page;
  if (!table || !scene) return [];
  if (table.stage === "over") return afterwards(page, table);
  if (table.draws.length && table.yours.length && scene.actor === "*") return draws(page, table);
  if (!page.mayAct()) return besides(page);
  return choicesOf(asking.picker, (id) => asking.board.spot(id)?.item, {
    act: (action) => asking.choose(action),
    aim: (action, on) => asking.aimAt(on ? action : null),
    pick: (id) => asking.pick(id, true),
    turn: () => asking.lay((hand) => hand.turn(1)),
    next: () => asking.lay((hand) => hand.next(1)),
    isRow: (id) => asking.board.isRow(id),
    sure: asking.isStuck,
    holds: asking.trying !== null,
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

/** @param {TablePage} page @param {TableShown} table @returns {Choice[]} */
const afterwards = (page, table) => [
  {
    key: "rematch",
    words: table.rematch ? say("To the rematch") : say("Play again"),
    main: true,
    act: () => page.sender.rematch(page.go),
  },
  { key: "scores", words: say("Scores in detail"), act: () => page.showScores() },
  { key: "replay", words: say("Look at the game again"), act: () => page.go(`/replay/${page.id}?ply=0`) },
];

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
  const hints = page.mayAct() && table.hints ? [hint] : [];
  if (page.asking.step) return [cancel, ...hints, words]; // taking back what is picked comes first
  return [...(table.restart ? [restart] : []), ...(table.undo ? [undo] : []), ...hints, words];
}
