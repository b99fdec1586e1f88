import type { PDFDocument } from "mupdf";
import { countEngineFailure } from "../engine.ts";
import { oneLine } from "./one-line.ts";
import { numberAt, withObject } from "./pdf-objects.ts";

/** What the XML metadata of a document says beyond its information dictionary. */
export interface XmpFacts {
  readonly title?: string;
  /** Each author by itself; the information dictionary has room for one string. */
  readonly creators: readonly string[];
}

/** Larger metadata holds pictures or a history; its first part has the names. */
const maxCharacters = 200_000;

/** Compressed bytes that are unpacked; Deflate makes at most 1032 times of them. */
const maxPackedBytes = 100_000;

const maxCreators = 100;

const nothing: XmpFacts = { creators: [] };

/** Reads title and authors from the XML metadata; broken metadata says nothing. */
export function readXmp(document: PDFDocument): XmpFacts {
  const trailer = document.getTrailer();
  try {
    const xml = withObject(trailer, ["Root", "Metadata"], (stream) => {
      if (!stream.isStream() || (numberAt(stream, "Length") ?? 0) > maxPackedBytes) return "";
      const buffer = stream.readStream();
      try {
        return decode(buffer.asUint8Array());
      } finally {
        buffer.destroy();
      }
    });
    return xml === undefined ? nothing : factsIn(xml.slice(0, maxCharacters));
  } catch (error) {
    countEngineFailure(error);
    return nothing;
  } finally {
    trailer.destroy();
  }
}

function decode(bytes: Uint8Array): string {
  const part = bytes.subarray(0, 2 * maxCharacters);
  const [first, second] = part;
  if (first === 0xfe && second === 0xff) return new TextDecoder("utf-16be").decode(part);
  if (first === 0xff && second === 0xfe) return new TextDecoder("utf-16le").decode(part);
  return new TextDecoder().decode(part);
}

function factsIn(xml: string): XmpFacts {
  const [title] = itemsOf(xml, "title");
  const creators = [...new Set(itemsOf(xml, "creator"))];
  return title === undefined ? { creators } : { title, creators };
}

/** The items of a list of Dublin Core, found without a parser: what is not as all programs write it is passed over. */
function itemsOf(xml: string, name: string): readonly string[] {
  const start = xml.indexOf(`<dc:${name}`);
  const end = xml.indexOf(`</dc:${name}`, start);
  if (start < 0 || end < 0) return [];
  const items = xml.slice(start, end).split("<rdf:li").slice(1, maxCreators);
  return items.map(valueOf).filter((item) => item !== "");
}

/** The text of an element whose start tag has not ended yet. */
function valueOf(rest: string): string {
  const start = rest.indexOf(">") + 1;
  const end = rest.indexOf("<", start);
  return oneLine(unescaped(rest.slice(start, end < 0 ? rest.length : end)));
}

const named: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };

function unescaped(text: string): string {
  return text.replaceAll(/&(#?\w{1,8});/gu, (whole, name: string) => named[name] ?? characterOf(name) ?? whole);
}

/** The character of a reference by number: `#72` or `#x48`. */
function characterOf(name: string): string | undefined {
  const [, sign = "", digits = ""] = /^#(x?)([\da-f]+)$/iu.exec(name) ?? [];
  const code = Number.parseInt(digits, sign === "" ? 10 : 16);
  return code <= 0x10ffff ? String.fromCodePoint(code) : undefined;
}
