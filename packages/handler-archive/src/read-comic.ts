import {
  extent,
  type HandlerContext,
  type HandlerEvent,
  type HandlerInfo,
  notice,
  type Outline,
  type PageRange,
  type Place,
  quoted,
  ReadError,
  type Source,
  text,
} from "@reader/core/handler";
import { collected, joined } from "./bytes/byte-reader.ts";
import type { Archive, Member } from "./bytes/member.ts";
import { openArchive } from "./open-archive.ts";
import { type Outer, readMember } from "./select/read-members.ts";
import { readSelected } from "./select/read-selected.ts";
import { type ComicFacts, factLines, parseComicFacts } from "./comic/comic-facts.ts";

/** Reads a comic book: its pages as images, in the natural order of their names. `select` is the name of a member. */
export async function* readComic(source: Source, context: HandlerContext): AsyncGenerator<HandlerEvent> {
  const outer: Outer = { name: source.name, path: source.path, context };
  if (context.select !== undefined) {
    const { select } = context;
    yield* withArchive(source, context, (archive) => readSelected(archive, select, outer));
    return;
  }
  yield* withArchive(source, context, (archive) => comicEvents(archive, outer));
}

async function* withArchive<Value>(
  source: Source,
  context: HandlerContext,
  use: (archive: Archive) => AsyncIterable<Value>,
): AsyncGenerator<Value> {
  const opened = await openArchive(source, context);
  try {
    if (opened.type === "file") throw noPages(source.path);
    yield* use(opened.archive);
  } finally {
    await opened.close();
  }
}

async function* comicEvents(archive: Archive, outer: Outer): AsyncGenerator<HandlerEvent> {
  const { context, path } = outer;
  const { pages, facts, factsDamage, damage } = await openComic(archive, context);
  if (pages.length === 0) throw damage ?? noPages(path);
  const numbers = chosenPages(context.pages, pages.length, path);
  yield extent("page", pages.length);
  for (const note of archive.notes) yield notice(note);
  if (damage !== undefined) yield notice(`Pages may be missing: ${damage.message}`);
  if (factsDamage !== undefined) yield notice(`The description of the book is left out: ${factsDamage.message}`);
  if (context.pages === undefined) {
    const lines = factLines(facts);
    if (lines !== "") yield text(lines);
  }
  for (const number of numbers) {
    const page = pages[number - 1];
    if (page !== undefined) yield* pageEvents(page, number, outer);
  }
}

/** A page that cannot be shown does not prevent the others from being shown. */
async function* pageEvents(page: Member, number: number, outer: Outer): AsyncGenerator<HandlerEvent> {
  const at: Place = { unit: "page", index: number };
  outer.context.signal.throwIfAborted();
  try {
    for await (const event of readMember(page, undefined, outer)) {
      if (event.type === "extent") continue;
      yield event.type === "text" || event.type === "image" ? { ...event, at } : event;
    }
  } catch (error) {
    if (!ReadError.is(error) || !isOfOnePage(error)) throw error;
    yield text(`(not shown: ${error.message})\n`, at);
  }
}

function isOfOnePage({ code, details }: ReadError): boolean {
  return (
    ["corrupt", "unsupported-type", "encrypted", "binary"].includes(code) || details?.limit?.name === "inflationRatio"
  );
}

interface Comic {
  /** The pages in reading order. */
  readonly pages: readonly Member[];
  readonly facts: ComicFacts;
  /** The error of the facts. */
  readonly factsDamage: ReadError | undefined;
  /** The error that ended the list of members. */
  readonly damage: ReadError | undefined;
}

const imageNames = /\.(?:jpe?g|jfif|png|gif|webp|avif|jxl|bmp|tiff?|heic)$/i;
const factsName = /(?:^|\/)ComicInfo\.xml$/i;
/** What Macs and programs for images put beside the pages. A name may begin with `./`, as tar writes it. */
const noPage = /(?:^|\/)(?:__MACOSX\/|\.(?!\.?\/)|Thumbs\.db$)/i;
/** Maximum number of pages, and size of the facts. */
const maxPages = 100_000;
const maxFactBytes = 1024 * 1024;
const noFacts: ComicFacts = { bookmarks: new Map() };

/** Lists the pages. Of an archive that is read in sequence, their bytes are kept, because names decide the order. */
async function openComic(archive: Archive, context: HandlerContext): Promise<Comic> {
  const found: Found = { pages: [], facts: noFacts, factsDamage: undefined, heldBytes: 0 };
  let damage: ReadError | undefined;
  try {
    for await (const member of archive.members()) {
      context.signal.throwIfAborted();
      await addMember(found, member, { isSequential: archive.summary === undefined, context });
    }
  } catch (error) {
    if (!ReadError.is(error) || error.code !== "corrupt") throw error;
    damage = error;
  }
  const compare = new Intl.Collator("en", { numeric: true, sensitivity: "base" }).compare;
  const pages = found.pages.toSorted((one, other) => compare(one.name, other.name));
  return { pages, facts: found.facts, factsDamage: found.factsDamage, damage };
}

