// A player of a gathering goes to the table of the round: this device is known already.
import { ask, at } from "./ask.js";
import { member, remember } from "./device.js";
import { here } from "./here.js";

const path = (table) => `/t/${encodeURIComponent(table)}?lang=${here.lang}`;

// A seat that this device had there before is taken again; else the server gives it.
export const sit = async (own, table) => {
  if (table && member(table)?.role === "seat") return location.assign(path(table));
  const { data } = await ask(at(here.table, "sit"), { token: own.token, method: "POST" });
  remember(data);
  location.assign(path(data.table));
};
