/** Talks to the server: JSON both ways, refusals as Problem, what must arrive sent again under the same nonce. */

import { note } from "../ui/announcements.js";
import { guestName } from "../ui/guest-names.js";
import { spoken } from "../ui/language.js";
import { settings } from "../ui/settings.js";

/** @import { Session } from "../types.js" */

const PATIENCE = [250, 500, 1000, 2000, 4000, 8000]; // ms between two tries of something that must arrive
const BUSY = 5; // times that something is asked for again, because the server says that it was too much at once

/** A refusal, in a sentence for people. */
export class Problem extends Error {
  /** @param {any} body */
  constructor(body) {
    super(body.title || body.detail || "");
    /** @type {string} */ this.type = (body.type || "").split("/").pop() || "";
    /** @type {number} */ this.status = body.status || 0;
    /** @type {string} what exactly was wrong, in the reader's language */ this.why = body.why || "";
    /** @type {number | undefined} */ this.head = body.head;
  }
}

/** The line is gone: nothing was answered. */
export class Silence extends Error {}

/** @type {Session | null} */
let session = null;

/** The name that is being taken. @type {Promise<any>} */
let naming = Promise.resolve();

/** Who I am here; asked once. @returns {Promise<Session>} */
export async function whoAmI() {
  session ??= await get("/api/session");
  return /** @type {Session} */ (session);
}

/** Takes a name, or another one. @param {string} name @returns {Promise<Session>} */
export async function callMe(name) {
  const taken = post("/api/session", { name });
  naming = taken.catch(() => {});
  session = await taken;
  return /** @type {Session} */ (session);
}

/** @param {string} path @param {Record<string, any>} [query] */
export async function get(path, query = {}) {
  const given = Object.entries({ language: spoken(), ...query }).filter(
    ([, value]) => value !== null && value !== undefined,
  );
  return ask(`${path}?${new URLSearchParams(given.map(([name, value]) => [name, String(value)]))}`, { method: "GET" });
}

/** @param {string} path @param {any} [body] */
export async function post(path, body = {}) {
  if (path !== "/api/session") await naming; // what is done then is done under it
  if (path !== "/api/session" && !(await whoAmI()).person) await callMe(settings.name || guestName());
  return ask(path, { method: "POST", body: JSON.stringify(body) });
}

/**
 * Posts something that may be sent twice without harm: tries again with the same nonce while the line is gone.
 * @param {string} path
 * @param {any} body
 * @param {() => void} [lost] called once when the first try got no answer
 */
export function postSurely(path, body, lost) {
  const whole = { ...body, nonce: crypto.randomUUID?.() ?? `${Date.now()}-${Math.random()}` };
  return surely(() => post(path, whole), lost);
}

/**
 * Asks again while the line is gone or the server cannot answer now.
 * @param {() => Promise<any>} ask
 * @param {() => void} [lost] called once when the first try got no answer
 */
export async function surely(ask, lost) {
  for (let tried = 0; ; tried += 1) {
    try {
      return await ask();
    } catch (problem) {
      const passing =
        problem instanceof Silence || (problem instanceof Problem && [502, 503, 504].includes(problem.status));
      if (!passing || tried >= PATIENCE.length) throw problem;
      if (tried === 0) lost?.();
      await new Promise((wake) => setTimeout(wake, PATIENCE[tried]));
    }
  }
}

/** The whole log of a table: the server tells so many rows at once. @param {string} id */
export async function wholeLog(id) {
  const log = await get(`/api/tables/${id}/log`, { since: 0 });
  for (let last = log.rows.at(-1)?.seq; last !== undefined && last < log.head; last = log.rows.at(-1).seq) {
    const more = await get(`/api/tables/${id}/log`, { since: last });
    if (!more.rows.length) break;
    log.rows.push(...more.rows);
    log.head = more.head;
  }
  return log;
}

/** @param {string} path @param {RequestInit} how @param {number} [tried] */
async function ask(path, how, tried = 0) {
  const headers = {
    "accept-language": spoken(),
    "content-type": "application/json",
    ...(session?.csrf ? { "x-csrf-token": session.csrf } : {}),
  };
  const answer = await fetch(path, { ...how, headers, credentials: "same-origin" }).catch((reason) => {
    throw new Silence(String(reason));
  });
  const kind = answer.headers.get("content-type") || "";
  const body = kind.includes("json") ? await answer.json() : await answer.text();
  const wait = Number(answer.headers.get("retry-after")); // s
  if (answer.status === 429 && wait && tried < BUSY) {
    note(body.title);
    await new Promise((wake) => setTimeout(wake, 1000 * wait * (tried + 1)));
    return ask(path, how, tried + 1);
  }
  if (!answer.ok)
    throw new Problem(
      typeof body === "string"
        ? { title: body.slice(0, 200), status: answer.status }
        : { status: answer.status, ...body },
    );
  return body;
}
