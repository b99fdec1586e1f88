import { Buffer } from "node:buffer";
import { notice, ReadError } from "@reader/core/handler";
import { createMarkdownBuilder, loadHtmlEngine, type MarkdownPiece, type ReadHtml } from "@reader/document";
import type { ImageStore } from "@reader/document/builder";
import { storedZip, type StoredMember } from "@reader/office-kit/package";
import { createXmlReader } from "@reader/office-kit/xml";
import { wordsIn, type BodyOutline, type OutlineHeading } from "./body/body-sink.ts";
import { commentLine } from "./parts/comments.ts";
import type { DocumentText } from "./document-text.ts";
import type { WordDocument } from "./parts/word-document.ts";

/** Maximum number of elements in one part: mammoth keeps a kilobyte or more for each. */
const maxElements = 1_000_000;

/** The same limit for a text that this package cannot parse, whose elements are only estimated. */
const maxFallbackElements = 200_000;

/** Opens the text of a document with the published version of mammoth. Throws `corrupt` and `too-large`. */
export async function openMammothText(document: WordDocument): Promise<DocumentText> {
  const parts = await partsFor(document);
  for (const { name, bytes } of parts) checkPart(name, bytes);
  try {
    return await convert(document, parts);
  } catch (error) {
    throw new ReadError("corrupt", "mammoth cannot read the document.", {
      hint: 'Read it without `engine: "mammoth"`, or ask for an undamaged copy.',
      cause: error,
    });
  }
}

/** Opens a text that this package cannot parse. Returns `undefined` if mammoth cannot read it either. */
export async function openFallbackText(document: WordDocument): Promise<DocumentText | undefined> {
  const parts = (await partsFor(document)).filter(({ name, bytes }) => {
    return name === document.main ? isHarmless(bytes) : isSound(name, bytes);
  });
  if (!parts.some(({ name }) => name === document.main)) return undefined;
  try {
    const text = await convert(document, parts);
    return { ...text, notices: [notice(fallbackWords)] };
  } catch {
    return undefined;
  }
}

const fallbackWords =
  "The text of the document is not valid XML. It was read with a simpler reader (mammoth): tracked changes, text boxes, equations and list numbers are missing, and hidden text is not marked.";

/** Relationship types of the parts that mammoth reads. */
const readTypes: ReadonlySet<string> = new Set(["styles", "numbering", "footnotes", "endnotes", "comments"]);

/** Returns the parts that mammoth reads, and the images that they refer to. */
async function partsFor({ parts, main, relationships }: WordDocument): Promise<readonly StoredMember[]> {
  const names = new Set(["[Content_Types].xml", "_rels/.rels", main]);
  for (const { type, target, isExternal } of (await parts.relationships(main)).values()) {
    if (!isExternal && readTypes.has(type)) names.add(target);
  }
  for (const name of readTypes) names.add(`word/${name}.xml`);
  const images = [...relationships.values()].flatMap((links) =>
    [...links.values()].flatMap(({ type, target, isExternal }) => (type === "image" && !isExternal ? [target] : [])),
  );
  const members: StoredMember[] = [];
  const add = async (name: string, load: (name: string) => Promise<Uint8Array | undefined>): Promise<void> => {
    const bytes = await load(name);
    if (bytes !== undefined) members.push({ name, bytes });
  };
  for (const name of [...names, ...[...names].map(relationshipPartOf)]) await add(name, (part) => parts.bytes(part));
  for (const name of new Set(images)) await add(name, (part) => parts.image(part));
  return members;
}

/**
 * Returns the name of a part's relationship part. ISO/IEC 29500-2, 6.5.2: `word/_rels/document.xml.rels` belongs to
 * `word/document.xml`.
 */
function relationshipPartOf(part: string): string {
  const slash = part.lastIndexOf("/") + 1;
  return `${part.slice(0, slash)}_rels/${part.slice(slash)}.rels`;
}

/** Checks a part in advance, because mammoth's XML reader has no limits. Throws `corrupt` and `too-large`. */
function checkPart(name: string, bytes: Uint8Array): void {
  if (!/\.(?:xml|rels)$/i.test(name)) return;
  let elements = 0;
  const reader = createXmlReader(name, {
    open() {
      elements += 1;
      if (elements > maxElements) throw tooLarge(name);
    },
    close: ignore,
    text: ignore,
  });
  reader.write(bytes);
  reader.end();
}