interface Found {
  readonly pages: Member[];
  facts: ComicFacts;
  factsDamage: ReadError | undefined;
  heldBytes: number;
}

async function addMember(
  found: Found,
  member: Member,
  { isSequential, context }: { readonly isSequential: boolean; readonly context: HandlerContext },
): Promise<void> {
  const { name, kind, bytes = 0 } = member;
  if (kind !== "file" || noPage.test(name)) return;
  if (factsName.test(name) && bytes <= maxFactBytes) await addFacts(found, member);
  if (!imageNames.test(name) || found.pages.length >= maxPages) return;
  found.pages.push(isSequential ? await heldPage(found, member, context.budget.maxInputBytes) : member);
}

/** Damaged facts do not prevent the pages from being shown. */
async function addFacts(found: Found, member: Member): Promise<void> {
  try {
    found.facts = await factsOf(member);
  } catch (error) {
    if (!ReadError.is(error) || error.code === "encrypted" || !isOfOnePage(error)) throw error;
    found.factsDamage = error;
  }
}

/** Keeps the bytes of a page. */
async function heldPage(found: Found, member: Member, maxBytes: number): Promise<Member> {
  const page = await heldMember(member);
  found.heldBytes += page.bytes ?? 0;
  if (found.heldBytes > maxBytes) throw tooLarge(maxBytes);
  return page;
}

/** Facts that are too long are left out. */
async function factsOf(member: Member): Promise<ComicFacts> {
  const pieces: Uint8Array[] = [];
  let size = 0;
  for await (const piece of member.content()) {
    size += piece.length;
    if (size > maxFactBytes) return noFacts;
    pieces.push(piece);
  }
  return parseComicFacts(new TextDecoder().decode(joined(pieces)));
}

async function heldMember(member: Member): Promise<Member> {
  const bytes = joined(await collected(member.content()));
  return {
    ...member,
    bytes: bytes.length,
    async *content() {
      yield bytes;
    },
  };
}

function tooLarge(value: number): ReadError {
  return new ReadError("too-large", `The pages of the comic book have more than ${value} bytes.`, {
    hint: "Unpack it first, then read its pages by their own paths.",
    details: { limit: { name: "maxInputBytes", value } },
  });
}

function noPages(path: string): ReadError {
  return new ReadError("corrupt", `${path} has no images that could be the pages of a comic book.`, {
    hint: "Read it under a name that ends in `.zip`, `.rar`, `.7z` or `.tar` to list what it holds.",
  });
}

function chosenPages(ranges: readonly PageRange[] | undefined, total: number, path: string): readonly number[] {
  const wanted = new Set<number>();
  for (const range of ranges ?? [{ first: 1 }]) {
    if ("label" in range) throw missingPage(`page ${quoted(range.label, 100)}`, total, path);
    const { first, last = total } = range;
    const start = first < 0 ? Math.max(1, total + first + 1) : first;
    if (start < 1 || start > total) throw missingPage(`page ${first}`, total, path);
    for (let number = start; number <= (first < 0 ? total : Math.min(last, total)); number += 1) wanted.add(number);
  }
  return [...wanted].toSorted((one, other) => one - other);
}

function missingPage(wanted: string, total: number, path: string): ReadError {
  return new ReadError("out-of-range", `${path} has ${total} ${total === 1 ? "page" : "pages"} and no ${wanted}.`, {
    hint: `Ask for \`pages\` from 1 to ${total}.`,
    details: { total, unit: "page" },
  });
}

/** Describes a comic book: what its description says, and the number of its pages. */
export async function describeComic(source: Source, context: HandlerContext): Promise<HandlerInfo> {
  const { pages, facts } = await openedComic(source, context);
  const { bookmarks: _, ...named } = facts;
  return { extents: [extent("page", pages.length)], facts: { kind: "comic book", ...named } };
}

/** Returns the bookmarks of a comic book. */
export async function outlineComic(source: Source, context: HandlerContext): Promise<Outline> {
  const { pages, facts } = await openedComic(source, context);
  const entries = [...facts.bookmarks].flatMap(([page, name]) =>
    page > pages.length
      ? []
      : [{ kind: "heading" as const, name: "", title: name, place: { unit: "page" as const, index: page } }],
  );
  return { entries };
}

async function openedComic(source: Source, context: HandlerContext): Promise<Comic> {
  const opening = async function* opening(archive: Archive): AsyncGenerator<Comic> {
    yield await openComic(archive, context);
  };
  for await (const comic of withArchive(source, context, opening)) return comic;
  throw noPages(source.path);
}
