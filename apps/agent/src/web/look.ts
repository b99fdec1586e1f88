import type { Extent, Place, Reader, ReadOutcome, ReadRequest, ReadResult, ResultPart, StopSignal } from "@reader/core";
import { attachmentsIn, membersIn } from "./files.ts";
import { person } from "./models.ts";
import type { PageSearcher } from "./page-boxes.ts";
import { shownImageOf } from "./see.ts";
import type { Look, LookRequest, LookSection, Pager, PlacedImage } from "./wire.ts";

/** Number of lines of text on a page. */
const linesAtOnce = 400;

/** Number of lines to show before the requested one. */
const linesBefore = 12;

/** Number of table rows on a page. */
const rowsAtOnce = 200;

/**
 * Returns a file as a person sees it: pages and images as images, tables as tables, text as it is. The reader reads
 * everything, with a person's capabilities, so that nothing is shown that a model could not request.
 */
export async function look({ reader, pages }: LookReaders, request: LookRequest, signal: StopSignal): Promise<Look> {
  const send = (asked: ReadRequest): Promise<ReadOutcome> => reader.read(asked, { capabilities: person, signal });
  const outcome = await send(firstRequest(request));
  if (!outcome.ok) return failureLook(outcome);
  const found = await readFurther(send, outcome, request);
  if (!found.ok) return failureLook(found);
  const seen = lookOf({ result: found, request });
  return seen.kind === "images" && pages !== undefined ? withBoxes(seen, { pages, request }, signal) : seen;
}

/** The reader, and what finds text on the pages of PDF files. */
export interface LookReaders {
  readonly reader: Reader;
  /** Absent if nothing can be marked. */
  readonly pages?: PageSearcher | undefined;
}

type ImagesLook = Extract<Look, { readonly kind: "images" }>;

interface Marking {
  readonly pages: PageSearcher;
  readonly request: LookRequest;
}

/** Marks the requested texts on pages and images, also where they were recognised. */
async function withBoxes(seen: ImagesLook, { pages, request }: Marking, signal: StopSignal): Promise<Look> {
  const { path, password, marks: texts = [], select } = request;
  if (texts.length === 0 || select !== undefined) return seen;
  const marked = seen.images.map(async (image): Promise<PlacedImage> => {
    const { at, widthPx = 0, heightPx = 0, originalWidthPx = widthPx, originalHeightPx = heightPx } = image;
    if (at !== undefined && at.unit !== "page") return image;
    const size = [originalWidthPx, originalHeightPx] as const;
    const aim = at === undefined ? { size } : { page: at.index };
    const search = { path, ...aim, texts, ...(password === undefined ? {} : { password }) };
    const boxes = await pages.find(search, signal);
    return boxes.length === 0 ? image : { ...image, boxes };
  });
  return { ...seen, images: await Promise.all(marked) };
}

type Send = (request: ReadRequest) => Promise<ReadOutcome>;

function firstRequest(request: LookRequest): ReadRequest {
  const { mediaType = "", place, select } = request;
  const base = baseOf(request);
  if (mediaType.startsWith("image/")) return { ...base, view: "image" };
  if (mediaType === "application/pdf" && select === undefined) {
    return { ...base, view: "image", pages: String(place?.unit === "page" ? place.index : 1) };
  }
  return { ...base, ...windowOf(request) };
}

/** The fields of every request for the file. */
function baseOf({ path, select, password }: LookRequest): ReadRequest {
  return { path, ...(select === undefined ? {} : { select }), ...(password === undefined ? {} : { password }) };
}

/** The lines or rows to show. */
function windowOf({ mediaType = "", line = 1, from, select }: LookRequest): Omit<ReadRequest, "path"> {
  const first = from ?? Math.max(1, line - linesBefore);
  // Table rows cannot be counted from the end.
  if (isTable(mediaType) && select === undefined && first > 0) return { select: `${first}-${first + rowsAtOnce - 1}` };
  if (!isFlowing(mediaType)) return { offset: first, limit: linesAtOnce };
  return from === undefined ? {} : { offset: from };
}

