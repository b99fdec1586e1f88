import { type HandlerContext, type Source, ReadError } from "@reader/core/handler";
import { packedSource } from "@reader/office-kit/flat";
import { type DocumentFacts, ownEntry } from "@reader/document/content";
import { openPackage, type OfficePackage, targetOf, type Relationship } from "@reader/office-kit/package";
import { childOf, textIn, type XmlElement } from "@reader/office-kit/xml";
import { macroModulesOf, type MacroModule } from "@reader/office-kit/vba";
import { readEmbeddedParts, type EmbeddedParts } from "@reader/office-kit/embedded";
import { chartMarkdown, chartTable, chartexTable, diagramMarkdown, diagramText } from "@reader/office-kit/drawing";
import { readComments, type WordComment } from "./comments.ts";
import { flatParagraphs } from "./flat-text.ts";

/** An opened Word document: its parts, and all resources that the text refers to. */
export interface WordDocument {
  readonly parts: OfficePackage;
  /** The name of the main text part. */
  readonly main: string;
  /** The parts with notes, which are optional. */
  readonly noteParts: readonly { readonly kind: "footnote" | "endnote"; readonly name: string }[];
  readonly facts: DocumentFacts;
  /** The number of pages that the program stated when it saved the document. */
  readonly statedPages: number | undefined;
  readonly styles: XmlElement | undefined;
  readonly numbering: XmlElement | undefined;
  readonly comments: ReadonlyMap<string, WordComment>;
  /** Charts and diagrams as Markdown, by part name. */
  readonly drawings: ReadonlyMap<string, string>;
  /** Files of other programs inside the document. */
  readonly embedded: EmbeddedParts;
  /** Unique lines of the form `Header: …` and `Footer: …`. */
  readonly pageLines: readonly string[];
  /** The relationships of the parts with text, by part name. */
  readonly relationships: ReadonlyMap<string, ReadonlyMap<string, Relationship>>;
  /** External resources that the document refers to, such as `attachedTemplate: https://…`. They are never opened. */
  readonly references: readonly string[];
  readonly hasMacros: boolean;
  /** The macro modules with readable source. */
  readonly modules: readonly MacroModule[];
}

/** Opens a document. Throws `corrupt` if it has no text part. */
export async function openWordDocument(source: Source, context: HandlerContext): Promise<WordDocument> {
  const parts = await openPackage(await packedSource(source, context), context);
  const main = await mainPartOf(parts, source);
  const links = await parts.relationships(main);
  const tree = (type: string, otherwise?: string): Promise<XmlElement | undefined> => {
    return optionalTree(parts, targetOf(links, type) ?? otherwise);
  };
  const noteParts = notePartsOf(links);
  const project = targetOf(links, "vbaProject");
  const comments = await tree("comments", "word/comments.xml");
  return {
    parts,
    main,
    noteParts,
    facts: await factsOf(parts),
    statedPages: await statedPagesOf(parts),
    styles: await tree("styles", "word/styles.xml"),
    numbering: await tree("numbering", "word/numbering.xml"),
    comments: readComments({ comments, extended: comments === undefined ? undefined : await tree("commentsExtended") }),
    drawings: await readDrawings(parts, links),
    embedded: await readEmbeddedParts(parts),
    pageLines: await pageLinesOf(parts, links),
    relationships: await relationshipsOf(parts, [main, ...noteParts.map(({ name }) => name)]),
    references: await referencesOf(parts, links),
    hasMacros: project !== undefined,
    modules: await macroModulesOf(project === undefined ? undefined : await parts.bytes(project)),
  };
}

async function mainPartOf(parts: OfficePackage, source: Source): Promise<string> {
  const named = targetOf(await parts.relationships(""), "officeDocument");
  const main = [named, "word/document.xml"].find((part) => part !== undefined && parts.has(part));
  if (main !== undefined) return main;
  throw new ReadError("corrupt", `${source.path} has no part with the text of a document.`, {
    hint: "Ask for an undamaged copy, or read it as an archive.",
  });
}

/** Reads an optional part. Returns `undefined` if it is missing or damaged. */
async function optionalTree(parts: OfficePackage, part: string | undefined): Promise<XmlElement | undefined> {
  if (part === undefined) return undefined;
  try {
    return await parts.tree(part);
  } catch (error) {
    if (ReadError.is(error) && error.code === "corrupt") return undefined;
    throw error;
  }
}

