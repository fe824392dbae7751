/** What is asked, in the words of whoever reads it: one's own turn, or that of another one waits for. */

import { say } from "../ui/language.js";
import { isMine } from "./seats.js";

/** @import { Scene, TableShown } from "../types.js" */

/** The same without the stars around its key word. @param {TableShown} table @param {Scene} scene */
export const plainPromptOf = (table, scene) => promptOf(table, scene).replaceAll("*", "");

/**
 * The question with its *key word* between stars; several people at one screen are called by their names.
 * @param {TableShown} table @param {Scene} scene @param {string} [next] what is asked once something is picked
 */
export function promptOf(table, scene, next) {
  const { actor, question } = scene;
  if (!question || typeof actor !== "number" || table.stage !== "playing") return scene.ask;
  if (!isMine(table, actor)) return scene.waits ?? "";
  if (table.yours.length < 2) return say("Your turn: {question}", { question: next ?? question });
  return next ? say("{name}: {deed}", { name: table.seats[actor].name, deed: next }) : scene.ask;
}
