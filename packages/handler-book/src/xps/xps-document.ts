import { type HandlerContext, ReadError, type Source } from "@reader/core/handler";
import type { DocumentFacts } from "@reader/document/content";
import { type OfficePackage, openPackage, readCoreProperties, referencedPart } from "@reader/office-kit/package";
import { childOf, childrenOf, readXmlTree, type XmlElement } from "@reader/office-kit/xml";

/** An opened XPS document. */
export interface XpsDocument {
  readonly path: string;
  readonly parts: OfficePackage;
  readonly facts: DocumentFacts;
  /** The names of the parts with the pages, in order. */
  readonly pages: readonly string[];
  readonly outline: readonly XpsHeading[];
  /** Returns the bytes of a part, which may be stored in pieces; `undefined` if it is missing. */
  readonly bytes: (part: string) => Promise<Uint8Array | undefined>;
}

/** An entry of the outline that a document stores. */
export interface XpsHeading {
  readonly title: string;
  readonly level: number;
  /** The number of its page, from 1; absent if its target does not exist. */
  readonly page: number | undefined;
}

/** Maximum number of pages, of documents in a sequence, and of entries of the outline. */
const maxPages = 100_000;
const maxDocuments = 1000;
const maxHeadings = 20_000;

/** Opens a document and reads the list of its pages. Throws `corrupt` if there is none. */
export async function openXps(source: Source, context: HandlerContext): Promise<XpsDocument> {
  const parts = await openPackage(source, context);
  const bytes = (part: string): Promise<Uint8Array | undefined> => partBytes(parts, part);
  const opened: Opened = { path: source.path, bytes, pages: [], targets: new Map(), outline: [] };
  const start = await mainPart(parts, opened);
  const sequence = start === undefined ? undefined : await treeOf(opened, start);
  if (start === undefined || sequence === undefined) throw noPages(source.path);
  const references = childrenOf(sequence, "DocumentReference").slice(0, maxDocuments);
  for (const { attributes } of references) {
    await addDocument(opened, parts, referencedPart(start, attributes["Source"] ?? ""));
  }
  if (opened.pages.length === 0) throw noPages(source.path);
  const { path, pages, targets } = opened;
  const outline = opened.outline.map(({ target, ...heading }) => ({ ...heading, page: targets.get(target) }));
  return { path, parts, bytes, pages, outline, facts: await readCoreProperties(parts) };
}

interface Opened {
  readonly path: string;
  readonly bytes: XpsDocument["bytes"];
  readonly pages: string[];
  /** The pages of what links point to, by document and name. */
  readonly targets: Map<string, number>;
  readonly outline: (Omit<XpsHeading, "page"> & { readonly target: string })[];
}

function noPages(path: string): ReadError {
  return new ReadError("corrupt", `${path} is not a complete XPS document: the part that lists its pages is missing.`, {
    hint: "Ask the user for an undamaged copy, or for the document as PDF.",
  });
}

async function mainPart(parts: OfficePackage, { bytes }: Opened): Promise<string | undefined> {
  const relations = await bytes("_rels/.rels");
  const tree = relations === undefined ? undefined : readXmlTree(relations, "_rels/.rels");
  const start = childrenOf(tree, "Relationship").find(({ attributes }) =>
    /\/fixedrepresentation$/i.test(attributes["Type"] ?? ""),
  );
  const target = start?.attributes["Target"];
  return target === undefined
    ? parts.zip.entries.find(({ name }) => /\.fdseq$/i.test(name))?.name
    : referencedPart("", target);
}

async function treeOf({ bytes, path }: Opened, part: string): Promise<XmlElement | undefined> {
  const content = await bytes(part);
  return content === undefined ? undefined : readXmlTree(content, `${part} in ${path}`);
}

async function addDocument(opened: Opened, parts: OfficePackage, part: string): Promise<void> {
  const tree = await treeOf(opened, part);
  for (const page of childrenOf(tree, "PageContent")) {
    if (opened.pages.length >= maxPages) return;
    opened.pages.push(referencedPart(part, page.attributes["Source"] ?? ""));
    for (const { attributes } of childrenOf(childOf(page, "PageContent.LinkTargets"), "LinkTarget")) {
      opened.targets.set(`${part}#${attributes["Name"] ?? ""}`.toLowerCase(), opened.pages.length);
    }
  }
  for (const { type, target } of (await parts.relationships(part)).values()) {
    if (type === "documentstructure") await addOutline(opened, target);
  }
}

async function addOutline(opened: Opened, part: string): Promise<void> {
  const outline = childOf(await treeOf(opened, part), "DocumentStructure.Outline", "DocumentOutline");
  for (const { attributes } of childrenOf(outline, "OutlineEntry")) {
    if (opened.outline.length >= maxHeadings) return;
    const { Description: title = "", OutlineLevel: level = "1", OutlineTarget: target = "" } = attributes;
    const fragment = /#.*$/s.exec(target)?.[0] ?? "";
    const at = `${referencedPart(part, target)}${fragment}`.toLowerCase();
    if (title.trim() !== "") opened.outline.push({ title: title.trim(), level: levelOf(level), target: at });
  }
}

function levelOf(text: string): number {
  return /^\d{1,2}$/.test(text) ? Math.min(9, Math.max(1, Number(text))) : 1;
}

/** Maximum number of pieces of a part. */
const maxPieces = 10_000;

/** Reads a part. Programs that print store it in pieces: `1.fpage/[0].piece`, `1.fpage/[1].last.piece`. */
async function partBytes(parts: OfficePackage, part: string): Promise<Uint8Array | undefined> {
  const whole = await parts.bytes(part);
  if (whole !== undefined) return whole;
  const pieces: Uint8Array[] = [];
  for (let index = 0; index < maxPieces; index += 1) {
    const piece = await parts.bytes(`${part}/[${index}].piece`);
    const last = piece ?? (await parts.bytes(`${part}/[${index}].last.piece`));
    if (last === undefined) break;
    pieces.push(last);
    if (piece === undefined) break;
  }
  return pieces.length === 0 ? undefined : new Uint8Array(Buffer.concat(pieces));
}
