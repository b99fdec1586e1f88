import { type HandlerContext, type HandlerEvent, notice, quoted, ReadError, type Source } from "@reader/core/handler";
import { createYielder } from "@reader/core/internal";
import { scriptOfStyle } from "@reader/document";
import { type BookChapter, bookEvents, type DocumentDetails } from "@reader/document/builder";
import type { DocumentFacts } from "@reader/document/content";
import { damageNotices, openPackage, type OfficePackage, referencedPart } from "@reader/office-kit/package";
import { withoutDoctype } from "@reader/office-kit/odf";
import { childrenOf, readXmlTree, textIn, type XmlElement } from "@reader/office-kit/xml";

/** Reads a book in chapter order, with its headings as places. */
export async function* readEpub(
  source: Source,
  context: HandlerContext,
  seen: DocumentDetails = {},
): AsyncGenerator<HandlerEvent> {
  const book = await openBook(source, context);
  const { parts, facts, encrypted } = book;
  seen.facts = facts;
  yield* damageNotices(parts);
  const image = async (part: string): Promise<Uint8Array | undefined> =>
    encrypted.has(part) ? undefined : parts.image(part);
  yield* bookEvents({ path: source.path, facts, chapters: chaptersOf(book, context.signal), image }, context);
}

/** Yields the chapters, and notices about those that cannot be read. */
async function* chaptersOf(book: Book, signal: AbortSignal): AsyncGenerator<BookChapter | HandlerEvent> {
  const pause = createYielder(signal);
  let read = 0;
  for (const part of book.chapters) {
    await pause();
    const html = await chapterText(book, part);
    if (typeof html === "string") {
      read += 1;
      yield {
        html,
        imageNamed: (name) => imageName(part, name),
        styles: book.styles,
        isInside: (target) => book.parts.has(referencedPart(part, target)),
      };
    } else yield notice(html.message);
  }
  if (read === 0 && book.chapters.some((part) => book.encrypted.has(part))) {
    throw new ReadError("encrypted", "The chapters of the book are encrypted, probably by copy protection.", {
      hint: "Ask the user for a copy without copy protection: no password opens this one.",
    });
  }
}

/** Reads a chapter. Returns the error for a chapter that cannot be read, so that the others are kept. */
async function chapterText({ parts, encrypted }: Book, part: string): Promise<string | ReadError> {
  try {
    if (encrypted.has(part)) return new ReadError("encrypted", `Chapter ${quoted(part)} is encrypted.`);
    const bytes = await parts.bytes(part);
    return bytes === undefined
      ? new ReadError("corrupt", `Chapter ${quoted(part)} is missing.`)
      : new TextDecoder(encodingOf(bytes)).decode(bytes);
  } catch (error) {
    if (ReadError.is(error) && error.code === "corrupt") return error;
    throw error;
  }
}

/** Books are in UTF-8, or in UTF-16 with a byte order mark (EPUB 3.3, 4.1). */
function encodingOf([first, second]: Uint8Array): "utf-8" | "utf-16le" | "utf-16be" {
  if (first === 0xff && second === 0xfe) return "utf-16le";
  return first === 0xfe && second === 0xff ? "utf-16be" : "utf-8";
}

function imageName(part: string, source: string): string {
  return /^[a-z][a-z\d+.-]*:/i.test(source.trim()) ? "outside" : referencedPart(part, source);
}

/** A book whose table of contents was read. */
interface Book {
  readonly parts: OfficePackage;
  readonly facts: DocumentFacts;
  /** The parts with text, in reading order (EPUB 3.3, 5.7). */
  readonly chapters: readonly string[];
  /** The styles of classes that raise or lower text. */
  readonly styles: ReadonlyMap<string, string>;
  /** The encrypted parts, mostly fonts (EPUB OCF 3.3, 4.2.6.3.2). */
  readonly encrypted: ReadonlySet<string>;
}

const containerPart = "META-INF/container.xml";
const encryptionPart = "META-INF/encryption.xml";
const chapterType = /^(?:application\/xhtml\+xml|text\/html|text\/x-oeb1-document)$/i;

/** Maximum number of chapters. */
const maxChapters = 10_000;

