// A question to the server and its answer; what goes wrong is a Problem with words for people.
import { here, say } from "./here.js";

export class Problem extends Error {
  constructor(status, told) {
    const why = told.detail || told.title || say("failed");
    super([why, told.remedy].filter(Boolean).join(/[.!?…]$/.test(why) ? " " : " – "));
    this.why = why; // without what to do
    this.status = status;
    this.told = told;
  }

  // Nobody answered: the line is down, or the server is. It may be sent again.
  get offline() {
    return this.status === 0;
  }
}

const LONGEST = 10_000;

const problem = async (answer) => {
  try {
    return new Problem(answer.status, await answer.json());
  } catch {
    return new Problem(answer.status, {});
  }
};

export const ask = async (path, { token, body, headers = {}, ...how } = {}) => {
  const sent = new Headers({ "Accept-Language": here.lang, ...headers });
  if (token) sent.set("Authorization", `Bearer ${token}`);
  const raw = body instanceof Blob;
  if (body !== undefined) sent.set("Content-Type", raw ? body.type : "application/json");
  let answer;
  try {
    answer = await fetch(path, {
      method: body === undefined ? "GET" : "POST",
      headers: sent,
      body: body === undefined || raw ? body : JSON.stringify(body),
      signal: AbortSignal.timeout?.(LONGEST),
      ...how,
    });
  } catch {
    throw new Problem(0, { detail: say("offline") });
  }
  if (answer.status === 304) return null;
  if (!answer.ok) throw await problem(answer);
  return { status: answer.status, data: await answer.json().catch(() => ({})),
    tag: answer.headers.get("ETag") };
};

export const at = (table, rest, query = {}) => {
  const asked = new URLSearchParams(Object.entries({ lang: here.lang, ...query })
    .filter(([, value]) => value != null));
  return `/v1/tables/${encodeURIComponent(table)}/${rest}?${asked}`;
};
