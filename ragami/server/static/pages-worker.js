// One for all pages of a browser.
import { Pages } from "./pages.js";

const pages = new Pages();
addEventListener("connect", ({ ports: [port] }) => {
  port.onmessage = ({ data }) => pages.take(data, (told) => port.postMessage(told));
});
