import { Buffer } from "node:buffer";
import { ReadError, inlineMark } from "@reader/core/handler";
import { mathMarkdown } from "@reader/office-kit/equations";
import { withoutDoctypeAtStart, chartObject } from "@reader/office-kit/odf";
import type { OfficePackage } from "@reader/office-kit/package";
import { childOf, childrenOf, readXmlTree, textIn, type XmlElement } from "@reader/office-kit/xml";
import type { SlideBlock } from "../slides/slide.ts";

/** Where objects and pictures are; undefined for a file that is one XML document and holds them itself. */
export type ObjectParts = OfficePackage | undefined;

/** What objects need to be known besides themselves. */
export interface ObjectSurroundings {
  readonly parts: ObjectParts;
  /** What files inside the presentation are called, by the names of their parts. */
  readonly fileNames: ReadonlyMap<string, string>;
}

/** An object of another kind inside of a frame: a chart with its values, everything else by its name. */
export async function objectBlocks(
  object: XmlElement,
  { parts, fileNames }: ObjectSurroundings,
): Promise<readonly SlideBlock[]> {
  const path = partName(object.attributes["xlink:href"] ?? "");
  if (object.name === "draw:plugin") return [line(inlineMark("media", [path.slice(path.lastIndexOf("/") + 1)]))];
  const root = await rootOf(object, path, parts);
  const formula = root?.name === "math:math" ? mathMarkdown(root) : "";
  if (formula !== "") return [line(formula)];
  const body = childOf(root, "office:body");
  const chart = childOf(body, "office:chart", "chart:chart");
  if (chart !== undefined) return [{ type: "markdown", markdown: chartObject(chart), is: "chart" }];
  return [line(namedObject(body, fileNames.get(path) ?? path))];
}

function namedObject(body: XmlElement | undefined, path: string): string {
  const kind = childrenOf(body)[0]?.name.replace(/^office:/, "") ?? "";
  return inlineMark("embedded object", [kind, path]);
}

/** The document of an object: in a folder of its own, or in the element. */
async function rootOf(object: XmlElement, path: string, parts: ObjectParts): Promise<XmlElement | undefined> {
  if (path === "" || parts === undefined) return childOf(object, "office:document");
  const part = `${path}/content.xml`;
  try {
    const bytes = await parts.bytes(part);
    return bytes === undefined ? undefined : readXmlTree(withoutDoctypeAtStart(bytes), part);
  } catch (error) {
    if (ReadError.is(error) && error.code === "corrupt") return undefined;
    throw error;
  }
}

/** The picture of a frame: the first of its forms that a model can take, else the first. */
export function pictureBlocks(
  frame: XmlElement,
  { alt, parts }: { readonly alt: string; readonly parts: ObjectParts },
): readonly SlideBlock[] {
  const images = childrenOf(frame, "draw:image");
  const image = images.find(({ attributes }) => bitmaps.test(attributes["xlink:href"] ?? "")) ?? images[0];
  if (image === undefined) return [];
  const path = partName(image.attributes["xlink:href"] ?? "");
  const data = childOf(image, "office:binary-data");
  if (path === "" && data === undefined) return [];
  // What lies outside of the document is never opened.
  if (data === undefined && parts?.has(path) !== true) return [line(inlineMark("picture · linked", [], path))];
  const name = path === "" ? "picture" : path.slice(path.lastIndexOf("/") + 1);
  return [
    { type: "picture", name, alt, load: async () => (data === undefined ? parts?.picture(path) : decoded(data)) },
  ];
}

const bitmaps = /\.(?:png|jpe?g|gif|webp)$/i;

function decoded(data: XmlElement): Uint8Array {
  return new Uint8Array(Buffer.from(textIn(data), "base64"));
}

function partName(href: string): string {
  return href.replace(/^\.\//, "");
}

function line(words: string): SlideBlock {
  return { type: "markdown", markdown: `${words}\n`, is: "other" };
}
