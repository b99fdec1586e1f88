import type { PDFDocument } from "mupdf";
import { countEngineFailure } from "../engine/engine.ts";
import { oneLine } from "../engine/one-line.ts";
import { numberAt, withObject } from "../engine/pdf-objects.ts";

/** What the XML metadata of a document says of it. */
export interface XmpFacts {
  /** Each author by itself; the information dictionary has room for one string. */
  readonly creators: readonly string[];
  /** The rest, under the names that `Metadata` has for it; what is not said is absent. */
  readonly facts: Readonly<Record<string, string>>;
}

/** Larger metadata holds pictures or a history; its first part has the names. */
const maxCharacters = 200_000;

/** Compressed bytes that are unpacked; Deflate makes at most 1032 times of them. */
const maxPackedBytes = 100_000;

const maxCreators = 100;

const nothing: XmpFacts = { creators: [], facts: {} };

/** Reads the XML metadata; broken metadata says nothing. */
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

/** A time as XML metadata writes it: ISO 8601, which may end anywhere after the year. */
const isoTime = /^\d{4}(?:-\d\d){0,2}(?:T\d\d:\d\d(?::\d\d)?(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)?)?$/;

function factsIn(xml: string): XmpFacts {
  const timeOf = (name: string): readonly string[] => valuesOf(xml, name).filter((value) => isoTime.test(value));
  const facts = {
    title: itemsOf(xml, "title")[0],
    subject: itemsOf(xml, "description")[0],
    keywords: valuesOf(xml, "pdf:Keywords")[0] ?? itemsOf(xml, "subject").join(", "),
    created: timeOf("xmp:CreateDate")[0],
    modified: timeOf("xmp:ModifyDate")[0],
    application: valuesOf(xml, "xmp:CreatorTool")[0],
    producer: valuesOf(xml, "pdf:Producer")[0],
    language: itemsOf(xml, "language")[0],
  };
  return {
    creators: [...new Set(itemsOf(xml, "creator"))],
    facts: Object.fromEntries(
      Object.entries(facts).flatMap(([name, value]) => (value === undefined || value === "" ? [] : [[name, value]])),
    ),
  };
}

/** A property that is one string: an element, or an attribute of the description. */
function valuesOf(xml: string, name: string): readonly string[] {
  const element = xml.indexOf(`<${name}>`);
  const attribute = xml.indexOf(` ${name}="`);
  const found = [
    ...(element < 0 ? [] : [valueOf(xml.slice(element))]),
    ...(attribute < 0 ? [] : [quotedIn(xml.slice(attribute))]),
  ];
  return found.filter((value) => value !== "");
}

function quotedIn(rest: string): string {
  const start = rest.indexOf('"') + 1;
  const end = rest.indexOf('"', start);
  return end < 0 ? "" : oneLine(unescaped(rest.slice(start, end)));
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
