/** Objects, lists and commas in one JSON; the largest outline or description has a tenth of that. */
const maxParts = 1_000_000;

const quote = 0x22;
const backslash = 0x5c;
const comma = 0x2c;
const openingBracket = 0x5b;
const openingBrace = 0x7b;

/**
 * Whether parsing this JSON would make so many values that it takes its reader minutes and gigabytes: 100 MB of `{},`
 * take 40 s and 3.4 GB. Long texts are passed over, whatever is in them.
 */
export function hasTooManyParts(json: Uint8Array): boolean {
  // Each part is a byte at least: shorter JSON has not so many.
  return json.length > maxParts && countParts(json) > maxParts;
}

function countParts(json: Uint8Array): number {
  let parts = 0;
  let isText = false;
  for (let at = 0; at < json.length; at += 1) {
    const byte = json[at];
    if (byte === quote) isText = !isText;
    else if (isText) at += byte === backslash ? 1 : 0;
    else if (byte === comma || byte === openingBracket || byte === openingBrace) parts += 1;
  }
  return parts;
}
