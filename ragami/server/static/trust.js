// What this device has seen of the log, who else has, and whether two phones agree.
import { Table } from "./table.js";
import { at } from "./ask.js";
import { byId, capital, element, here, say } from "./here.js";

const table = new Table({ heard: (name) => ["head", "witness"].includes(name) && draw() });

const draw = async () => {
  try {
    const { data } = await table.ask("head");
    byId("size").textContent = data.size;
    byId("root").textContent = data.root;
    byId("sealed").textContent = say(data.note ? "yes" : "no");
    byId("text").textContent = data.text;
    document.querySelector(".watch img").src = at(here.table, "qr", { to: "slip", size: data.size });
    const seen = table.witness.seen(data.witnesses);
    byId("witnesses").replaceChildren(...seen.map((one) => element("li", {},
      capital(say("has-seen", { who: table.witness.who(one), size: one.size })))));
    byId("together").textContent = seen.length ? "" : say("nobody");
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
