import type { PDFObject } from "mupdf";

/** Keys of dictionaries and indexes of arrays, from the outside in. */
type ObjectPath = readonly (string | number)[];

/** Looks a value up and frees it after use. `undefined` where there is none or where it is broken. */
export function withObject<Value>(
  object: PDFObject,
  path: ObjectPath,
  use: (value: PDFObject) => Value,
): Value | undefined {
  if (object.isNull()) return undefined;
  const value = object.get(...path);
  try {
    return value.isNull() ? undefined : use(value);
  } finally {
    value.destroy();
  }
}

/** A text string, decoded; a name where one stands in its place. */
export function textAt(object: PDFObject, ...path: ObjectPath): string | undefined {
  return withObject(object, path, (value) => {
    if (value.isString()) return value.asString();
    return value.isName() ? value.asName() : undefined;
  });
}

/** A number. */
export function numberAt(object: PDFObject, ...path: ObjectPath): number | undefined {
  return withObject(object, path, (value) => (value.isNumber() ? value.asNumber() : undefined));
}

/** Whether anything stands there. */
export function hasAt(object: PDFObject, ...path: ObjectPath): boolean {
  return withObject(object, path, () => true) ?? false;
}

/** The number of an indirect object, by which cycles are told; `undefined` for what stands in place. */
export function referenceOf(object: PDFObject): number | undefined {
  return object.isIndirect() ? object.asIndirect() : undefined;
}

/** What `map` makes of the first `limit` elements of an array; each is freed after use. */
export function mapArray<Value>(array: PDFObject, limit: number, map: (element: PDFObject) => Value): readonly Value[] {
  const values: Value[] = [];
  const length = array.isArray() ? Math.min(array.length, limit) : 0;
  for (let index = 0; index < length; index++) {
    const value = withObject(array, [index], map);
    if (value !== undefined) values.push(value);
  }
  return values;
}

/** Trees of names and numbers (ISO 32000-1, 7.9.6) are a few levels deep. */
const maxDepth = 16;

/** Nodes that are gone through; each of them may hold hundreds of entries. */
const maxNodes = 20_000;

/** Calls `visit` with each node of a tree of names or numbers, in order. A node that comes again is passed over. */
export function visitNodes(root: PDFObject, visit: (node: PDFObject) => void): void {
  const seen = new Set<number>();
  let nodes = 0;
  const go = (node: PDFObject, depth: number): void => {
    nodes += 1;
    const reference = referenceOf(node) ?? -nodes;
    if (depth > maxDepth || nodes > maxNodes || seen.has(reference)) return;
    seen.add(reference);
    visit(node);
    withObject(node, ["Kids"], (kids) => mapArray(kids, maxNodes, (kid) => go(kid, depth + 1)));
  };
  go(root, 1);
}

/** An encoding has 256 codes; a list of more entries is no real one. */
const maxEntries = 600;

/** A list of what an encoding says of its codes, as the engine prints it; empty where it is none. */
export function printedList(list: PDFObject): string {
  if (!list.isArray() || list.length > maxEntries) return "";
  // A reference is printed as one.
  const direct = list.resolve();
  try {
    return direct.toString();
  } finally {
    direct.destroy();
  }
}

/** The same of a list inside of something. */
export function printedAt(object: PDFObject, ...path: readonly string[]): string {
  return withObject(object, path, printedList) ?? "";
}

const codesAndNames = /\d+|\/[^\s/[\]]+/gu;

/** The names in a printed list of differences, each with its code: a number is the code of the name behind it. */
export function* namedCodes(differences: string): Generator<readonly [code: number, name: string]> {
  let code = 0;
  for (const [token] of differences.matchAll(codesAndNames)) {
    if (token.startsWith("/")) {
      yield [code, token.slice(1)];
      code += 1;
    } else {
      code = Number(token);
    }
  }
}

/** A label of the document's own in one line: white space and control characters become single spaces. */
export function oneLine(text: string, maxCharacters = 200): string {
  // oxlint-disable-next-line no-control-regex -- control characters are what is meant
  const line = text.replaceAll(/[\s\u0000-\u001f\u007f-\u009f]+/g, " ").trim();
  return line.length > maxCharacters ? `${line.slice(0, maxCharacters - 1).trimEnd()}…` : line;
}
