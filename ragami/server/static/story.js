// Every record in words; a tap shows the board as it was.
import { byId, element, say, shown } from "./here.js";
import { show } from "./regions.js";
import { Table } from "./table.js";

const story = byId("story");
let then = null; // the record that is shown, null: now

const table = new Table({ all: true, changed: () => {
  filter();
  if (then === null) mark(table.seq);
  else past(then);
} });

const mark = (seq) => {
  story.querySelector("[aria-current]")?.removeAttribute("aria-current");
  const entry = story.querySelector(`#record-${seq}`);
  entry?.querySelector("a").setAttribute("aria-current", "step");
  byId("said").textContent = entry?.querySelector("span").textContent ?? "";
  byId("said").classList.toggle("covered", Boolean(entry?.classList.contains("covered")));
};

const past = async (seq) => {
  const wanted = then = seq;
  mark(seq);
  try {
    const { data } = await table.ask("moment", {}, { at: seq });
    if (then !== wanted) return;
    table.stock(data.shapes);
    for (const [id, spot] of Object.entries(data.spots)) {
      const place = byId(id);
      if (place) show(place, spot, false);
    }
    shown("now");
    byId("said").prepend(element("b", {}, `${say("record", { seq })} `));
  } catch (error) {
    table.trouble(error.message, "lost");
  }
};

story.addEventListener("click", (event) => {
  const link = event.target.closest("a");
  if (!link) return;
  event.preventDefault();
  history.replaceState(null, "", link.hash);
  past(Number(link.hash.slice(1)));
  if (byId("then").getBoundingClientRect().bottom < 0) byId("then").scrollIntoView();
});

byId("now").addEventListener("click", () => {
  then = null;
  shown("now", false);
  history.replaceState(null, "", location.pathname + location.search);
  for (const [id, spot] of Object.entries(table.spots)) {
    const place = byId(id);
    if (place) show(place, spot, false);
  }
  mark(table.seq);
});

const plain = (text) => text.normalize("NFD").replaceAll(/\p{M}/gu, "").toLowerCase();
const filter = () => {
  const wanted = plain(byId("find").value.trim());
  let found = 0;
  for (const entry of story.querySelectorAll("li")) {
    entry.hidden = Boolean(wanted) && !plain(entry.textContent).includes(wanted);
    found += !entry.hidden;
  }
  byId("found").textContent = wanted ? say("found", { found }) : "";
};
byId("find").addEventListener("input", filter);

// All spots of now, to come back to, and all of the story.
table.seq = null;
table.start();
const asked = Number.parseInt(location.hash.slice(1), 10);
if (asked) past(asked);
