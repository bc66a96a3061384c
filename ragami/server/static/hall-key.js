// Whoever types the hall key is the referee on this device.
import { ask } from "./ask.js";
import { referee, remember } from "./device.js";
import { byId, say, shown } from "./here.js";

export const entered = (begin) => {
  const known = referee();
  if (known) return begin(known);
  shown("enter");
  byId("enter").addEventListener("submit", async (event) => {
    event.preventDefault();
    try {
      const { data } = await ask("/v1/join", { body: { code: byId("key").value.trim() } });
      remember(data);
      if (data.role !== "referee") return;
      location.reload();
    } catch (error) {
      byId("refused").textContent = error.told?.code === "code-not-known" ? say("no-key") : error.message;
    }
  });
};
