import { createTextDecoder } from "@reader/core/decoders";
import { type HandlerContext, type HandlerEvent, notice, ReadError, type Source } from "@reader/core/handler";
import { createYielder } from "@reader/core/internal";
import {
  createDocumentBuilder,
  createDocumentEvents,
  createImageStore,
  type DocumentDetails,
} from "@reader/document/builder";
import { type DocumentFacts, frontMatter } from "@reader/document/content";
import { damageNotices, openPackage } from "@reader/office-kit/package";
import {
  childOf,
  childrenOf,
  createTreeBuilder,
  createXmlReader,
  readXmlTree,
  textIn,
  type XmlElement,
} from "@reader/office-kit/xml";
import { bookIn, type FictionBook, reference } from "./book.ts";
import { createBodyWriter } from "./write-body.ts";

/**
 * Reads a FictionBook: its description, its cover, its sections as places, its notes after the section that cites them,
 * and at the end those that none cites.
 */
export async function* readFb2(
  source: Source,
  context: HandlerContext,
  seen: DocumentDetails = {},
): AsyncGenerator<HandlerEvent> {
  const { xml, notices } = await xmlOf(source, context);
  const { book, isCut } = openBook(xml, source.path);
  const facts = factsOf(book.description);
  const builder = createDocumentBuilder({ images: createImageStore(/./) });
  Object.assign(seen, { flow: builder, facts });
  yield* notices;
  const events = createDocumentEvents(builder, context, { path: source.path });
  if (events.isWhole) yield* frontMatter(facts);
  const writer = createBodyWriter(book, builder);
  if (events.isWhole) writer.cover(coverOf(book));
  const pause = createYielder(context.signal);
  for (const write of [...book.bodies.map((body) => writer.body(body)), writer.otherNotes()]) {
    for (const _ of write) {
      await pause();
      yield* events.drain();
    }
  }
  yield* events.end();
  if (isCut) yield notice("The book is damaged: what comes after the last text here is missing.");
}

interface OpenedBook {
  readonly book: FictionBook;
  /** True if the XML is damaged, and this is what comes before. */
  readonly isCut: boolean;
}

/** Parses a book, or the part of it before its XML is damaged. Throws `corrupt` if that has no text. */
function openBook(xml: string, path: string): OpenedBook {
  const bytes = new TextEncoder().encode(xml);
  try {
    return { book: bookIn(readXmlTree(bytes, path), path), isCut: false };
  } catch (error) {
    const start = ReadError.is(error) && error.code === "corrupt" ? startOf(bytes, path) : undefined;
    if (start === undefined || childrenOf(start, "body").every((body) => textIn(body).trim() === "")) throw error;
    return { book: bookIn(start, path), isCut: true };
  }
}

/** Returns the tree of what can be parsed, with all elements closed. */
function startOf(bytes: Uint8Array, path: string): XmlElement | undefined {
  const builder = createTreeBuilder();
  let depth = 0;
  const reader = createXmlReader(path, {
    open(name, attributes) {
      depth += 1;
      builder.open(name, attributes);
    },
    close(name) {
      depth -= 1;
      builder.close(name);
    },
    text: (characters) => builder.text(characters),
  });
  try {
    reader.write(bytes);
    reader.end();
  } catch (error) {
    if (!ReadError.is(error) || error.code !== "corrupt") throw error;
  }
  for (; depth > 0; depth -= 1) builder.close("");
  return builder.root();
}

interface BookText {
  readonly xml: string;
  readonly notices: readonly HandlerEvent[];
}