/** Opens a book and reads the part that lists its chapters. Throws `corrupt` if that part is missing. */
async function openBook(source: Source, context: HandlerContext): Promise<Book> {
  const parts = await openPackage(source, context);
  const container = await treeOf(parts, containerPart);
  const root = descendants(container, "rootfile").find(({ attributes }) => attributes["full-path"] !== undefined);
  const main = root?.attributes["full-path"] ?? parts.zip.entries.find(({ name }) => /\.opf$/i.test(name))?.name;
  const book = main === undefined ? undefined : await treeOf(parts, main);
  if (main === undefined || book === undefined) {
    throw new ReadError(
      "corrupt",
      `${source.path} is not a complete EPUB book: the part that lists its chapters is missing.`,
    );
  }
  const encrypted = descendants(await treeOf(parts, encryptionPart), "CipherReference");
  return {
    parts,
    facts: factsIn(book),
    chapters: chaptersIn(book, main).slice(0, maxChapters),
    styles: await scriptStyles(parts),
    encrypted: new Set(encrypted.map(({ attributes }) => referencedPart("", attributes["URI"] ?? ""))),
  };
}

/** Maximum number of style sheets that are read, and of bytes of each. */
const maxSheets = 20;
const maxSheetBytes = 256 * 1024;

/** Returns the styles that raise or lower text, by the names of their classes. */
async function scriptStyles(parts: OfficePackage): Promise<ReadonlyMap<string, string>> {
  const styles = new Map<string, string>();
  const sheets = parts.zip.entries.filter(({ name, bytes }) => /\.css$/i.test(name) && bytes <= maxSheetBytes);
  for (const { name } of sheets.slice(0, maxSheets)) {
    const css = new TextDecoder().decode(await sheetBytes(parts, name));
    for (const rule of css.split("}")) {
      const [selectors = "", style = ""] = rule.split("{").slice(-2);
      if (scriptOfStyle(style) === undefined) continue;
      for (const [, className = ""] of selectors.matchAll(/(?:^|[\s,])(?:span)?\.([\w-]+)\s*(?=,|$)/g)) {
        styles.set(className, style);
      }
    }
  }
  return styles;
}

/** Reads a style sheet. A damaged one is empty. */
async function sheetBytes(parts: OfficePackage, name: string): Promise<Uint8Array> {
  try {
    return (await parts.bytes(name)) ?? new Uint8Array();
  } catch (error) {
    if (ReadError.is(error) && error.code === "corrupt") return new Uint8Array();
    throw error;
  }
}

/** Reads a part as a tree. Returns `undefined` if it is missing or damaged. */
async function treeOf(parts: OfficePackage, part: string): Promise<XmlElement | undefined> {
  if (!parts.has(part)) return undefined;
  const pieces: Uint8Array[] = [];
  try {
    for await (const piece of withoutDoctype(parts.stream(part))) pieces.push(piece);
    return readXmlTree(new Uint8Array(Buffer.concat(pieces)), part);
  } catch (error) {
    if (ReadError.is(error) && error.code === "corrupt") return undefined;
    throw error;
  }
}

/** Returns descendants by local name. The XML reader limits the depth. */
function descendants(element: XmlElement | undefined, name: string): readonly XmlElement[] {
  return childrenOf(element).flatMap((child) => (localName(child) === name ? [child] : descendants(child, name)));
}

function localName({ name }: XmlElement): string {
  return name.slice(name.indexOf(":") + 1);
}

function chaptersIn(book: XmlElement, main: string): readonly string[] {
  const items = new Map(descendants(book, "item").map((item) => [item.attributes["id"] ?? "", item]));
  const listed = descendants(book, "itemref").map(({ attributes }) => items.get(attributes["idref"] ?? ""));
  const chapters = listed.some((item) => item !== undefined) ? listed : [...items.values()];
  return chapters
    .filter((item) => item !== undefined && isChapter(item))
    .map((item) => referencedPart(main, item?.attributes["href"] ?? ""));
}

/** Excludes the navigation document, which only repeats the chapter titles. */
function isChapter({ attributes }: XmlElement): boolean {
  const isContents = /(?:^|\s)nav(?:\s|$)/.test(attributes["properties"] ?? "");
  return !isContents && chapterType.test(attributes["media-type"] ?? "");
}

function factsIn(book: XmlElement): DocumentFacts {
  const written = (name: string): string =>
    descendants(book, name)
      .map((element) => textIn(element).trim())
      .filter((value) => value !== "")
      .join(", ");
  const words = (name: string): string => {
    const found = written(name);
    // OEB 1, from which EPUB comes, starts the names with capitals. Some books have both.
    return found === "" ? written(`${name.slice(0, 1).toUpperCase()}${name.slice(1)}`) : found;
  };
  return {
    title: words("title"),
    author: words("creator"),
    keywords: words("subject"),
    comments: words("description").replace(/<[^<>]*>/g, " "),
    language: words("language"),
    created: words("date"),
  };
}
