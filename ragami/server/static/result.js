// After the game: the result, and what can be taken home.
import { at } from "./ask.js";
import { member, referee } from "./device.js";
import { byId, element, here, say, shown } from "./here.js";
import { Table } from "./table.js";

const table = new Table({ changed: ({ told }) => {
  byId("over").textContent = told.over ?? say("not-over");
} });

const file = async () => {
  const answer = await fetch(`/v1/tables/${encodeURIComponent(here.table)}/export/page?lang=${here.lang}`);
  return new File([await answer.blob()], `${here.table}.html`, { type: "text/html" });
};

// Only where a browser shares files at all, which on plain http few do.
shown("share", Boolean(navigator.canShare?.({ files: [new File([""], "a.html")] })));
byId("share").addEventListener("click", async () => {
  await navigator.share({ files: [await file()] }).catch(() => {});
});
// What this device may know, it may take home: a link could carry no token.
const own = [member(here.table), referee()].find((one) => one && one.role !== "public");
shown("own-log", Boolean(own));
byId("own-log").addEventListener("click", async () => {
  const headers = { Authorization: `Bearer ${own.token}` };
  const answer = await fetch(at(here.table, "records"), { headers });
  if (!answer.ok) return;
  const href = URL.createObjectURL(await answer.blob());
  element("a", { href, download: `${here.table}.jsonl` }).click();
  URL.revokeObjectURL(href);
});
table.start();