/** Decodes the XML, which may be packed. Many books are in Windows-1251. */
async function xmlOf(source: Source, context: HandlerContext): Promise<BookText> {
  const head = await source.head(2);
  if (!(head[0] === 0x50 && head[1] === 0x4b)) {
    const bytes = await source.bytes();
    const { text } = source.sniff;
    const declared = encodingIn(bytes);
    const sniffed =
      text === undefined ? undefined : await createTextDecoder(text).decode(bytes.subarray(text.bomBytes));
    return { xml: repaired(sniffed ?? decoded(bytes, declared)), notices: [] };
  }
  const opened = await openPackage(source, context);
  const inside = opened.zip.entries.filter(({ name }) => /\.fb2$/i.test(name));
  const [first] = inside;
  const bytes = first === undefined ? undefined : await opened.zip.read(first);
  if (bytes === undefined) {
    throw new ReadError("corrupt", `${source.path} holds no FictionBook.`, {
      hint: "Read it as an archive under a name that ends in `.zip`, or ask for an undamaged copy.",
    });
  }
  const more = inside.length > 1 ? [notice(`The file holds ${inside.length} books; this is the first.`)] : [];
  return { xml: repaired(decoded(bytes, encodingIn(bytes))), notices: [...damageNotices(opened), ...more] };
}

/** Returns the encoding that the XML declares, or that its byte order mark shows. */
function encodingIn(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return "utf-16le";
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return "utf-16be";
  const start = new TextDecoder("latin1").decode(bytes.subarray(0, 200));
  return /^\s*(?:\xef\xbb\xbf)?\s*<\?xml[^>]*\sencoding\s*=\s*["']([\w.:-]{1,40})["']/.exec(start)?.[1] ?? "utf-8";
}

function decoded(bytes: Uint8Array, encoding: string): string {
  try {
    return new TextDecoder(encoding).decode(bytes);
  } catch {
    // An encoding that does not exist.
    return new TextDecoder().decode(bytes);
  }
}

/**
 * Corrects what programs of books often write wrong, and would make the XML unreadable: ampersands and angle brackets of
 * text, entities of HTML, control characters. The declared encoding is that of the file, which is decoded here.
 */
function repaired(xml: string): string {
  return xml
    .replace(/^[^<]*<\?xml[^>]{0,400}\?>/, "")
    .replace(controls, "")
    .replace(/&nbsp;/g, "\u00a0")
    .replace(/&(?!(?:amp|lt|gt|quot|apos|#\d{1,7}|#x[\da-f]{1,6});)/gi, "&amp;")
    .replace(/<(?![a-z/!?_])/gi, "&lt;");
}

/** Characters that XML does not allow. */
// oxlint-disable-next-line no-control-regex -- control characters are what is removed
const controls = /[\0-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;

function coverOf({ description }: FictionBook): string | undefined {
  return reference(childOf(description, "title-info", "coverpage", "image"));
}

function factsOf(description: XmlElement | undefined): DocumentFacts {
  const title = childOf(description, "title-info");
  const published = childOf(description, "publish-info");
  const series = childrenOf(title, "sequence").map(({ attributes: { name = "", number = "" } }) =>
    number === "" ? name : `${name} ${number}`,
  );
  const date = childOf(title, "date");
  const written = date?.attributes["value"] ?? textIn(date);
  return {
    title: textIn(childOf(title, "book-title")),
    subject: series.filter((name) => name.trim() !== "").join("; "),
    author: childrenOf(title, "author")
      .map(nameOf)
      .filter((name) => name !== "")
      .join(", "),
    keywords: [...childrenOf(title, "genre").map(textIn), textIn(childOf(title, "keywords"))]
      .map((word) => word.trim())
      .filter((word) => word !== "")
      .join(", "),
    comments: childrenOf(childOf(title, "annotation")).map(textIn).join(" "),
    language: textIn(childOf(title, "lang")),
    created: written.trim() === "" ? textIn(childOf(published, "year")) : written,
  };
}

function nameOf(person: XmlElement): string {
  const names = ["first-name", "middle-name", "last-name"].map((name) => textIn(childOf(person, name)).trim());
  const full = names.filter((name) => name !== "").join(" ");
  return full === "" ? textIn(childOf(person, "nickname")).trim() : full;
}
