/** Number of characters in which the engine searches for the root element. */
const headCharacters = 800;

const rootPattern = /<(?:[\w-]{1,40}:)?svg[\s>/]/;

/** Decodes a drawing into a form that the engine detects as SVG. Returns `undefined` if there is no root element. */
export function svgText(bytes: Uint8Array): string | undefined {
  const text = decode(bytes);
  // The declared encoding no longer applies.
  const undeclared = text.replace(/^\s*<\?xml[^>]*\?>\s*/, "");
  const plain = withoutLeadingComments(undeclared);
  const rootAt = plain.search(rootPattern);
  if (rootAt < 0) return undefined;
  return rootAt < headCharacters ? plain : plain.trimStart();
}

/** Removes comments before the root element, since they may contain tags. */
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

/** Decodes by byte order mark, then by XML declaration, then as UTF-8. */
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
    // A file without a byte order mark that declares UTF-16 is in fact UTF-8.
    return new TextDecoder(/^utf-?16/i.test(label) ? "utf-8" : label).decode(bytes);
  } catch {
    return new TextDecoder().decode(bytes);
  }
}

/** Maximum length of a value, enough for colours, lengths and short lists. */
const maxValueCharacters = 200;
const maxDeclarations = 1000;
/** Maximum number of uses that are resolved. With the longest values they add ten million characters. */
const maxUses = 50_000;
/** Maximum depth of variables inside variables. */
const maxDepth = 4;

const declarationPattern =
  /(?<![\w!-])(--[\w-]{1,60})\s{0,9}:\s{0,9}([^\s:;{}<>"'&][^:;{}<>"'&\n]{0,199})(?=[;}"'<\n])/g;
/** Captures the name and the fallback value. */
const usePattern = /var\(\s{0,9}(--[\w-]{1,60})\s{0,9}(?:,((?:[^()<>]|\([^()<>]{0,200}\)){0,200}))?\)/g;
/** Captures the first of two colours. */
const schemePattern =
  /light-dark\(((?:[^(),<>]|\([^()<>]{0,200}\)){1,200}),(?:[^()<>]|\((?:[^()<>]|\([^()<>]{0,100}\)){0,200}\)){1,200}\)/g;

/**
 * Replaces CSS variables by their values, and `light-dark()` by its light colour. The engine does not support variables
 * and would draw black or nothing. If a variable has several values, the first is used, which is usually the default or
 * light scheme.
 */
export function withoutVariables(svg: string): string {
  const plain = svg.includes("light-dark(") ? svg.replaceAll(schemePattern, "$1") : svg;
  if (!plain.includes("var(")) return plain;
  const values = declarationsIn(plain);
  if (values.size === 0) return plain;
  let uses = 0;
  const resolved = (text: string, depth: number): string =>
    text.replaceAll(usePattern, (use: string, name: string, instead?: string) => {
      uses += 1;
      if (depth > maxDepth || uses > maxUses) return use;
      const value = values.get(name);
      if (value !== undefined) return resolved(value, depth + 1);
      return instead === undefined ? use : `var(${name},${resolved(instead, depth + 1)})`;
    });
  return resolved(plain, 1);
}

function declarationsIn(svg: string): ReadonlyMap<string, string> {
  const values = new Map<string, string>();
  for (const [, name = "", value = ""] of svg.matchAll(declarationPattern)) {
    if (values.size >= maxDeclarations) break;
    if (!values.has(name)) values.set(name, value.trimEnd().slice(0, maxValueCharacters));
  }
  return values;
}
