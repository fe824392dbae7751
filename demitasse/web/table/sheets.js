/** What opens beside a table: scores, the game so far, the keys. */

import { el } from "../ui/elements.js";
import { keysHelp } from "../ui/keys-help.js";
import { say } from "../ui/language.js";
import { openSheet } from "../ui/sheet.js";
import { lookUp, scoreTable } from "./scores.js";

/** @import { Scene, TableShown } from "../types.js" */
/** @import { Log } from "./log.js" */

/** @param {TableShown} table @param {Scene} scene */
export function showScores(table, scene) {
  const { result } = table;
  const decided = result && el("p", { class: "verdict" }, `${result.say} ${result.why}`.replaceAll("*", ""));
  openSheet(say("Scores"), el("div", {}, decided, scoreTable(table, scene), lookUp(scene)));
}

/** Lends the log to a sheet. @param {Log} log */
export function showLog(log) {
  const home = log.list.parentNode;
  openSheet(say("The game so far"), log.list, () => home?.append(log.list));
}

export function showKeys() {
  openSheet(say("Keys"), keysHelp());
}