/** Reads again if the first answer shows that the file has pages, or that the place is further on. */
async function readFurther(send: Send, outcome: ReadResult, request: LookRequest): Promise<ReadOutcome> {
  const { place, mediaType, select } = request;
  if (mediaType === undefined && select === undefined && isVisual(outcome.mediaType)) {
    return send(firstRequest({ ...request, mediaType: outcome.mediaType }));
  }
  if (place === undefined || isUnnumbered(place.unit) || !isFlowing(outcome.mediaType)) return outcome;
  if (outcome.parts.some(({ at }) => at?.unit === place.unit && at.index === place.index)) return outcome;
  return send({ ...baseOf(request), pages: String(place.index) });
}

function lookOf(sight: Sight): Look {
  const { mediaType, handler, parts } = sight.result;
  if (parts.every((part) => part.type === "text" && part.text === "")) {
    return { kind: "empty", message: "The file has no visible content." };
  }
  if (mediaType === "application/pdf" || mediaType.startsWith("image/")) {
    if (parts.some(({ type }) => type === "image")) return imageLook(sight);
  }
  if (isTable(mediaType) && handler !== "text") return tableLook(sight, rowsAtOnce);
  if (handler === "text" && mediaType !== "text/markdown") return textLook(sight, linesAtOnce);
  return membersLook(sight) ?? flowingLook(sight);
}

/** A document. The attachments of a message are listed apart, but those inside a mailbox, which have other names. */
function flowingLook({ result, request }: Sight): Look {
  const [head, ...others] = result.parts;
  const isMessage = result.handler === "mail" && request.select === undefined && head?.at === undefined;
  if (!isMessage || head?.type !== "text") return documentLook({ result, request });
  const { text, attachments } = attachmentsIn(head.text, request.path);
  if (attachments.length === 0) return documentLook({ result, request });
  return { ...documentLook({ result: { ...result, parts: [{ ...head, text }, ...others] }, request }), attachments };
}

/** The start of the list of an archive. Later parts lack the folders that the names are in. */
function membersLook({ result, request }: Sight): Look | undefined {
  const entries = request.from === undefined ? membersIn(result, request.path) : [];
  if (entries.length === 0) return undefined;
  const pager = flowPager(result, request);
  return { kind: "members", form: "Members of the archive", entries, ...(pager === undefined ? {} : { pager }) };
}

/** Says how a document is shown where that differs from what its own program shows. */
function formOf({ handler, mediaType, parts }: ReadResult): string {
  if (/spreadsheet|excel|dbf/.test(mediaType) || handler === "csv")
    return "Cells as a grid, without colours and charts";
  if (/presentation|powerpoint/.test(mediaType)) return "Text and images of the slides, without their layout";
  if (handler === "notebook") return "Cells with their outputs";
  if (mediaType === "text/markdown") return "Markdown, formatted";
  if (mediaType === "inode/directory") return "Entries of the folder";
  if (handler === "mail" && parts[0]?.at === undefined) return "The text of the message";
  return "Text and images of the document, without its page layout";
}

function failureLook({ error: { message, hint } }: Extract<ReadOutcome, { ok: false }>): Look {
  return { kind: "nothing", message, hint };
}

function isTable(mediaType: string): boolean {
  return mediaType === "text/csv" || mediaType === "text/tab-separated-values";
}

function isVisual(mediaType: string): boolean {
  return mediaType === "application/pdf" || mediaType.startsWith("image/") || isTable(mediaType);
}

/** True for a document. Plain text is shown in pages of lines. */
function isFlowing(mediaType: string): boolean {
  return mediaType === "text/markdown" || !(mediaType === "" || mediaType.startsWith("text/"));
}

