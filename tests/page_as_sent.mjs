/** Says for which modules the code that is sent is not the code that is written: [[name, written, sent], …] on standard input. */

import { readFileSync } from "node:fs";
import { parsers } from "../node_modules/prettier/plugins/babel.mjs";

const PLACE = /^(loc|start|end|range|extra|tokens|errors|original|__contentEnd)$|omments$/; // where something stands, and comments

/** A syntax tree without what comments change. */
const bare = (node) => {
  if (Array.isArray(node)) return node.map(bare);
  if (!node || typeof node !== "object") return typeof node === "bigint" ? String(node) : node;
  if (node.type === "ParenthesizedExpression") return bare(node.expression); // kept only beside a comment
  const kept = Object.entries(node).filter(([key]) => !PLACE.test(key));
  return Object.fromEntries(kept.map(([key, value]) => [key, bare(value)]));
};

const tree = async (text) => JSON.stringify(bare(await parsers.babel.parse(text, {})));

for (const [name, written, sent] of JSON.parse(readFileSync(0, "utf8")))
  if ((await tree(written)) !== (await tree(sent))) console.log(name);
