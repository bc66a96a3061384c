// The tree of RFC 6962 and RFC 9162, as far as somebody needs it who only witnesses it.
import { sha256 } from "./noble.js";

const NODE = 1;

export const bytes = (base64) => Uint8Array.from(atob(base64), (one) => one.charCodeAt(0));
export const base64 = (raw) => btoa(String.fromCharCode(...raw));

const node = (left, right) => sha256(Uint8Array.from([NODE, ...left, ...right]));
const same = (one, other) => one.length === other.length && one.every((byte, n) => byte === other[n]);
const half = (number) => Math.floor(number / 2);

// Did the tree `old` grow into the tree `size`? RFC 9162, 2.1.4.2.
export const consistent = (old, oldRoot, size, root, path) => {
  if (old === size) return same(oldRoot, root) && path.length === 0;
  if (!(old > 0 && old < size && path.length)) return false;
  // The root of a perfect old tree is left out of the proof, since the verifier has it.
  const perfect = Number.isInteger(Math.log2(old));
  const [first, ...rest] = perfect ? [oldRoot, ...path] : path;
  let [place, last] = [old - 1, size - 1];
  while (place % 2) [place, last] = [half(place), half(last)];
  let [was, now] = [first, first];
  for (const sibling of rest) {
    if (last === 0) return false;
    if (place % 2 || place === last) {
      [was, now] = [node(sibling, was), node(sibling, now)];
      while (place % 2 === 0 && place) [place, last] = [half(place), half(last)];
    } else {
      now = node(now, sibling);
    }
    [place, last] = [half(place), half(last)];
  }
  return last === 0 && same(was, oldRoot) && same(now, root);
};