async function factsOf(parts: OfficePackage): Promise<DocumentFacts> {
  const core = targetOf(await parts.relationships(""), "core-properties") ?? "docProps/core.xml";
  const root = await optionalTree(parts, core);
  const fact = (name: string): string => textIn(childOf(root, name));
  return {
    title: fact("dc:title"),
    subject: fact("dc:subject"),
    author: fact("dc:creator"),
    keywords: fact("cp:keywords"),
    comments: fact("dc:description"),
    created: fact("dcterms:created"),
    modified: fact("dcterms:modified"),
  };
}

async function statedPagesOf(parts: OfficePackage): Promise<number | undefined> {
  const extended = targetOf(await parts.relationships(""), "extended-properties") ?? "docProps/app.xml";
  const pages = Number(textIn(childOf(await optionalTree(parts, extended), "Pages")));
  return Number.isSafeInteger(pages) && pages > 0 ? pages : undefined;
}

async function pageLinesOf(parts: OfficePackage, links: ReadonlyMap<string, Relationship>): Promise<readonly string[]> {
  const lines = new Set<string>();
  for (const what of ["header", "footer"]) {
    for (const { type, target, isExternal } of links.values()) {
      if (type !== what || isExternal) continue;
      const text = flatParagraphs(await optionalTree(parts, target)).join(" / ");
      if (text !== "" && !isPageNumber.test(text)) lines.add(`${what === "header" ? "Header" : "Footer"}: ${text}`);
    }
  }
  return [...lines];
}

/** Relationship types that are shown in the text. */
const shownTypes: ReadonlySet<string> = new Set(["hyperlink", "image"]);

/** True for a template on the author's machine, whose path does not help a reader. */
function isOwnTemplate(type: string, target: string): boolean {
  return type === "attachedTemplate" && /^(?:file:\/\/\/|[a-z]:\\)/i.test(target);
}

/** Maximum number of references to list. */
const maxReferences = 50;

async function referencesOf(
  parts: OfficePackage,
  links: ReadonlyMap<string, Relationship>,
): Promise<readonly string[]> {
  const settings = targetOf(links, "settings") ?? "word/settings.xml";
  const all = [...links.values(), ...(await parts.relationships(settings)).values()];
  const named = all.flatMap(({ type, target, isExternal }) => {
    if (!isExternal || shownTypes.has(type) || isOwnTemplate(type, target)) return [];
    return [`${type}: ${target.replace(/\s+/g, " ")}`];
  });
  return [...new Set(named)].slice(0, maxReferences);
}

/** Matches a page number as it was when the document was saved. */
const isPageNumber = /^\d{1,4}$/;

function notePartsOf(links: ReadonlyMap<string, Relationship>): WordDocument["noteParts"] {
  const kinds = ["footnote", "endnote"] as const;
  return kinds.map((kind) => ({ kind, name: targetOf(links, `${kind}s`) ?? `word/${kind}s.xml` }));
}

async function relationshipsOf(
  parts: OfficePackage,
  names: readonly string[],
): Promise<ReadonlyMap<string, ReadonlyMap<string, Relationship>>> {
  const found = new Map<string, ReadonlyMap<string, Relationship>>();
  for (const name of names) found.set(name, await parts.relationships(name));
  return found;
}

/** The readers of charts and diagrams, by relationship type. */
const readers: Readonly<Record<string, ((root: XmlElement) => string) | undefined>> = {
  chart: (root) => chartMarkdown(chartTable(root)),
  chartEx: (root) => chartMarkdown(chartexTable(root)),
  diagramData: (root) => diagramMarkdown(diagramText(root)),
};

/** Reads charts and diagrams as Markdown, by part name. A damaged one is represented by a placeholder. */
async function readDrawings(
  parts: OfficePackage,
  links: ReadonlyMap<string, Relationship>,
): Promise<ReadonlyMap<string, string>> {
  const drawings = new Map<string, string>();
  for (const { type, target, isExternal } of links.values()) {
    const read = isExternal ? undefined : ownEntry(readers, type);
    if (read !== undefined && !drawings.has(target)) drawings.set(target, await markdownOf(parts, target, read));
  }
  return drawings;
}

async function markdownOf(parts: OfficePackage, name: string, read: (root: XmlElement) => string): Promise<string> {
  try {
    const root = await parts.tree(name);
    return root === undefined ? "" : read(root);
  } catch (error) {
    if (ReadError.is(error) && error.code === "corrupt") return "[drawing that cannot be read]";
    throw error;
  }
}
