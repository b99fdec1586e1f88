import { isoDate, oneLine } from "@reader/pdf-pages/document";
import type { PDFDocument } from "mupdf";
import { countEngineFailure } from "../engine/engine.ts";
import { hasAt, numberAt, textAt, withObject } from "../engine/pdf-objects.ts";

/** Metadata of a document under common names; absent values are missing. */
interface Metadata {
  readonly title?: string;
  readonly author?: string;
  readonly subject?: string;
  readonly keywords?: string;
  readonly created?: string;
  readonly modified?: string;
  readonly application?: string;
  readonly producer?: string;
  readonly language?: string;
}

const keys = {
  title: "Title",
  author: "Author",
  subject: "Subject",
  keywords: "Keywords",
  application: "Creator",
  producer: "Producer",
} as const;

/** In output order. */
const names: readonly (keyof Metadata)[] = [
  "title",
  "author",
  "subject",
  "keywords",
  "application",
  "producer",
  "created",
  "modified",
  "language",
];

const maxValueCharacters = 500;

/** Reads the information dictionary, and the XML metadata for what is missing there. */
export function readMetadata(document: PDFDocument): Metadata {
  const stated = readInformation(document);
  const { creators, facts } = readXmp(document);
  const author = creators.length > 1 || stated.author === undefined ? lineOf(creators.join("; ")) : stated.author;
  const known: Readonly<Record<string, string | undefined>> = { ...facts, ...stated, author };
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = known[name];
      return value === undefined ? [] : [[name, value]];
    }),
  );
}

function readInformation(document: PDFDocument): Metadata {
  const trailer = document.getTrailer();
  try {
    const words = Object.entries(keys).map(([name, key]) => [name, lineOf(textAt(trailer, "Info", key))] as const);
    const created = isoDate(textAt(trailer, "Info", "CreationDate") ?? "");
    const modified = isoDate(textAt(trailer, "Info", "ModDate") ?? "");
    const language = lineOf(textAt(trailer, "Root", "Lang"));
    const all = [...words, ["created", created], ["modified", modified], ["language", language]] as const;
    return Object.fromEntries(all.filter(([, value]) => value !== undefined));
  } catch (error) {
    countEngineFailure(error);
    return {};
  } finally {
    trailer.destroy();
  }
}

function lineOf(value: string | undefined): string | undefined {
  const line = oneLine(value ?? "", maxValueCharacters);
  return line === "" ? undefined : line;
}

/** True if the document declares itself as tagged. */
export function isTagged(document: PDFDocument): boolean {
  const trailer = document.getTrailer();
  try {
    const isMarked = withObject(trailer, ["Root", "MarkInfo", "Marked"], (value) => value.asBoolean()) ?? false;
    return isMarked && hasAt(trailer, "Root", "StructTreeRoot");
  } finally {
    trailer.destroy();
  }
}

/** The XML metadata of a document. */
interface XmpFacts {
  /** One entry per author. The information dictionary has only one string. */
  readonly creators: readonly string[];
  /** Other properties, keyed as in `Metadata`; absent values are missing. */
  readonly facts: Readonly<Record<string, string>>;
}

/** Larger metadata contains images or a history; its start has the properties. */
const maxCharacters = 200_000;

/** Maximum compressed size. Deflate expands at most 1032 times. */
const maxPackedBytes = 100_000;

const maxCreators = 100;

const nothing: XmpFacts = { creators: [], facts: {} };

/** Reads the XML metadata. Broken metadata counts as empty. */
function readXmp(document: PDFDocument): XmpFacts {
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

/** An XMP date: ISO 8601 in any precision from the year. */
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

/** Returns the values of a string property: an element, or an attribute of the description. */
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

/** Returns the items of a Dublin Core list, without a parser. Unusual syntax is skipped. */
function itemsOf(xml: string, name: string): readonly string[] {
  const start = xml.indexOf(`<dc:${name}`);
  const end = xml.indexOf(`</dc:${name}`, start);
  if (start < 0 || end < 0) return [];
  const items = xml.slice(start, end).split("<rdf:li").slice(1, maxCreators);
  return items.map(valueOf).filter((item) => item !== "");
}

/** Returns the text of an element whose start tag has not ended yet. */
function valueOf(rest: string): string {
  const start = rest.indexOf(">") + 1;
  const end = rest.indexOf("<", start);
  return oneLine(unescaped(rest.slice(start, end < 0 ? rest.length : end)));
}

const named: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };

function unescaped(text: string): string {
  return text.replaceAll(/&(#?\w{1,8});/gu, (whole, name: string) => named[name] ?? characterOf(name) ?? whole);
}

/** Returns the character of a numeric reference: `#72` or `#x48`. */
function characterOf(name: string): string | undefined {
  const [, sign = "", digits = ""] = /^#(x?)([\da-f]+)$/iu.exec(name) ?? [];
  const code = Number.parseInt(digits, sign === "" ? 10 : 16);
  return code <= 0x10ffff ? String.fromCodePoint(code) : undefined;
}
