/** Characters in which the engine looks for the root element. */
const headCharacters = 800;

const rootPattern = /<(?:[\w-]{1,40}:)?svg[\s>/]/;

/** The text of a drawing in a form that the engine recognises; undefined where there is no root element. */
export function svgText(bytes: Uint8Array): string | undefined {
  const text = decode(bytes);
  // The encoding that it names is no longer its own.
  const undeclared = text.replace(/^\s*<\?xml[^>]*\?>\s*/, "");
  const plain = withoutLeadingComments(undeclared);
  const rootAt = plain.search(rootPattern);
  if (rootAt < 0) return undefined;
  return rootAt < headCharacters ? plain : plain.trimStart();
}

/** A tag that a comment speaks of is no root. */
function withoutLeadingComments(text: string): string {
  const kept: string[] = [];
  let from = 0;
  let rootAt = -1;
  for (;;) {
    const commentAt = text.indexOf("<!--", from);
    if (rootAt < from) rootAt = rootFrom(text, from);
    if (commentAt < 0 || commentAt > rootAt) break;
    const endAt = text.indexOf("-->", commentAt + 4);
    kept.push(text.slice(from, commentAt));
    from = endAt < 0 ? text.length : endAt + 3;
  }
  return kept.length === 0 ? text : kept.join("") + text.slice(from);
}

function rootFrom(text: string, from: number): number {
  const pattern = new RegExp(rootPattern, "g");
  pattern.lastIndex = from;
  return pattern.exec(text)?.index ?? Number.POSITIVE_INFINITY;
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
