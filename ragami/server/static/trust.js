// What this device has seen of the log, who else has, and whether two phones agree.
import { Table } from "./table.js";
import { byId, element, say } from "./here.js";

const table = new Table({ heard: (name) => ["head", "witness"].includes(name) && draw() });

const draw = async () => {
  try {
    const { data } = await table.ask("head");
    byId("size").textContent = data.size;
    byId("root").textContent = data.root;
    byId("sealed").textContent = say(data.note ? "yes" : "no");
    byId("text").textContent = data.text;
    const newest = new Map();
    for (const one of data.witnesses) {
      if ((newest.get(one.key)?.size ?? 0) <= one.size) newest.set(one.key, one);
    }
    const seen = [...newest.values()];
    byId("witnesses").replaceChildren(...seen.map((one) => element("li", {},
      say("has-seen", { who: one.name, size: one.size }))));
    const most = Math.max(0, ...seen.map((one) => one.size));
    byId("together").textContent = seen.length ? say("together", { all: seen.length, size: most,
      so: seen.filter((one) => one.size === most).length }) : say("nobody");
    await table.witness.head(data);
    byId("kept").textContent = await table.witness.told();
  } catch (error) {
    table.trouble(error.message, "lost");
  }
};

byId("compare").addEventListener("click", draw);

byId("agree").addEventListener("click", async () => {
  byId("agreed").textContent = await table.witness.compared(byId("other").value);
});
draw();
table.start();
