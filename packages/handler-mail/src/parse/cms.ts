/** What is known of a CMS object (RFC 5652) without keys. */
export interface CmsObject {
  readonly kind: "signed" | "encrypted";
  /** The signed content, if the object holds it. */
  readonly content: Uint8Array | undefined;
}

/** Object identifiers of the kinds of CMS objects, as hexadecimal bytes. */
const kinds: ReadonlyMap<string, CmsObject["kind"]> = new Map([
  ["2a864886f70d010702", "signed"],
  ["2a864886f70d010703", "encrypted"],
  // AuthEnvelopedData (RFC 5083).
  ["2a864886f70d0109100117", "encrypted"],
]);

const tags = { octets: 0x04, identifier: 0x06, sequence: 0x30, constructedOctets: 0x24, explicit: 0xa0 } as const;

/**
 * Reads the kind of a CMS object in BER or DER, and the content of a signed one. Nothing is verified. Returns
 * `undefined` for other bytes and for damaged or other objects.
 */
export function readCms(bytes: Uint8Array): CmsObject | undefined {
  const object = elementAt({ bytes, end: bytes.length }, 0, 0);
  if (object?.tag !== tags.sequence) return undefined;
  const [type, wrapper] = childrenOf(bytes, object, 2);
  const kind = type?.tag === tags.identifier ? kinds.get(hexOf(bytes, type)) : undefined;
  if (kind === undefined) return undefined;
  return { kind, content: kind === "signed" ? signedContent(bytes, wrapper) : undefined };
}

/** Returns the content of SignedData (RFC 5652, 5.1): the third of its fields has a type and, unless detached, octets. */
function signedContent(bytes: Uint8Array, wrapper: Element | undefined): Uint8Array | undefined {
  const data = onlyChild(bytes, wrapper);
  const [, , encapsulated] = data?.tag === tags.sequence ? childrenOf(bytes, data, 3) : [];
  if (encapsulated?.tag !== tags.sequence) return undefined;
  const [, content] = childrenOf(bytes, encapsulated, 2);
  const octets = onlyChild(bytes, content);
  return octets === undefined ? undefined : octetsOf(bytes, octets);
}

function onlyChild(bytes: Uint8Array, element: Element | undefined): Element | undefined {
  return element?.tag === tags.explicit ? childrenOf(bytes, element, 1)[0] : undefined;
}

/** Returns the bytes of an octet string, which may be in pieces (X.690, 8.7), or `undefined` for other values. */
function octetsOf(bytes: Uint8Array, element: Element): Uint8Array | undefined {
  if (element.tag === tags.octets) return bytes.subarray(element.start, element.end);
  const octets = new Uint8Array(element.end - element.start);
  const length = copyPieces({ bytes, octets }, element, 0);
  return length === undefined ? undefined : octets.subarray(0, length);
}

/**
 * Copies the pieces of an octet string, which may be in pieces themselves. Returns the position after them, or
 * `undefined` if one of them is damaged, because a part of a content must not look like all of it.
 */
function copyPieces(
  copy: { readonly bytes: Uint8Array; readonly octets: Uint8Array },
  element: Element,
  at: number,
): number | undefined {
  if (element.tag === tags.octets) {
    copy.octets.set(copy.bytes.subarray(element.start, element.end), at);
    return at + element.end - element.start;
  }
  let position: number | undefined = element.tag === tags.constructedOctets ? at : undefined;
  for (const piece of childrenIn(copy.bytes, element)) {
    if (position === undefined || piece === undefined) return undefined;
    position = copyPieces(copy, piece, position);
  }
  return position;
}

function hexOf(bytes: Uint8Array, { start, end }: Element): string {
  return Buffer.from(bytes.subarray(start, Math.min(end, start + maxIdentifierBytes))).toString("hex");
}

/** Maximum number of bytes of an object identifier that is looked up. */
const maxIdentifierBytes = 16;

/** A value with its tag: where its content starts and ends, and where the next value starts. */
interface Element {
  readonly tag: number;
  readonly start: number;
  readonly end: number;
  readonly next: number;
  readonly depth: number;
}

/** Maximum nesting depth of values. Messages stay below it: signed octets in pieces are eight levels deep. */
const maxDepth = 32;

interface Span {
  readonly bytes: Uint8Array;
  readonly end: number;
}

/** Reads the tag and the length of a value. Returns `undefined` if it is damaged, nested too deeply, or not of BER. */
function elementAt(span: Span, at: number, depth: number): Element | undefined {
  const [tag, first] = [span.bytes[at], span.bytes[at + 1]];
  if (tag === undefined || first === undefined || depth > maxDepth) return undefined;
  if (first === indefinite) return openElement(span, { at, tag, depth });
  const lengthBytes = Math.max(0, first - indefinite);
  const start = at + 2 + lengthBytes;
  const length = lengthBytes === 0 ? first : numberIn(span.bytes.subarray(at + 2, start));
  const end = start + length;
  return end > span.end ? undefined : { tag, start, end, next: end, depth };
}

/** Reads a number whose first byte counts most. It may be beyond what is exact, but not below the length of any file. */
function numberIn(bytes: Uint8Array): number {
  return bytes.reduce((number, byte) => number * 256 + byte, 0);
}

/** The first byte of a length: below it the length itself, above it the number of bytes of the length. */
const indefinite = 0x80;
const constructedBit = 0x20;

/** Reads a value of indefinite length, which two zero bytes end (X.690, 8.1.3.6). */
function openElement(
  span: Span,
  { at, tag, depth }: { readonly at: number; readonly tag: number; readonly depth: number },
): Element | undefined {
  if ((tag & constructedBit) === 0) return undefined;
  const start = at + 2;
  let end = start;
  while (span.bytes[end] !== 0 || span.bytes[end + 1] !== 0) {
    const child = elementAt(span, end, depth + 1);
    if (child === undefined) return undefined;
    end = child.next;
  }
  return { tag, start, end, next: end + 2, depth };
}

/** Returns the first values inside a value, up to a damaged one. */
function childrenOf(bytes: Uint8Array, element: Element, max: number): readonly Element[] {
  const children: Element[] = [];
  for (const child of childrenIn(bytes, element)) {
    if (child === undefined) break;
    children.push(child);
    if (children.length === max) break;
  }
  return children;
}

/** Yields the values inside a value, and `undefined` at the end for a damaged one. */
function* childrenIn(bytes: Uint8Array, { start, end, depth }: Element): Generator<Element | undefined> {
  let at = start;
  while (at < end) {
    const child = elementAt({ bytes, end }, at, depth + 1);
    yield child;
    if (child === undefined) return;
    at = child.next;
  }
}