/** Places that cannot be requested by number. */
function isUnnumbered(unit: string): boolean {
  return unit === "entry" || unit === "section" || unit === "chapter";
}

/** A result for a person, and its request. */
interface Sight {
  readonly result: ReadResult;
  readonly request: LookRequest;
}

/** Pages and images. */
function imageLook({ result, request }: Sight): Look {
  const images = result.parts.flatMap((part) =>
    part.type === "image" ? [{ ...shownImageOf(part), ...(part.at === undefined ? {} : { at: part.at }) }] : [],
  );
  const pager = pagePager(result, request);
  const form = result.mediaType === "application/pdf" ? "Pages as they are printed" : "The image";
  return { kind: "images", form, images, ...(pager === undefined ? {} : { pager }) };
}

function pagePager({ parts, extents, mediaType }: ReadResult, request: LookRequest): Pager | undefined {
  const [first] = parts;
  const total = extents.find(({ unit }) => unit === "page");
  if (mediaType !== "application/pdf" || first?.at?.unit !== "page" || total === undefined) return undefined;
  const { index, label } = first.at;
  const turnTo = (page: number): LookRequest => ({
    ...withoutAim(request),
    mediaType,
    place: { unit: "page", index: page },
  });
  return {
    label: `Page ${index} of ${totalWords(total)}${label === undefined || label === String(index) ? "" : ` (${label})`}`,
    ...(index > 1 ? { previous: turnTo(index - 1) } : {}),
    ...(index < total.total ? { next: turnTo(index + 1) } : {}),
  };
}

/** Text, as a page of lines. */
function textLook({ result, request }: Sight, linesAtOnce: number): Look {
  const sections = result.parts.filter((part) => part.type === "text");
  const firstLine = sections[0]?.firstLine ?? 1;
  const text = sections.map((section) => section.text).join("\n");
  const last = firstLine + sections.reduce((sum, { lineCount }) => sum + lineCount, 0) - 1;
  const pager = windowPager({ result, request }, { noun: "Lines", first: firstLine, last, size: linesAtOnce });
  return {
    kind: "text",
    form: "The text of the file",
    firstLine,
    text,
    ...clippedNote(result),
    ...(pager === undefined ? {} : { pager }),
  };
}

/** Tells a person that long lines are cut. */
function clippedNote({ notices }: ReadResult): { readonly note?: string } {
  const clipped = notices.find((notice) => notice.code === "lines-clipped");
  return clipped === undefined
    ? {}
    : { note: `Lines are cut here after ${grouped(clipped.maxLineCharacters)} characters.` };
}

/** Table rows, which the handler writes as Markdown. */
function tableLook({ result, request }: Sight, rowsAtOnce: number): Look {
  const sections = sectionsOf(result.parts);
  const rows = [...rowNumbers(result.parts)];
  const [first = 1, last = first] = [rows[0], rows.at(-1)];
  const pager = windowPager({ result, request }, { noun: "Rows", first, last, size: rowsAtOnce });
  return { kind: "document", form: formOf(result), sections, ...(pager === undefined ? {} : { pager }) };
}

/** The numbers in the first column. */
function* rowNumbers(parts: readonly ResultPart[]): Generator<number> {
  for (const part of parts) {
    if (part.type !== "text") continue;
    for (const [, digits = ""] of part.text.matchAll(/^\|(\d+)\|/gm)) yield Number(digits);
  }
}

interface Window {
  readonly noun: string;
  readonly first: number;
  readonly last: number;
  readonly size: number;
}

