import { type Draft, type Drafts, draft, titleOf } from "../model/draft.ts";
import { createLineTable } from "../model/line-table.ts";
import { endless, type IsOver } from "./deadline.ts";
import { outlineJson, shapeOf } from "./json.ts";

/** Maximum number of shapes that are entries. Lines of further shapes are counted together. */
const maxShapes = 40;

/** Maximum number of characters of a line whose keys are entries, so that a few huge lines do not use up the time. */
const maxSampleCharacters = 100_000;

/** The lines with the same keys. */
interface Shape {
  readonly title: string;
  readonly first: number;
  /** The text of the first line. */
  readonly sample: string;
  last: number;
  count: number;
}

/**
 * Outlines JSON Lines by the shapes of their values: an entry for each set of keys, with the number of such lines, at the
 * first of them. The entries below it are the keys of that line. Blank lines are skipped.
 */
export function outlineJsonLines(text: string, isOver: IsOver = endless): Drafts {
  const lines = createLineTable(text);
  const shapes = new Map<string, Shape>();
  const others = { count: 0, first: 0 };
  let line = 1;
  for (; line <= lines.count && !isOver(); line += 1) {
    const value = lines.textOf(line).trim();
    if (value === "") continue;
    const title = lineShape(value);
    const shape = shapes.get(title);
    if (shape !== undefined) {
      shape.count += 1;
      shape.last = line;
    } else if (shapes.size < maxShapes) {
      shapes.set(title, { title, first: line, last: line, sample: value, count: 1 });
    } else {
      if (others.count === 0) others.first = line;
      others.count += 1;
    }
  }
  const found = [...shapes.values()];
  const drafts = found.map((shape) => shapeDraft(shape, found.length === 1, isOver));
  if (others.count > 0) drafts.push(otherShapes(others));
  return { drafts, truncated: line <= lines.count };
}

/** Returns what a line has: the keys of an object, or the type of another value. */
function lineShape(value: string): string {
  const start = value.charAt(0);
  if (start === "{") return shapeOf(value, 0, Number.POSITIVE_INFINITY);
  if (start === "[") return "[…]";
  if (start === '"') return "string";
  if (/^-?\d/.test(value)) return "number";
  return /^(?:true|false|null)$/.test(value) ? value : "not JSON";
}

/** Lines of several shapes may alternate, so an entry has the range of all its lines only if no other shape exists. */
function shapeDraft({ title, first, last, sample, count }: Shape, isOnly: boolean, isOver: IsOver): Draft {
  // The name is the path of the first such line, for `select`.
  const name = isOnly ? "[*]" : `[${first}]`;
  const shown = sample.startsWith("{") ? shapeOf(sample, 0) : title;
  const entry = draft({ kind: "key", name, title: titleOf(`${lineCount(count)}: ${shown}`), first, last: first });
  if (isOnly) entry.last = last;
  if (sample.length <= maxSampleCharacters && sample.startsWith("{") && !isOver()) {
    entry.children = outlineJson(sample, isOver).drafts.map((each) => atLine(each, first));
  }
  return entry;
}

function otherShapes({ count, first }: { readonly count: number; readonly first: number }): Draft {
  const title = `${lineCount(count)} of other shapes than the first ${maxShapes}, from line ${first} on`;
  return draft({ kind: "key", name: `[${first}]`, title, first, last: first });
}

function lineCount(count: number): string {
  return count === 1 ? "1 line" : `${count} lines`;
}

/** Moves the entries of a line that was outlined alone. */
function atLine(entry: Draft, line: number): Draft {
  return { ...entry, first: line, last: line, children: entry.children.map((child) => atLine(child, line)) };
}
