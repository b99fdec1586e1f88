import type { PDFDocument } from "mupdf";
import { isoDate } from "./dates.ts";
import { oneLine } from "../engine/one-line.ts";
import { hasAt, textAt, withObject } from "../engine/pdf-objects.ts";
import { readXmp } from "./xmp.ts";
import { countEngineFailure } from "../engine/engine.ts";

/** What a document says of itself, under the names that people know; what it does not say is absent. */
export interface Metadata {
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

/** In the order in which they are told. */
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

/** Reads what the information dictionary says, and the XML metadata where it says more. */
export function readMetadata(document: PDFDocument): Metadata {
  const told = readInformation(document);
  const { creators, facts } = readXmp(document);
  const author = creators.length > 1 || told.author === undefined ? lineOf(creators.join("; ")) : told.author;
  const known: Readonly<Record<string, string | undefined>> = { ...facts, ...told, author };
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

/** Whether the document says of itself that its content is tagged with its structure. */
export function isTagged(document: PDFDocument): boolean {
  const trailer = document.getTrailer();
  try {
    const isMarked = withObject(trailer, ["Root", "MarkInfo", "Marked"], (value) => value.asBoolean()) ?? false;
    return isMarked && hasAt(trailer, "Root", "StructTreeRoot");
  } finally {
    trailer.destroy();
  }
}
