/** Asks the server for a hint, and aims at the action it would choose. */

import { get } from "../net/api.js";
import { note, tell } from "../ui/announcements.js";
import { say } from "../ui/language.js";

/** @import { TablePage } from "../pages/table.js" */
/** @import { HintShown } from "../types.js" */

/** @param {TablePage} page */
export async function giveHint(page) {
  if (!page.mayAct() || page.sender.isBusy) return;
  tell(say("Thinking …"));
  note(say("Thinking …"), 0);
  try {
    const found = /** @type {HintShown} */ (await get(`/api/tables/${page.id}/hint`, { seat: page.scene?.seat }));
    const action = page.asking.picker.actions.find(({ text }) => text === found.best);
    if (!action || page.sender.isBusy) {
      note(""); // the question was answered meanwhile
      return;
    }
    page.asking.propose(action);
    const words = say("Hint: {action}. Chances to win: {share} %.", {
      action: action.label,
      share: Math.round(100 * (found.actions[0]?.share ?? 0)),
    });
    note(words, 9000);
    tell(words);
  } catch (problem) {
    note(problem instanceof Error ? problem.message : "");
  }
}
