import { inlineMark } from "@reader/core/handler";
import { contentOf, partOf, paragraphTexts, textBody } from "@reader/office-kit/drawing";
import type { XmlElement } from "@reader/office-kit/xml";
import { hiddenText } from "../slides/hidden-text.ts";
import { titledBlocks, type PlacedBlocks } from "../slides/placed.ts";
import type { SlideBlock } from "../slides/slide.ts";
import { graphicBlocks } from "./graphic-frame.ts";
import { fillPicture, pictureBlocks } from "./pictures.ts";
import { placeholderOf } from "./placeholders.ts";
import { placeOf } from "./shape-place.ts";
import { alternativeOf, isHidden, line, markOf } from "./shape-names.ts";
import { repeatedLines } from "./repeated-lines.ts";
import { surroundingsOf, type SlidePart } from "./slide-part.ts";

/** What the shapes of a slide or of its notes hold. */
export interface ShapeContent {
  readonly title: string;
  readonly blocks: readonly SlideBlock[];
  /** Headers, footers and dates that are set. */
  readonly repeated: readonly string[];
  readonly hiddenShapes: number;
  readonly wordlessShapes: number;
}

interface Collected {
  title: string;
  /** What each shape that stands on the slide itself gives. */
  readonly shapes: PlacedBlocks[];
  /** What the shape that is being read gives. */
  blocks: SlideBlock[];
  readonly repeated: string[];
  hiddenShapes: number;
  wordlessShapes: number;
}

/** Reads the shapes of a tree (`p:spTree`) in their order, which is that in which a screen reader goes. */
export async function shapeContent(tree: XmlElement | undefined, part: SlidePart): Promise<ShapeContent> {
  const into: Collected = { title: "", shapes: [], blocks: [], repeated: [], hiddenShapes: 0, wordlessShapes: 0 };
  for (const shape of contentOf(tree)) {
    into.blocks = [];
    await collect(shape, part, into);
    into.shapes.push({ blocks: into.blocks, ...(placeOf(shape) ?? part.layout.placeFor(placeholderOf(shape))) });
  }
  const { title, shapes, repeated, hiddenShapes, wordlessShapes } = into;
  return { ...titledBlocks(title, shapes), repeated, hiddenShapes, wordlessShapes };
}

/** Groups nest no deeper than the XML reader lets elements nest. */
async function collect(shape: XmlElement, part: SlidePart, into: Collected): Promise<void> {
  if (isHidden(shape)) into.hiddenShapes += 1;
  if (shape.name === "p:grpSp") await collectGroup(shape, part, into);
  else if (shape.name === "p:sp" || shape.name === "p:cxnSp") collectShape(shape, part, into);
  else if (shape.name === "p:pic") into.blocks.push(...pictureBlocks(shape, part));
  else if (shape.name === "p:graphicFrame") into.blocks.push(...(await graphicBlocks(shape, part)));
  else if (shape.name.endsWith(":contentPart")) into.blocks.push(line("[ink]"));
}

async function collectGroup(group: XmlElement, part: SlidePart, into: Collected): Promise<void> {
  const alt = alternativeOf(group);
  if (alt !== "") into.blocks.push(line(markOf(["group", alt])));
  for (const inner of contentOf(group)) await collect(inner, part, into);
}

function collectShape(shape: XmlElement, part: SlidePart, into: Collected): void {
  const placeholder = placeholderOf(shape);
  const role = placeholder?.role ?? "body";
  const body = partOf(shape, "p:txBody");
  if (role === "title" && into.title === "") {
    into.title = paragraphTexts(body).join(" ");
    return;
  }
  if (role !== "title" && role !== "body") {
    into.repeated.push(...repeatedLines(role, body));
    return;
  }
  const blocks = [...wordBlocks(shape, part), ...fillPicture(shape, part)];
  if (blocks.length === 0 && placeholder === undefined) into.wordlessShapes += 1;
  into.blocks.push(...blocks);
}

function wordBlocks(shape: XmlElement, part: SlidePart): readonly SlideBlock[] {
  const styles = part.layout.stylesFor(placeholderOf(shape));
  const paragraphs = textBody(partOf(shape, "p:txBody"), surroundingsOf(part, styles));
  const shown = isHidden(shape) ? hiddenText(paragraphs) : paragraphs;
  return shown.length > 0 ? [{ type: "text", paragraphs: shown }] : alternativeBlocks(shape);
}

/** What stands for a shape that has no text. */
function alternativeBlocks(shape: XmlElement): readonly SlideBlock[] {
  const alt = alternativeOf(shape);
  return alt === "" ? [] : [line(inlineMark("shape", [alt]))];
}
