import { headingOfStyle, type ListLabel, numberLabel } from "../model/paragraph-styles.ts";
import type { Message } from "./message.ts";
import type { IwaObjects } from "./objects.ts";
import { textTypes } from "./types.ts";

/** The styles of texts, as far as they say what a paragraph is. */
export interface TextStyles {
  /** Returns the level of a heading by its paragraph style. */
  headingOf(style: number | undefined): number | undefined;
  /** Returns the label of a level of a list style, from 0. */
  labelOf(style: number | undefined, level: number): ListLabel;
}

/** Maximum number of parents of a style. */
const maxParents = 20;

/** Kinds of list labels: 0 for no label, 1 an image, 2 a character, 3 a number. */
const labelKinds = { none: 0, number: 3 } as const;

/** Creates the styles of a document. */
export function createTextStyles(objects: IwaObjects): TextStyles {
  const headings = new Map<number, number | undefined>();
  const labels = new Map<string, ListLabel>();
  return {
    headingOf(style) {
      if (style === undefined) return undefined;
      if (!headings.has(style)) {
        const name = firstIn(objects, style, (message) => message.message(1)?.text(1) || undefined);
        headings.set(style, headingOfStyle(name ?? ""));
      }
      return headings.get(style);
    },
    labelOf(style, level) {
      const key = `${style} ${level}`;
      const label = labels.get(key) ?? readLabel(objects, style, level);
      labels.set(key, label);
      return label;
    },
  };
}

/** Looks for a value in a style and in its parents. */
function firstIn<Value>(
  objects: IwaObjects,
  style: number | undefined,
  valueOf: (style: Message) => Value | undefined,
): Value | undefined {
  let id = style;
  for (let count = 0; id !== undefined && count < maxParents; count += 1) {
    const message = objects.find(id, textTypes.paragraphStyle, textTypes.listStyle);
    if (message === undefined) return undefined;
    const value = valueOf(message);
    if (value !== undefined) return value;
    id = message.message(1)?.reference(3);
  }
  return undefined;
}

function readLabel(objects: IwaObjects, style: number | undefined, level: number): ListLabel {
  const kind = firstIn(objects, style, (message) => message.numbers(11)[level]) ?? labelKinds.none;
  if (kind === labelKinds.none) return { type: "none" };
  if (kind !== labelKinds.number) return { type: "bullet" };
  return numberLabel(firstIn(objects, style, (message) => message.numbers(15)[level]) ?? 0);
}
