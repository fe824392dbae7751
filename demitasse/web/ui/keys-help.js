/** The keys, to look up. */

import { el } from "./elements.js";
import { say } from "./language.js";

export function keysHelp() {
  const keys = [
    ["Tab", say("from group to group")],
    ["← ↑ ↓ →", say("within a group; move what is in hand")],
    ["Enter", say("do it")],
    ["Esc", say("put it back")],
    ["1 2 3 …", say("as printed on the choices")],
    ["R · Shift R", say("turn what is in hand")],
    ["N · Shift N", say("the next place for it")],
    ["Delete", say("what is rarely wanted of a place; also a right click or a long press")],
    ["+ − 0", say("zoom in, out, show all")],
    ["U", say("undo")],
    ["H", say("hint; then 1 2 3 shows a way")],
    [say("Space"), say("skip to my turn, while others play")],
    [".", say("pause")],
    ["< >", say("slower, faster")],
    ["W", say("what happened since my last turn")],
    ["C", say("scores")],
    ["I", say("the table in words")],
    ["L", say("the game so far")],
    ["O · Shift 1 2 3 …", say("the board of another, beside yours; arrows change over")],
    ["T", say("who is here, and what they say")],
    ["Enter · R · T", say("after the game: play again, replay, the table large and back")],
    ["← →", say("after the game: from round to round")],
    ["?", say("these keys")],
  ];
  return el(
    "dl",
    { class: "rows keys" },
    ...keys.map(([key, words]) => el("div", {}, el("dt", {}, el("kbd", { class: "key" }, key)), el("dd", {}, words))),
  );
}
