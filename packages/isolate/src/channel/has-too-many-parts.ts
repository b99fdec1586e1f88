/** Objects, lists and commas in one JSON; the largest outline or description has a tenth of that. */
const maxParts = 1_000_000;

/** JSON that is shorter cannot have so many parts that it matters, and most is. */
const smallBytes = 64 * 1024;

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
  if (json.length < smallBytes) return false;
  let parts = 0;
  for (let at = 0; at < json.length; at += 1) {
    const byte = json[at];
    if (byte === quote) at = endOfText(json, at);
    else if (byte === comma || byte === openingBracket || byte === openingBrace) parts += 1;
    if (parts > maxParts) return true;
  }
  return false;
}

/** Where the quote stands that ends a text; the end of all where there is none. */
function endOfText(json: Uint8Array, start: number): number {
  for (let at = json.indexOf(quote, start + 1); at !== -1; at = json.indexOf(quote, at + 1)) {
    if (!isEscaped(json, at)) return at;
  }
  return json.length;
}

function isEscaped(json: Uint8Array, at: number): boolean {
  let first = at;
  while (json[first - 1] === backslash) first -= 1;
  return (at - first) % 2 === 1;
}
