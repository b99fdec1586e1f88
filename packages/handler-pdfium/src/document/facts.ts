import { createPageLabels, isoDate, type LabelRange, oneLine, type PageLabels } from "@reader/pdf-pages/document";
import { readText } from "../engine/memory.ts";
import type { OpenedDocument } from "./opened-document.ts";
import { findXmp } from "./xmp.ts";

/** The information dictionary of a document. Absent fields are empty in the file. */
export interface Metadata {
  readonly title?: string;
  readonly author?: string;
  readonly subject?: string;
  readonly keywords?: string;
  readonly application?: string;
  readonly producer?: string;
  readonly created?: string;
  readonly modified?: string;
  readonly language?: string;
}

const texts = [
  ["title", "Title"],
  ["author", "Author"],
  ["subject", "Subject"],
  ["keywords", "Keywords"],
  ["application", "Creator"],
  ["producer", "Producer"],
] as const;
const maxValueCharacters = 500;

const dates = [
  ["created", "CreationDate"],
  ["modified", "ModDate"],
] as const;

/** Reads the information dictionary of a document. */
export function readMetadata(pdf: OpenedDocument): Metadata {
  const { engine, document } = pdf;
  const found: [string, string][] = texts.map(([name, key]) => [name, oneLine(metaText(pdf, key), maxValueCharacters)]);
  for (const [name, key] of dates) found.push([name, isoDate(metaText(pdf, key)) ?? ""]);
  const language = readText(engine, (buffer, bytes) => engine.EPDFCatalog_GetLanguage(document, buffer, bytes));
  found.push(["language", oneLine(language)]);
  const info: Metadata = Object.fromEntries(found.filter(([, value]) => value !== ""));
  const { title, authors } = findXmp(pdf.bytes());
  return {
    ...info,
    ...(info.title === undefined && title !== undefined ? { title } : {}),
    // Programs store only the first of several authors in the information dictionary.
    ...(authors.length > 1 || (info.author === undefined && authors.length > 0) ? { author: authors.join("; ") } : {}),
  };
}

function metaText({ engine, document }: OpenedDocument, key: string): string {
  return asUtf8(readText(engine, (buffer, bytes) => engine.FPDF_GetMetaText(document, key, buffer, bytes)));
}

/** The characters of the bytes from 0x80 on, of PDFDocEncoding (ISO 32000-1, annex D.2), where they differ from Latin-1. */
const documentEncoding = "•†‡…—–ƒ⁄‹›−‰„“”‘’‚™ﬁﬂŁŒŠŸŽıłœšž";
const utf8 = new TextDecoder("utf-8", { fatal: true });

/** Returns a text that some programs write in UTF-8 without saying so: the engine takes its bytes for PDFDocEncoding. */
export function asUtf8(text: string): string {
  const bytes = Array.from(text, (sign) => {
    const place = documentEncoding.indexOf(sign);
    if (place >= 0) return 0x80 + place;
    return sign === "€" ? 0xa0 : (sign.codePointAt(0) ?? 0);
  });
  if (bytes.every((byte) => byte < 0x80) || bytes.some((byte) => byte > 0xff)) return text;
  try {
    return utf8.decode(Uint8Array.from(bytes));
  } catch {
    return text;
  }
}

/** Maximum number of pages whose labels are read: each is a call. */
const maxLabelledPages = 20_000;

/** Reads the page labels of a document, as one range for each page that has a label of its own. */
export function readPageLabels({ engine, document, pageCount }: OpenedDocument): PageLabels {
  const ranges: LabelRange[] = [];
  for (let number = 1; number <= Math.min(pageCount, maxLabelledPages); number += 1) {
    const label = readText(engine, (buffer, bytes) => engine.FPDF_GetPageLabel(document, number - 1, buffer, bytes));
    // A page before the first range, or in a damaged one, has no label.
    if (label === "" && (ranges.at(-1)?.prefix ?? "") === "") continue;
    ranges.push({ first: number, style: undefined, prefix: oneLine(label, 100), start: 1 });
  }
  return createPageLabels(ranges, pageCount);
}
