/** Characters in which the engine looks for the root element. */
const headCharacters = 800;

const rootPattern = /<(?:[\w-]{1,40}:)?svg[\s>/]/;

/** The text of a drawing in a form that the engine recognises; undefined where there is no root element. */
export function svgText(bytes: Uint8Array): string | undefined {
  const text = decode(bytes);
  const rootAt = text.search(rootPattern);
  if (rootAt < 0) return undefined;
  // The encoding that it names is no longer its own.
  const undeclared = text.replace(/^\s*<\?xml[^>]*\?>\s*/, "");
  return rootAt < headCharacters ? undeclared : undeclared.replaceAll(/<!--[\s\S]*?-->/g, "").trimStart();
}

/** UTF-16 and UTF-8 by their marks, else what the declaration says, else UTF-8. */
function decode(bytes: Uint8Array): string {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return new TextDecoder("utf-16le").decode(bytes);
  if (first === 0xfe && second === 0xff) return new TextDecoder("utf-16be").decode(bytes);
  const head = new TextDecoder("latin1").decode(bytes.subarray(0, 200));
  const declared = /^<\?xml[^>]*encoding\s*=\s*["']([\w.:-]{1,40})["']/.exec(head)?.[1] ?? "utf-8";
  return decodeAs(declared, bytes);
}

function decodeAs(label: string, bytes: Uint8Array): string {
  try {
    // A file of single bytes that calls itself UTF-16 would be garbage.
    return new TextDecoder(/^utf-?16/i.test(label) ? "utf-8" : label).decode(bytes);
  } catch {
    return new TextDecoder().decode(bytes);
  }
}
