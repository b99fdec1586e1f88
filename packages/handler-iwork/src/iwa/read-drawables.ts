import type { OfficePackage } from "@reader/office-kit/package";
import type { Chart, Content, Picture } from "../model/apple-document.ts";
import { hasContent } from "../model/apple-document.ts";
import { type Placed, inReadingOrder } from "../model/reading-order.ts";
import type { Message } from "./message.ts";
import type { IwaObjects } from "./objects.ts";
import { readStory, type StoryContext } from "./read-story.ts";
import { readTable } from "./read-table.ts";
import { createTextStyles } from "./text-styles.ts";
import { drawableTypes, keynoteTypes, tableTypes, textTypes } from "./types.ts";

/** Reads what is drawn on a page, a slide or a sheet. */
export interface DrawableReader extends StoryContext {
  /** Returns the content of drawn objects in reading order. */
  contentsOf(ids: readonly number[]): readonly Content[];
}

/** Maximum nesting of groups. */
const maxDepth = 20;

/** Creates a reader of drawn objects. `pictures` are the names of image members by identifier. */
export function createDrawableReader(
  objects: IwaObjects,
  opened: OfficePackage,
  pictures: ReadonlyMap<number, string>,
): DrawableReader {
  const context: StoryContext = {
    objects,
    styles: createTextStyles(objects),
    contentOf: (id, depth) => contents([id], depth),
  };
  const contents = (ids: readonly number[], depth: number): readonly Content[] => {
    if (depth > maxDepth) return [];
    const placed = [...new Set(ids)].flatMap((id): readonly Placed<readonly Content[]>[] => {
      const found = readDrawable(id, depth);
      return found === undefined ? [] : [found];
    });
    return inReadingOrder(placed).flat();
  };
  const readDrawable = (id: number, depth: number): Placed<readonly Content[]> | undefined => {
    const type = objects.typeOf(id);
    const message = type === undefined ? undefined : objects.find(id, type);
    if (message === undefined || type === undefined) return undefined;
    return { ...placeOf(message), item: contentOf(type, message, depth) };
  };
  const contentOf = (type: number, message: Message, depth: number): readonly Content[] => {
    switch (type) {
      case tableTypes.info:
        return listOf(readTable(message, context));
      case textTypes.shape:
      case keynoteTypes.placeholder:
        return shapeContent(message, context, depth);
      case drawableTypes.group:
        return contents(message.references(2), depth + 1);
      case drawableTypes.image:
        return listOf(readPicture(message, opened, pictures));
      case drawableTypes.chart:
        return listOf(readChart(message));
      default:
        return [];
    }
  };
  return { ...context, contentsOf: (ids) => contents(ids, 0) };
}

function listOf(content: Content | undefined): readonly Content[] {
  return content === undefined ? [] : [content];
}

function shapeContent(message: Message, context: StoryContext, depth: number): readonly Content[] {
  const story = readStory(storageOf(message, context.objects), context, depth + 1);
  return story !== undefined && hasContent(story) ? [story] : [];
}

/** Fields of a shape that may refer to its text: they changed between versions. A placeholder contains the shape. */
const storageFields = [2, 3, 4, 5, 6] as const;

/** Returns the text of a shape or a placeholder. */
export function storageOf(shape: Message, objects: IwaObjects): number | undefined {
  const isStorage = (id: number): boolean => textTypes.storage.some((type) => type === objects.typeOf(id));
  for (const part of [shape, shape.message(1)]) {
    for (const field of storageFields) {
      const found = part?.references(field).find(isStorage);
      if (found !== undefined) return found;
    }
  }
  return undefined;
}

/** How deep the geometry of a drawn object may be in the objects that it extends. */
const maxParents = 5;

/** Returns the place of a drawn object, in points from the top left. Its geometry is in its innermost part. */
function placeOf(drawable: Message): Omit<Placed<unknown>, "item"> {
  let part: Message | undefined = drawable;
  for (let count = 0; part !== undefined && count < maxParents; count += 1) {
    const position = part.message(1);
    const [left, top] = [position?.float(1), position?.float(2)];
    if (left !== undefined && top !== undefined) return { left, top, height: part.message(2)?.float(2) ?? 0 };
    part = position;
  }
  return { left: 0, top: 0, height: 0 };
}

/** Fields of an image that may refer to its data: the image itself, its original, and older ones. */
const dataFields = [11, 15, 13, 17, 2, 3, 12] as const;

/** The alternative text of a drawn object (`TSD.DrawableArchive`). */
const altField = 8;

function readPicture(
  message: Message,
  opened: OfficePackage,
  pictures: ReadonlyMap<number, string>,
): Picture | undefined {
  const names = dataFields.flatMap((field) => pictures.get(message.reference(field) ?? -1) ?? []);
  const [name] = names;
  if (name === undefined) return undefined;
  return { type: "picture", name, alt: message.message(1)?.text(altField) ?? "", load: () => opened.image(name) };
}

/** Extension of a chart drawable with its data (`TSCH.ChartArchive`), and the grid in it. */
const chartFields = { archive: 10_000, grid: 7 } as const;

function readChart(message: Message): Chart | undefined {
  const grid = message.message(chartFields.archive)?.message(chartFields.grid);
  if (grid === undefined) return undefined;
  return { type: "chart", title: "", series: grid.texts(1), categories: grid.texts(2) };
}
