// The referee's desk: every table in a row, those in trouble first.
import { ask } from "./ask.js";
import { forget } from "./device.js";
import { entered } from "./hall-key.js";
import { byId, element, headed, here, refill, say, seatName, shown } from "./here.js";
import { opening } from "./opening.js";
import { Stream } from "./stream.js";

const DAY = 24 * 60; // minutes
const rows = new Map();
const people = new Map(); // who sits where, by table

// Who sits at tables that nobody here knows yet.
const meet = async (token) => {
  if ([...rows.keys()].every((table) => people.has(table))) return;
  for (const table of rows.keys()) if (!people.has(table)) people.set(table, {});
  const { data } = await ask(`/v1/tables?lang=${here.lang}`, { token });
  for (const { table, seats } of data.tables) people.set(table, seats);
  draw();
};

const nameOf = (table, seat) => people.get(table)?.[seat] ?? seatName(seat);

const idle = (row) => {
  if (row.idle_s === null) return "–";
  const seconds = row.idle_s + Math.floor((Date.now() - row.heard) / 1000);
  const minutes = Math.floor(seconds / 60);
  if (minutes >= DAY) return say("days", { days: Math.floor(minutes / DAY) });
  return minutes ? say("minutes", { minutes }) : say("seconds", { seconds });
};

const cells = (row) => [
  element("th", { scope: "row" }, element("a",
    { href: `/desk/${encodeURIComponent(row.table)}${row.gathers ? "/rounds" : ""}?lang=${here.lang}` },
    row.table), element("small", {}, ` ${say("record", { seq: row.seq })}`)),
  element("td", {}, row.step),
  element("td", {}, row.over ? "" : row.due.map((seat) => nameOf(row.table, seat)).join(", ")),
  element("td", { class: "idle" }, idle(row)),
  element("td", { class: row.findings.length ? "finding error" : "" }, row.findings.join(" ")),
  element("td", {}, String(row.devices)),
  element("td", {}, row.calls.map((call) => [nameOf(row.table, call.seat ?? ""), call.text]
    .filter(Boolean).join(": ")).join(" · ")),
];

const draw = () => {
  const all = [...rows.values()].sort((a, b) => b.trouble - a.trouble
    || a.table.localeCompare(b.table, here.lang, { numeric: true }));
  refill(byId("tables"), all.map((row) => headed(element("tr", {
    class: row.calls.length ? "calls" : row.findings.length ? "wrong" : "" }, ...cells(row)))));
  shown("all", all.length > 0);
  shown("none", !all.length);
  if (!all.length) byId("opening").open = true; // there is nothing else to do
  byId("count").textContent = all.length ? say("tables", { count: all.length }) : "";
};

const take = (token) => (name, data) => {
  if (name === "hall") {
    rows.clear();
    for (const row of data.tables) rows.set(row.table, { ...row, heard: Date.now() });
  } else if (name === "table") rows.set(data.table, { ...data, heard: Date.now() });
  else return; // which tables there are is not known yet
  draw();
  meet(token).catch(() => {}); // until then a seat is called by its colour
};

const state = (token) => (name, since) => {
  const link = byId("link");
  link.className = `link ${name}`;
  link.textContent = name === "live" ? say("live") : say("not-live");
  if (name === "refused") {
    forget(null);
    location.reload();
  }
  const text = name === "live" ? ""
    : say(name, { when: new Date(since).toLocaleTimeString(here.lang) });
  byId("state").textContent = text;
  byId("state").className = "lost";
  shown("state", Boolean(text) && Boolean(token));
};

entered(({ token }) => {
  opening(token);
  new Stream({ lang: here.lang, token }, { on: take(token), state: state(token) }).open();
  setInterval(draw, 10_000);
});
