import { oneLine } from "@reader/pdf-pages/document";

/** What a document says of itself in XML (ISO 16684-1). */
export interface XmpFacts {
  readonly title?: string;
  readonly authors: readonly string[];
}

const maxPacketBytes = 1_000_000;
const maxFound = 100;
const maxValueCharacters = 500;

/**
 * Finds the XML metadata of a document in its file: the engine has no function for it, and programs leave it uncompressed
 * so that it can be found. Figures have their own, so only the object that a catalog names counts; a catalog in a
 * compressed stream is not seen.
 */
export function findXmp(bytes: Uint8Array): XmpFacts {
  const named = placesOf(bytes, "/Catalog").map((at) => metadataOf(textAround(bytes, at, catalogBytes)));
  const wanted = new Set(named.filter((number) => number !== undefined));
  if (wanted.size === 0) return { authors: [] };
  const at = placesOf(bytes, "<x:xmpmeta").findLast((place) => {
    const before = textAround(bytes, place, headBytes).slice(0, headBytes);
    return wanted.has(before.match(objectStart)?.at(-1)?.split(" ")[0] ?? "");
  });
  return at === undefined ? { authors: [] } : factsOf(packetAt(bytes, at));
}

/** Number of bytes of a catalog, and from the start of an object to its packet, that are searched. */
const catalogBytes = 4000;
const headBytes = 400;

const objectStart = /\d{1,10} \d{1,5} obj\b/g;
const objectEnd = "endobj";

function metadataOf(text: string): string | undefined {
  const start = text.lastIndexOf(objectEnd, catalogBytes);
  const end = text.indexOf(objectEnd, catalogBytes);
  return /\/Metadata\s+(\d{1,10})\s+\d{1,5}\s+R/.exec(text.slice(Math.max(0, start), end < 0 ? undefined : end))?.[1];
}

/** Returns the bytes on both sides of a place as text, in which the place has the number `count`. */
function textAround(bytes: Uint8Array, at: number, count: number): string {
  const text = new TextDecoder("latin1").decode(bytes.subarray(Math.max(0, at - count), at + count));
  return " ".repeat(Math.max(0, count - at)) + text;
}

/** Returns the places of a word, the first ones if there are many. */
function placesOf(bytes: Uint8Array, word: string): readonly number[] {
  const [first = 0, ...rest] = Array.from(word, (sign) => sign.charCodeAt(0));
  const places: number[] = [];
  for (let at = bytes.indexOf(first); at >= 0 && places.length < maxFound; at = bytes.indexOf(first, at + 1)) {
    if (rest.every((byte, index) => bytes[at + 1 + index] === byte)) places.push(at);
  }
  return places;
}

const endTag = "</x:xmpmeta>";

function packetAt(bytes: Uint8Array, at: number): string {
  const text = new TextDecoder().decode(bytes.subarray(at, at + maxPacketBytes));
  const end = text.indexOf(endTag);
  return end < 0 ? "" : text.slice(0, end);
}

function factsOf(packet: string): XmpFacts {
  const [title = ""] = valuesOf(packet, "title");
  const authors = [...new Set(valuesOf(packet, "creator"))];
  return { ...(title === "" ? {} : { title }), authors };
}

const item = /<rdf:li\b[^>]*>([^<]*)<\/rdf:li>/g;

/** Returns the values of a property of Dublin Core: the items of its list. */
function valuesOf(packet: string, name: "title" | "creator"): readonly string[] {
  const start = packet.indexOf(`<dc:${name}`);
  const end = start < 0 ? -1 : packet.indexOf(`</dc:${name}>`, start);
  if (end < 0) return [];
  const values = [...packet.slice(start, end).matchAll(item)].map(([, value = ""]) =>
    oneLine(unescaped(value), maxValueCharacters),
  );
  return values.filter((value) => value !== "");
}

const entities: Readonly<Record<string, string>> = { lt: "<", gt: ">", quot: '"', apos: "'", amp: "&" };

function unescaped(text: string): string {
  return text.replaceAll(/&(#\d{1,7}|#x[\da-f]{1,6}|lt|gt|quot|apos|amp);/gi, (found, name: string) => {
    if (!name.startsWith("#")) return entities[name.toLowerCase()] ?? found;
    const code = Number(name.replace("#x", "0x").replace("#X", "0x").replace("#", ""));
    return code <= 0x10ffff ? String.fromCodePoint(code) : found;
  });
}
