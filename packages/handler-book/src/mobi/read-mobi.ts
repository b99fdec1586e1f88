import { type HandlerContext, type HandlerEvent, notice, ReadError, type Source } from "@reader/core/handler";
import { createYielder } from "@reader/core/internal";
import { type BookChapter, bookEvents, type DocumentDetails } from "@reader/document/builder";
import type { DocumentFacts } from "@reader/document/content";
import { createInflationMeter } from "@reader/unpack";
import { type BookHeader, metadataType, readHeader } from "./book-header.ts";
import { chaptersOf } from "./chapters.ts";
import { damaged, numbersOf, openDatabase, type PalmDatabase, signatureAt } from "./palm-database.ts";
import { unpackText } from "./unpack-text.ts";

/** Reads a book in chapter order, with its headings as places. Throws `encrypted` for one with copy protection. */
export async function* readMobi(
  source: Source,
  context: HandlerContext,
  seen: DocumentDetails = {},
): AsyncGenerator<HandlerEvent> {
  const { path } = source;
  const database = openDatabase(await source.bytes(), path);
  const header = readHeader(database, path);
  const meter = createInflationMeter(path, context.budget);
  const member = { packedBytes: source.size, inflatedBytes: 0 };
  const count = (bytes: number): void => {
    member.inflatedBytes += bytes;
    meter.count(bytes, member);
  };
  const text = await unpackText(database, header, { path, signal: context.signal, count });
  if (signatureAt(text, 0) === "%MOP") throw printReplica(path);
  if (text.length === 0) throw damaged(path, "it has no text");
  if (text.length + recordBytes < header.textBytes) {
    yield notice(
      `The book is damaged or cut off: it states ${header.textBytes} bytes of text, and has ${text.length}.`,
    );
  }
  const chapters = chaptersOf({ path, database, header, text });
  seen.facts = factsOf(header);
  const cover = coverOf(header, chapters);
  const image = (name: string): Promise<Uint8Array | undefined> => Promise.resolve(imageIn(database, header, name));
  yield* bookEvents({ path, facts: seen.facts, cover, chapters: withPauses(chapters, context.signal), image }, context);
}

/** The text may be stated longer or shorter by less than a record. */
const recordBytes = 4096;

async function* withPauses(chapters: readonly string[], signal: AbortSignal): AsyncGenerator<BookChapter> {
  const pause = createYielder(signal);
  for (const html of chapters) {
    await pause();
    yield { html, imageNamed };
  }
}

/** A number in a book of KF8, in digits of base 32. */
const embedded = /^kindle:embed:([\da-v]{1,7})/i;

/** Names an image by its number: `recindex="00001"`, `kindle:embed:0001?mime=image/jpeg`. */
function imageNamed(source: string): string {
  const number = embedded.exec(source)?.[1];
  if (number !== undefined) return `image ${Number.parseInt(number, 32)}`;
  return /^\d{1,7}$/.test(source) ? `image ${Number(source)}` : "outside";
}

/** Types of records among the images that hold something else. */
const noImages: ReadonlySet<string> = new Set(["FONT", "VIDE", "AUDI", "RESC", "FLIS", "FCIS", "DATP", "BOUN"]);

function imageIn(database: PalmDatabase, { firstImage }: BookHeader, name: string): Uint8Array | undefined {
  const number = Number(/^image (\d+)$/.exec(name)?.[1] ?? 0);
  const bytes = number < 1 ? new Uint8Array() : database.record(firstImage + number - 1);
  return bytes.length === 0 || noImages.has(signatureAt(bytes, 0)) ? undefined : bytes;
}

/** Returns the name of the cover, unless a page of the book shows it. */
function coverOf({ metadata }: BookHeader, chapters: readonly string[]): string | undefined {
  const [offset] = metadata.get(metadataType.cover) ?? [];
  const number = offset === undefined ? none : numbersOf(offset).long(0);
  if (number === none) return undefined;
  const name = `image ${number + 1}`;
  const sources = /\s(?:src|recindex|(?:xlink:)?href)\s*=\s*["']([^"'<>]{1,100})["']/gi;
  const isShown = chapters.some((html) =>
    [...html.matchAll(sources)].some(([, source = ""]) => imageNamed(source) === name),
  );
  return isShown ? undefined : name;
}

const none = 0xffff_ffff;

function factsOf({ metadata, decode, title }: BookHeader): DocumentFacts {
  const words = (type: number): string => (metadata.get(type) ?? []).map((bytes) => decode(bytes).trim()).join(", ");
  const named = words(metadataType.title);
  return {
    title: named === "" ? title : named,
    author: words(metadataType.author),
    keywords: words(metadataType.subject),
    comments: words(metadataType.description).replace(/<[^<>]*>/g, " "),
    language: words(metadataType.language),
    created: words(metadataType.date),
  };
}

function printReplica(path: string): ReadError {
  return new ReadError("unsupported-type", `${path} is a printed book of Kindle: a PDF in a wrapper.`, {
    hint: "Ask the user for the book as PDF.",
  });
}
