/** What the dock of a table says: the question, what follows from it, what can be answered, and the tools. */

import { choicesOf } from "./choices.js";
import { promptOf } from "./prompt.js";
import { verdict } from "./scores.js";
import { changeSeat, standIn } from "./seats.js";
import { say } from "../ui/language.js";

/** @typedef {import("../types.js").Table} Table */
/** @typedef {import("../types.js").Scene} Scene */
/** @typedef {import("./dock.js").Choice} Choice */
/** @typedef {import("../pages/table.js").TablePage} TablePage */

/** What the dock says now. @param {TablePage} page @returns {import("./dock.js").Question} */
export function questionOf(page) {
  const scene = /** @type {Scene} */ (page.scene);
  const table = /** @type {Table} */ (page.table);
  const seat = typeof scene.actor === "number" ? scene.actor : null;
  const held = page.picker.picks.map((id) => page.board.spot(id)?.item.symbol).find(Boolean);
  return {
    ask: promptOf(table, scene),
    so: consequence(page),
    seat,
    name: seat === null ? "" : (table.seats[seat]?.name ?? ""),
    held: held ?? (seat === null ? "logo" : undefined),
    mine: page.mayAct(),
    choices: saysOf(page),
    tools: tools(page),
  };
}

/** The sentence below the question: what is aimed at, why nothing happened, or what the question means. @param {TablePage} page */
function consequence(page) {
  const scene = /** @type {Scene} */ (page.scene);
  const table = /** @type {Table} */ (page.table);
  const aimed = page.picker.aimed;
  if (page.laying.wrong) return say("Not possible here.");
  if (aimed) return [aimed.label, aimed.price].filter(Boolean).join(" · ");
  if (table.stage === "over") return verdict(table, scene);
  if (page.missed) return say("Nothing to do there now. What glows can be chosen.");
  const watching = scene.question && !page.mayAct();
  return (watching && page.log.rows.at(-1)?.say) || scene.so; // while others think, one reads what happened last
}

/** What can be said: the deeds, or what a game that is over, a draw by hand and a seat lent to a bot leave to do. @param {TablePage} page @returns {Choice[]} */
export function saysOf(page) {
  const table = /** @type {Table} */ (page.table);
  if (table.stage === "over") {
    return [
      {
        key: "rematch",
        words: table.rematch ? say("To the rematch") : say("Play again"),
        main: true,
        act: () => page.errands.rematch(page.go),
      },
      { key: "scores", words: say("Scores in detail"), act: () => page.showScores() },
      { key: "replay", words: say("Look at the game again"), act: () => page.go(`/replay/${page.id}`) },
    ];
  }
  if (table.draws?.length && table.yours.length && page.scene?.actor === "*") {
    return table.draws.map((draw) => ({
      key: draw.text,
      words: draw.label,
      act: () => page.errands.send("plays", { text: draw.text, seat: table.yours[0] }),
    }));
  }
  const away = standIn(table);
  if (away !== undefined && !page.mayAct())
    return [
      {
        key: "back",
        words: say("Take my seat back"),
        main: true,
        act: () => changeSeat(table, { seat: away, change: "back" }),
      },
    ];
  return choicesOf(page.picker, (id) => page.board.spot(id)?.item, {
    act: (action) => page.act(action),
    aim: (action, on) => page.aimAt(on ? action : null),
    pick: (id) => page.pick(id, true),
    turn: () => page.lay((hand) => hand.turn(1)),
    next: () => page.lay((hand) => hand.next(1)),
    sure: page.stuck,
  });
}

/** @param {TablePage} page @returns {Choice[]} */
function tools(page) {
  const table = /** @type {Table} */ (page.table);
  const tools = [];
  if (table.restart)
    tools.push({ key: "restart", icon: "ui-first", words: say("Restart the turn"), act: () => page.undo(true) });
  if (table.undo) tools.push({ key: "undo", icon: "ui-undo", words: say("Undo"), act: () => page.undo(false) });
  if (page.mayAct()) tools.push({ key: "hint", icon: "ui-hint", words: say("Hint"), act: () => page.hint() });
  tools.push({ key: "words", icon: "ui-more", words: say("In words"), act: () => page.showWords() });
  return tools;
}
