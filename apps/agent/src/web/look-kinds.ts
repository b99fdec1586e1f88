import type { Extent, Place, ReadResult, ResultPart } from "@reader/core";
import { pictureOf } from "./picture.ts";
import type { Look, LookRequest, LookSection, Pager } from "./wire/look.ts";

/** What was read for a person, and what for. */
export interface Sight {
  readonly result: ReadResult;
  readonly request: LookRequest;
}

/** Pages and pictures. */
export function pictureLook({ result, request }: Sight): Look {
  const pictures = result.parts.flatMap((part) =>
    part.type === "image" ? [{ ...pictureOf(part), ...(part.at === undefined ? {} : { at: part.at }) }] : [],
  );
  const pager = pagePager(result, request);
  return { kind: "pictures", pictures, ...(pager === undefined ? {} : { pager }) };
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

/** Text, in a window of so many lines. */
export function textLook({ result, request }: Sight, linesAtOnce: number): Look {
  const sections = result.parts.filter((part) => part.type === "text");
  const firstLine = sections[0]?.firstLine ?? 1;
  const text = sections.map((section) => section.text).join("\n");
  const last = firstLine + sections.reduce((sum, { lineCount }) => sum + lineCount, 0) - 1;
  const pager = windowPager({ result, request }, { noun: "Lines", first: firstLine, last, size: linesAtOnce });
  return { kind: "text", firstLine, text, ...clippedNote(result), ...(pager === undefined ? {} : { pager }) };
}

/** A person must not take a part of a line for all of it. */
function clippedNote({ notices }: ReadResult): { readonly note?: string } {
  const clipped = notices.find((notice) => notice.code === "lines-clipped");
  return clipped === undefined
    ? {}
    : { note: `Lines are cut here after ${grouped(clipped.maxLineCharacters)} characters.` };
}

/** Rows of a table, which the handler gives as Markdown. */
export function tableLook({ result, request }: Sight, rowsAtOnce: number): Look {
  const sections = sectionsOf(result.parts);
  const rows = [...rowNumbers(result.parts)];
  const [first = 1, last = first] = [rows[0], rows.at(-1)];
  const pager = windowPager({ result, request }, { noun: "Rows", first, last, size: rowsAtOnce });
  return { kind: "document", sections, ...(pager === undefined ? {} : { pager }) };
}

/** The number that stands first in each row. */
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
  // The first row has the names of the columns, and is repeated.
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

/** Documents that flow: words, sheets, slides, cells of a notebook, and listings. */
export function documentLook({ result, request }: Sight): Look {
  const pager = flowPager(result, request);
  return {
    kind: "document",
    sections: sectionsOf(result.parts, isProse(result)),
    ...(pager === undefined ? {} : { pager }),
  };
}

function isProse({ handler, mediaType }: ReadResult): boolean {
  return handler !== "archive" && mediaType !== "inode/directory";
}

/** A place that was looked up has neighbours; a document that was cut goes on. */
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
    if (part.type === "image") return [{ kind: "picture", picture: pictureOf(part), ...at }];
    if (part.type === "document") return [];
    return [{ kind: isMarkdown ? "markdown" : "code", text: part.text, firstLine: part.firstLine, ...at }];
  });
}

/** A request for the same file, without where to look in it. */
function withoutAim({ path, select, password }: LookRequest): LookRequest {
  return { path, ...(select === undefined ? {} : { select }), ...(password === undefined ? {} : { password }) };
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