function tooLarge(name: string): ReadError {
  return new ReadError("too-large", `${name} has more than ${maxElements} elements.`, {
    hint: 'Read it without `engine: "mammoth"`.',
  });
}

function isSound(name: string, bytes: Uint8Array): boolean {
  try {
    checkPart(name, bytes);
    return true;
  } catch (error) {
    if (ReadError.is(error)) return false;
    throw error;
  }
}

/** True if mammoth can be trusted with unchecked XML: it has no document type, and not too many elements. */
function isHarmless(bytes: Uint8Array): boolean {
  const text = new TextDecoder("latin1").decode(bytes);
  if (/<!DOCTYPE/i.test(text)) return false;
  let elements = 0;
  for (let at = text.indexOf("<"); at >= 0 && elements <= maxFallbackElements; at = text.indexOf("<", at + 1)) {
    elements += 1;
  }
  return elements <= maxFallbackElements;
}

/** An image that mammoth found. */
interface MammothImage {
  readonly contentType: string;
  readAsArrayBuffer(): Promise<ArrayBuffer>;
}

async function convert(document: WordDocument, parts: readonly StoredMember[]): Promise<DocumentText> {
  const [{ default: mammoth }, readHtml] = await Promise.all([import("mammoth"), loadHtmlEngine()]);
  const zip = storedZip(parts);
  const images: MammothImage[] = [];
  const { value: html } = await mammoth.convertToHtml(
    { buffer: Buffer.from(zip.buffer, zip.byteOffset, zip.byteLength) },
    {
      convertImage: mammoth.images.imgElement((image) => {
        images.push(image);
        return Promise.resolve({ src: String(images.length - 1) });
      }),
    },
  );
  const counts = { headings: 0, hidden: 0, images: images.length, tables: 0, objects: 0, equations: 0 };
  const convertHtml = (sourceOf: SourceOf): readonly MarkdownPiece[] => piecesOf(html, readHtml, sourceOf);
  const outline = outlineOf(convertHtml((at) => at));
  return {
    headings: outline.headings.length,
    changes: [],
    changeCount: 0,
    hasPages: false,
    notices: [],
    read: ({ images: store }) => ({
      batches: inOneBatch(convertHtml((at, alt) => shownImage(images[Number(at)], { store, at, alt }))),
      counts,
      hiddenPassages: { shown: 0, omitted: 0 },
      looseComments: () => [...document.comments.values()].map((comment) => commentLine(comment)),
    }),
    outline: () => Promise.resolve({ ...outline, counts }),
  };
}

/** Maps an image in mammoth's HTML to the name by which the Markdown refers to it. */
type SourceOf = (source: string, alt: string) => string;

function piecesOf(html: string, readHtml: ReadHtml, sourceOf: SourceOf): readonly MarkdownPiece[] {
  const builder = createMarkdownBuilder();
  const pieces: MarkdownPiece[] = [];
  readHtml(html, {
    open(name, attributes) {
      if (name !== "img") return builder.open(name, attributes);
      const [src = "", alt = ""] = [attributes.get("src"), attributes.get("alt")];
      builder.open(name, new Map([...attributes, ["src", sourceOf(src, alt)]]));
    },
    close(name) {
      builder.close(name);
      // An image follows its paragraph.
      if (name === "p") pieces.push(...builder.take());
    },
    text: (characters) => builder.text(characters),
  });
  return [...pieces, ...builder.end()];
}

function shownImage(
  image: MammothImage | undefined,
  { store, at, alt }: { readonly store: ImageStore; readonly at: string; readonly alt: string },
): string {
  const name = `image ${at}.${image?.contentType.split("/")[1] ?? ""}`;
  const load = async (): Promise<Uint8Array | undefined> => image && new Uint8Array(await image.readAsArrayBuffer());
  const shown = store.put({ name, alt, load });
  return "source" in shown ? shown.source : name;
}

function outlineOf(pieces: readonly MarkdownPiece[]): BodyOutline {
  const headings: OutlineHeading[] = [];
  let words = 0;
  for (const piece of pieces) {
    if (piece.type === "heading") headings.push({ level: piece.level, title: piece.title });
    if ("markdown" in piece) words += wordsIn(piece.markdown);
  }
  return { headings, words, pages: 0 };
}

async function* inOneBatch(pieces: readonly MarkdownPiece[]): AsyncGenerator<readonly MarkdownPiece[]> {
  yield pieces;
}

function ignore(): void {}
