import { type HandlerContext, ReadError } from "@reader/core/handler";
import { type DocumentFacts, ownEntry } from "@reader/document/content";
import type { OfficePackage } from "@reader/office-kit/package";
import { childOf, childrenOf, textIn, type XmlElement } from "@reader/office-kit/xml";
import {
  type AppleDocument,
  type Chart,
  type Content,
  hasContent,
  type PagesDocument,
  type Picture,
  plainText,
  type Sheet,
  type Slide,
} from "../model/apple-document.ts";
import { inReadingOrder, type Placed } from "../model/reading-order.ts";
import { localName, readPrunedTree } from "./pruned-tree.ts";
import { readStory, type StoryContext } from "./read-story.ts";
import { readTable } from "./read-table.ts";

/** Reads a document of iWork '09 or older: one part of XML. Throws `corrupt` and `too-large`. */
export async function readXml(opened: OfficePackage, part: string, context: HandlerContext): Promise<AppleDocument> {
  const bytes = (await opened.bytes(part)) ?? new Uint8Array();
  const options = { part, maxBytes: opened.meter.left, signal: context.signal };
  const { root, styles } = await readPrunedTree(bytes, options);
  const folder = part.slice(0, part.lastIndexOf("/") + 1);
  const stories: StoryContext = {
    styles,
    annotations: annotationsIn(root),
    contentsOf: (element, depth) => contentsIn(element, { stories, opened, folder, depth }),
  };
  const reading: Reading = { stories, opened, folder, depth: 0 };
  const base = { facts: factsIn(root), notices: [] };
  switch (root.name) {
    case "sl:document":
      return { ...base, kind: "pages", ...readPages(root, reading) };
    case "ls:document":
      return { ...base, kind: "numbers", sheets: readSheets(root, reading) };
    case "key:presentation":
      return { ...base, kind: "keynote", slides: readSlides(root, reading) };
    default:
      throw new ReadError("corrupt", `${part} is not the text of a Pages, Numbers or Keynote document.`, {
        hint: "Read it as an archive, or ask for an export as PDF.",
      });
  }
}

interface Reading {
  readonly stories: StoryContext;
  readonly opened: OfficePackage;
  /** The folder of the part in the package, with a slash at its end. */
  readonly folder: string;
  readonly depth: number;
}

function annotationsIn(root: XmlElement): ReadonlyMap<string, XmlElement> {
  const all = childrenOf(childOf(root, "sf:annotations"), "sf:annotation");
  return new Map(all.map((annotation) => [annotation.attributes["sf:target"] ?? "", annotation]));
}

/** Properties of a document by the names of their elements. */
const factNames: readonly (readonly [keyof DocumentFacts, string])[] = [
  ["title", "title"],
  ["author", "authors"],
  ["keywords", "keywords"],
  ["comments", "comment"],
];

function factsIn(root: XmlElement): DocumentFacts {
  const metadata = childrenOf(root).find(({ name }) => localName(name) === "metadata");
  const published = childOf(root, "sl:publication-info");
  const facts: { -readonly [Name in keyof DocumentFacts]: string } = {};
  for (const [fact, name] of factNames) {
    const element = childrenOf(metadata).find((child) => localName(child.name) === name);
    const words = stringsIn(element).join(", ");
    if (words !== "") facts[fact] = words;
  }
  const day = (name: string): string => childOf(published, name, "sl:date")?.attributes["sf:val"] ?? "";
  const [created, modified] = [day("sl:SLCreationDateProperty"), day("sl:SLLastModifiedDateProperty")];
  return { ...facts, ...(created === "" ? {} : { created }), ...(modified === "" ? {} : { modified }) };
}

/** Returns the values of strings in an element. */
function stringsIn(element: XmlElement | undefined): readonly string[] {
  if (element === undefined) return [];
  const own = element.attributes["sfa:string"] ?? "";
  return [...(own === "" ? [] : [own]), ...childrenOf(element).flatMap(stringsIn)];
}

function readPages(root: XmlElement, reading: Reading): Omit<PagesDocument, "kind" | "facts" | "notices"> {
  const { stories } = reading;
  const body = childrenOf(root, "sf:text-storage").find(({ attributes }) => attributes["sf:kind"] === "body");
  const groups = childrenOf(childOf(root, "sl:drawables"), "sl:page-group");
  const lines = [
    ...childrenOf(childOf(root, "sf:headers"), "sf:header").map((element) => ["Header", element] as const),
    ...childrenOf(childOf(root, "sf:footers"), "sf:footer").map((element) => ["Footer", element] as const),
  ];
  return {
    pageLines: lines.flatMap(([what, element]) => {
      const story = readStory(childOf(element, "sf:text-storage"), stories);
      return plainText(story) === "" ? [] : [{ what, story }];
    }),
    contents: [readStory(body, stories), ...groups.flatMap((group) => contentsIn(group, reading))],
  };
}

function readSheets(root: XmlElement, reading: Reading): readonly Sheet[] {
  return childrenOf(childOf(root, "ls:workspace-array"), "ls:workspace").map((workspace) => ({
    name: workspace.attributes["ls:workspace-name"] ?? "",
    contents: contentsIn(childOf(workspace, "ls:page-info") ?? workspace, reading),
  }));
}

