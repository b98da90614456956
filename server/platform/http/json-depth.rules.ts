/** No body of ours has more than ten. */
export const mostJsonLevels = 64;

const [quote, backslash] = [0x22, 0x5c];
const opening = new Set([0x5b, 0x7b]);
const closing = new Set([0x5d, 0x7d]);

/** Whether lists and objects of a JSON text stand in each other deeper than any of ours: reading such a one, and letting go of it, takes long for its size. */
export function isNestedTooDeep(json: Uint8Array): boolean {
  let levels = 0;
  let quoted = false;
  for (let at = 0; at < json.length; at += 1) {
    const sign = json[at]!;
    if (quoted && sign === backslash) at += 1;
    else if (sign === quote) quoted = !quoted;
    else if (!quoted && closing.has(sign)) levels -= 1;
    else if (!quoted && opening.has(sign)) {
      levels += 1;
      if (levels > mostJsonLevels) return true;
    }
  }
  return false;
}