function windowPager({ result, request }: Sight, { noun, first, last, size }: Window): Pager | undefined {
  // The first row has the column names and is repeated on each page.
  const start = noun === "Rows" ? 2 : 1;
  const hasMore = result.next !== undefined || (noun === "Rows" && last - first + 1 >= size - 1);
  if (first <= start && !hasMore) return undefined;
  const total = noun === "Lines" ? result.extents.find(({ unit }) => unit === "line") : undefined;
  const lookFrom = (from: number): LookRequest => ({ ...withoutAim(request), mediaType: result.mediaType, from });
  return {
    label: `${noun} ${grouped(first)}–${grouped(last)}${total === undefined ? "" : ` of ${totalWords(total)}`}`,
    ...(first > start ? { previous: lookFrom(Math.max(1, first - size)) } : {}),
    ...(hasMore ? { next: lookFrom(last + 1) } : {}),
  };
}

/** Flowing documents: text documents, sheets, slides, notebook cells and listings. */
function documentLook({ result, request }: Sight): Extract<Look, { readonly kind: "document" }> {
  const pager = flowPager(result, request);
  return {
    kind: "document",
    form: formOf(result),
    sections: sectionsOf(result.parts, isProse(result)),
    ...(pager === undefined ? {} : { pager }),
  };
}

function isProse({ handler, mediaType }: ReadResult): boolean {
  return handler !== "archive" && mediaType !== "inode/directory";
}

/** A requested place has neighbours; a document that was cut has a next part. */
function flowPager(result: ReadResult, request: LookRequest): Pager | undefined {
  const first = result.parts[0]?.at;
  const isOne = request.place !== undefined && result.parts.every(({ at }) => at?.index === first?.index);
  return isOne && first !== undefined ? unitPager(result, request, first) : linePager(result, request);
}

function unitPager({ extents, mediaType }: ReadResult, request: LookRequest, { unit, index }: Place): Pager {
  const total = extents.find((extent) => extent.unit === unit);
  const turnTo = (to: number): LookRequest => ({ ...withoutAim(request), mediaType, place: { unit, index: to } });
  return {
    label: `${capitalised(unit)} ${index}${total === undefined ? "" : ` of ${totalWords(total)}`}`,
    ...(index > 1 ? { previous: turnTo(index - 1) } : {}),
    ...(total === undefined || index < total.total ? { next: turnTo(index + 1) } : {}),
  };
}

function linePager({ next, parts, mediaType }: ReadResult, request: LookRequest): Pager | undefined {
  const sections = parts.filter((part) => part.type === "text");
  const [first, last] = [sections[0]?.firstLine ?? 1, sections.at(-1)];
  const end = last === undefined ? first : last.firstLine + last.lineCount - 1;
  const from = next?.request.offset;
  if (from === undefined && first <= 1) return undefined;
  const lookFrom = (line: number): LookRequest => ({ ...withoutAim(request), mediaType, from: line });
  return {
    label: `Lines ${grouped(first)}–${grouped(end)}`,
    ...(first > 1 ? { previous: lookFrom(Math.max(1, first - (end - first + 1))) } : {}),
    ...(from === undefined ? {} : { next: lookFrom(from) }),
  };
}

function sectionsOf(parts: readonly ResultPart[], isMarkdown = true): readonly LookSection[] {
  return parts.flatMap((part): readonly LookSection[] => {
    const at = part.at === undefined ? {} : { at: part.at };
    if (part.type === "image") return [{ kind: "image", image: shownImageOf(part), ...at }];
    if (part.type === "document") return [];
    return [{ kind: isMarkdown ? "markdown" : "code", text: part.text, firstLine: part.firstLine, ...at }];
  });
}

/** The request without its place in the file. Its marks apply to all places. */
function withoutAim({ path, select, password, marks }: LookRequest): LookRequest {
  return {
    path,
    ...(select === undefined ? {} : { select }),
    ...(password === undefined ? {} : { password }),
    ...(marks === undefined ? {} : { marks }),
  };
}

function totalWords({ total, exact }: Extent): string {
  return `${exact ? "" : "at least "}${grouped(total)}`;
}

function grouped(count: number): string {
  return count.toLocaleString("en-GB").replaceAll(",", "\u202f");
}

function capitalised(word: string): string {
  return word.slice(0, 1).toUpperCase() + word.slice(1);
}
