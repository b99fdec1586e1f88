import { findAll, partOf } from "@reader/office-kit/drawing";
import { childOf, childrenOf, type XmlElement } from "@reader/office-kit/xml";
import type { SlideBlock } from "../slides/slide.ts";
import { alternativeOf, line, markOf, nameOf } from "./shape-names.ts";
import type { SlidePart } from "./slide-part.ts";

/** Reads an image (`p:pic`): its audio or video, if any, and its visible image. */
export function pictureBlocks(shape: XmlElement, part: SlidePart): readonly SlideBlock[] {
  return [...mediaLines(shape, part), ...blipBlocks(partOf(shape, "p:blipFill", "a:blip"), alternativeOf(shape), part)];
}

/** Returns the image that fills a shape. */
export function fillPicture(shape: XmlElement, part: SlidePart): readonly SlideBlock[] {
  return blipBlocks(partOf(shape, "p:spPr", "a:blipFill", "a:blip"), alternativeOf(shape), part);
}

function blipBlocks(blip: XmlElement | undefined, alt: string, part: SlidePart): readonly SlideBlock[] {
  if (blip === undefined) return [];
  const { "r:embed": embedded = "", "r:link": linked = "" } = blip.attributes;
  const relationship = part.relationships.get(embedded) ?? part.relationships.get(linked);
  if (relationship === undefined) return [line(markOf(["picture", alt, "missing"]))];
  const { target, isExternal } = relationship;
  // Content outside the document is never opened.
  if (isExternal) return [line(markOf(["picture", alt, `linked: ${baseName(target)}`]))];
  const { picture, pictureStart } = part.parts;
  const sources = { load: () => picture(target), start: () => pictureStart(target) };
  return [{ type: "picture", name: baseName(target), alt, ...sources }];
}

/** Audio and video are named; `a:quickTimeFile` is video too. */
function mediaLines(shape: XmlElement, { relationships }: SlidePart): readonly SlideBlock[] {
  const properties = childrenOf(shape).find(({ name }) => name.startsWith("p:nv"));
  const own = childOf(properties, "p:nvPr");
  const media = childrenOf(own).find(({ name }) => /^a:.*(?:File|Cd)$/.test(name));
  if (media === undefined) return [];
  const kind = /audio|wav|Cd$/.test(media.name) ? "audio" : "video";
  const target = relationships.get(mediaId(own, media))?.target;
  return [line(markOf([kind, baseName(target ?? nameOf(shape)?.attributes["name"] ?? "")]))];
}

/** The embedded video, else its placeholder. */
function mediaId(properties: XmlElement | undefined, media: XmlElement): string {
  const { "r:link": linked, "r:embed": embedded = "" } = media.attributes;
  return findAll(properties, "p14:media")[0]?.attributes["r:embed"] ?? linked ?? embedded;
}

/** Returns the last segment of a part name or an address. */
export function baseName(target: string): string {
  return target.slice(target.replaceAll("\\", "/").lastIndexOf("/") + 1);
}