function readSlides(root: XmlElement, reading: Reading): readonly Slide[] {
  const { stories } = reading;
  return childrenOf(childOf(root, "key:slide-list"), "key:slide").map((slide) => {
    const textOf = (...path: readonly string[]): XmlElement | undefined => childOf(slide, ...path, "sf:text-storage");
    const body = readStory(textOf("key:body-placeholder", "key:text"), stories);
    const notes = readStory(textOf("key:notes"), stories);
    const sticky = childOf(slide, "key:sticky-notes");
    return {
      title: plainText(readStory(textOf("key:title-placeholder", "key:text"), stories)),
      isSkipped: slide.attributes["key:hidden"] === "true" || slide.attributes["key:hidden"] === "1",
      contents: [...(hasContent(body) ? [body] : []), ...contentsIn(childOf(slide, "key:page") ?? slide, reading)],
      notes: hasContent(notes) ? notes : undefined,
      comments: contentsIn(sticky, reading).flatMap((content) =>
        content.type === "story" ? [{ author: "", text: plainText(content) }] : [],
      ),
    };
  });
}

/** Maximum nesting of drawn objects and of the elements around them. */
const maxDepth = 60;

/** Returns what is drawn in an element, in reading order. */
function contentsIn(element: XmlElement | undefined, reading: Reading): readonly Content[] {
  const placed: Placed<readonly Content[]>[] = [];
  collect(element, reading, placed);
  return inReadingOrder(placed).flat();
}

function collect(element: XmlElement | undefined, reading: Reading, into: Placed<readonly Content[]>[]): void {
  if (element === undefined || reading.depth > maxDepth) return;
  for (const child of childrenOf(element)) {
    const item = contentOf(child, reading);
    if (item === undefined) collect(child, { ...reading, depth: reading.depth + 1 }, into);
    else if (item.length > 0) into.push({ ...placeOf(child), item });
  }
}

/** Returns the content of a drawn object; `undefined` if the element is no such object but may contain some. */
function contentOf(element: XmlElement, reading: Reading): readonly Content[] | undefined {
  return ownEntry(drawables, localName(element.name))?.(element, reading);
}

type DrawableReader = (element: XmlElement, reading: Reading) => readonly Content[];

const picture: DrawableReader = (element, reading) => listOf(readPicture(element, reading));
/** Texts that are read by those who know what they are. */
const elsewhere: DrawableReader = () => [];

const drawables: Readonly<Record<string, DrawableReader>> = {
  "tabular-info": (element) => listOf(readTable(childOf(element, "sf:tabular-model"))),
  shape: shapeContent,
  "drawable-shape": shapeContent,
  "sticky-note": shapeContent,
  "chart-info": (element) => listOf(readChart(element)),
  media: picture,
  image: picture,
  "text-storage": elsewhere,
  "title-placeholder": elsewhere,
  "body-placeholder": elsewhere,
  notes: elsewhere,
  "header-storage": elsewhere,
  "footer-storage": elsewhere,
};

function listOf(content: Content | undefined): readonly Content[] {
  return content === undefined ? [] : [content];
}

function shapeContent(element: XmlElement, { stories, depth }: Reading): readonly Content[] {
  const story = readStory(childOf(element, "sf:text", "sf:text-storage"), stories, depth + 1);
  return hasContent(story) ? [story] : [];
}

function placeOf(element: XmlElement): Omit<Placed<unknown>, "item"> {
  const geometry = childOf(element, "sf:geometry");
  const number = (name: string, attribute: string): number => {
    return Number(childOf(geometry, name)?.attributes[attribute] ?? 0) || 0;
  };
  const top = number("sf:position", "sfa:y");
  return { left: number("sf:position", "sfa:x"), top, height: number("sf:size", "sfa:h") };
}

function readChart(element: XmlElement): Chart | undefined {
  const model = childrenOf(childOf(element, "sf:chart-model-object"))[0];
  if (model === undefined) return undefined;
  return {
    type: "chart",
    title: childOf(model, "sf:chart-name")?.attributes["sfa:string"] ?? "",
    series: stringsIn(childOf(model, "sf:chart-column_names")),
    categories: stringsIn(childOf(model, "sf:chart-row_names")),
  };
}

/** Returns the image that an element shows, which refers to a member of the package. */
function readPicture(element: XmlElement, { opened, folder }: Reading): Picture | undefined {
  if (element.attributes["sf:placeholder"] === "true") return undefined;
  const data = dataIn(element);
  const name = `${folder}${data?.attributes["sf:path"] ?? ""}`;
  if (data === undefined || !opened.has(name)) return undefined;
  const alt = textIn(childOf(element, "sf:description")) || (element.attributes["sf:description"] ?? "");
  return { type: "picture", name, alt, load: () => opened.image(name) };
}

function dataIn(element: XmlElement): XmlElement | undefined {
  for (const child of childrenOf(element)) {
    const found = child.name === "sf:data" && "sf:path" in child.attributes ? child : dataIn(child);
    if (found !== undefined) return found;
  }
  return undefined;
}
