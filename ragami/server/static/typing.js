// A line of the score sheet: checked, and written down.
import { byId, element, say } from "./here.js";

const PAUSE = 150; // of fingers

export const typing = (table, outbox) => {
  const field = byId("line");
  const tell = (...lines) => byId("verdicts").replaceChildren(
    ...lines.map(([kind, text]) => element("li", { class: `finding ${kind}` }, text)));

  // How the line may go on, as the rules have it now.
  let asked = null;
  field.addEventListener("input", () => {
    clearTimeout(asked);
    asked = setTimeout(async () => {
      const { data } = await table.ask("choices", {}, { line: field.value }).catch(() => ({ data: {} }));
      byId("goes-on").replaceChildren(...(data.ways ?? []).map((value) => element("option", { value })));
    }, PAUSE);
  });

  byId("try").addEventListener("click", async () => {
    try {
      const { data } = await table.ask("check", { body: { line: field.value } });
      const warning = data.warning ? [["warning", data.warning]] : [];
      const wrong = data.findings.map(({ text }) => ["error", text]);
      const says = data.ok ? data.says.map((text) => ["info", text]) : [];
      tell(...warning, ...wrong, ...says, ...(data.ok && !says.length ? [["info", say("legal")]] : []));
    } catch (error) {
      tell(["error", error.message]);
    }
  });

  byId("typing").addEventListener("submit", async (event) => {
    event.preventDefault();
    const line = field.value.trim();
    if (!line) return;
    try {
      const receipt = await outbox.post("events", { line }, line);
      field.value = "";
      tell(["info", say("stored", { what: line, seq: receipt.last })]);
    } catch (error) {
      tell(["error", error.message]);
    }
  });
};
