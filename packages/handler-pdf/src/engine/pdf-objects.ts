import type { Buffer as EngineBuffer, PDFObject, PDFPage } from "mupdf";

/** Dictionary keys and array indexes, outermost first. */
type ObjectPath = readonly (string | number)[];

/** Looks up a value, passes it to `use` and frees it. Returns `undefined` if the value is missing or broken. */
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

/** Returns a decoded text string, or a name if there is one in its place. */
export function textAt(object: PDFObject, ...path: ObjectPath): string | undefined {
  return withObject(object, path, (value) => {
    if (value.isString()) return value.asString();
    return value.isName() ? value.asName() : undefined;
  });
}

/** Returns a number. */
export function numberAt(object: PDFObject, ...path: ObjectPath): number | undefined {
  return withObject(object, path, (value) => (value.isNumber() ? value.asNumber() : undefined));
}

/** True if there is a value at the path. */
export function hasAt(object: PDFObject, ...path: ObjectPath): boolean {
  return withObject(object, path, () => true) ?? false;
}

/** Returns a copy of the decoded bytes of a stream, or `undefined` if there is none or it has more than `maxBytes`. */
export function streamBytesAt(object: PDFObject, path: ObjectPath, maxBytes: number): Uint8Array | undefined {
  return withObject(object, path, (stream) => {
    if (!stream.isStream()) return undefined;
    const buffer: EngineBuffer = stream.readStream();
    try {
      return buffer.getLength() > maxBytes ? undefined : Uint8Array.from(buffer.asUint8Array());
    } finally {
      buffer.destroy();
    }
  });
}

const annotatedPages = new WeakMap<PDFPage, boolean>();

/** True if a page has a list of annotations. Several steps ask, and the engine takes some microseconds to answer. */
export function hasAnnotations(page: PDFPage): boolean {
  const known = annotatedPages.get(page);
  if (known !== undefined) return known;
  const object = page.getObject();
  try {
    const isAnnotated = hasAt(object, "Annots");
    annotatedPages.set(page, isAnnotated);
    return isAnnotated;
  } finally {
    object.destroy();
  }
}

/** Returns the number of an indirect object, which identifies cycles, or `undefined` for a direct object. */
export function referenceOf(object: PDFObject): number | undefined {
  return object.isIndirect() ? object.asIndirect() : undefined;
}

/** Maps the first `limit` elements of an array. Each element is freed after use. */
export function mapArray<Value>(array: PDFObject, limit: number, map: (element: PDFObject) => Value): readonly Value[] {
  const values: Value[] = [];
  const length = array.isArray() ? Math.min(array.length, limit) : 0;
  for (let index = 0; index < length; index++) {
    const value = withObject(array, [index], map);
    if (value !== undefined) values.push(value);
  }
  return values;
}

/** Name and number trees (ISO 32000-1, 7.9.6) are a few levels deep. */
const maxDepth = 16;

/** Maximum number of nodes visited. Each may hold hundreds of entries. */
const maxNodes = 20_000;

/** Calls `visit` with each node of a name or number tree, in order. Skips nodes that were already visited. */
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

/** Maximum number of entries in a list. An encoding has only 256 codes. */
const maxEntries = 600;

/** Returns a list of an encoding as the engine prints it, or an empty string if the object is not a list. */
export function printedList(list: PDFObject): string {
  if (!list.isArray() || list.length > maxEntries) return "";
  // A reference would be printed as a reference.
  const direct = list.resolve();
  try {
    return direct.toString();
  } finally {
    direct.destroy();
  }
}

/** Returns the printed list at a path inside an object. */
export function printedAt(object: PDFObject, ...path: readonly string[]): string {
  return withObject(object, path, printedList) ?? "";
}

const codesAndNames = /\d+|\/[^\s/[\]]+/gu;

/** Yields the names in a printed `Differences` array with their codes: a number is the code of the next name. */
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
