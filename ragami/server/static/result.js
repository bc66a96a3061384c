// After the game: the result, and what can be taken home.
import { byId, here, say, shown } from "./here.js";
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
table.start();
