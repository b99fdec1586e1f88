import { ReadError } from "@reader/core/handler";
import { targetOf, type Relationship } from "@reader/office-kit/package";
import { textBlock } from "@reader/office-kit/drawing";
import { childOf, type XmlElement } from "@reader/office-kit/xml";
import { type Slide, type SlideComment } from "../slides/slide.ts";
import { commentsIn, type Authors } from "./comments.ts";
import { noLayout, type FindLayout } from "./layouts.ts";
import { isHiddenSlide, type Presentation, type SlideRef } from "./presentation.ts";
import { shapeContent, type ShapeContent } from "./shape-content.ts";

/** What all slides of a presentation share. */
export interface SlideReading {
  readonly presentation: Presentation;
  /** What files inside the presentation are called, by the names of their parts. */
  readonly fileNames: ReadonlyMap<string, string>;
  readonly findLayout: FindLayout;
  authors(): Promise<Authors>;
}

/** Reads one slide with its notes and comments, and nothing of another slide. */
export async function readSlide({ part, section }: SlideRef, reading: SlideReading): Promise<Slide> {
  const { fileNames, presentation } = reading;
  const { parts } = presentation;
  const root = part === undefined ? undefined : await parts.tree(part);
  if (part === undefined || root === undefined) throw new ReadError("corrupt", "its part is missing.");
  const relationships = await relationshipsOf(part, reading);
  const layout = await reading.findLayout(targetOf(relationships, "slideLayout"));
  const content = await shapeContent(treeIn(root), { parts, relationships, layout, fileNames });
  const notes = await notesOf(relationships, reading);
  const staticText = layout.staticText.map((words) => `On the layout: ${words}`);
  return {
    title: content.title,
    isHidden: isHiddenSlide(root),
    section,
    blocks: content.blocks,
    notes: notes?.blocks ?? [],
    comments: await commentsOf(relationships, reading),
    repeated: [
      ...content.repeated,
      ...staticText,
      ...(notes?.repeated ?? []).map((words) => `Notes ${lowered(words)}`),
    ],
    hiddenShapes: content.hiddenShapes,
    wordlessShapes: content.wordlessShapes,
  };
}

function lowered(words: string): string {
  return words.slice(0, 1).toLowerCase() + words.slice(1);
}

function treeIn(root: XmlElement): XmlElement | undefined {
  return childOf(root, "p:cSld", "p:spTree");
}

type Relationships = ReadonlyMap<string, Relationship>;

/** Damaged relationships cost what they lead to. */
function relationshipsOf(part: string, { presentation }: SlideReading): Promise<Relationships> {
  return forgiving(presentation.parts.relationships(part), new Map());
}

async function forgiving<Value>(promise: Promise<Value>, instead: Value): Promise<Value> {
  try {
    return await promise;
  } catch (error) {
    if (ReadError.is(error) && error.code === "corrupt") return instead;
    throw error;
  }
}

async function notesOf(slide: Relationships, reading: SlideReading): Promise<ShapeContent | undefined> {
  const { fileNames, presentation } = reading;
  const { parts } = presentation;
  const part = targetOf(slide, "notesSlide");
  const root = part === undefined ? undefined : await forgiving(parts.tree(part), undefined);
  if (part === undefined || root === undefined) return undefined;
  const relationships = refersToParts(root) ? await relationshipsOf(part, reading) : new Map<string, Relationship>();
  const content = await shapeContent(treeIn(root), { parts, relationships, layout: noLayout, fileNames });
  // Notes have no title: what looks like one is their first line.
  const first = content.title === "" ? [] : [textBlock(content.title)];
  return { ...content, title: "", blocks: [...first, ...content.blocks] };
}

/** Whether anything in it leads to another part: most notes are words alone, and then that part need not be read. */
function refersToParts({ attributes, children }: XmlElement): boolean {
  for (const name in attributes) if (name.startsWith("r:")) return true;
  return children.some((child) => typeof child !== "string" && refersToParts(child));
}

/** Both forms, of which a slide has both where programs old and new have written to it. */
async function commentsOf(slide: Relationships, reading: SlideReading): Promise<Slide["comments"]> {
  const comments: SlideComment[] = [];
  for (const { type, target, isExternal } of slide.values()) {
    if (type !== "comments" || isExternal) continue;
    const root = await forgiving(reading.presentation.parts.tree(target), undefined);
    comments.push(...commentsIn(root, await reading.authors()));
  }
  return comments;
}
