import { space } from "../model/plain-text.ts";
import type { CodePart, FlowItem, FlowLine } from "./flow.ts";

/**
 * Moves the start of typewritten lines behind the spaces that indent them, so that paragraphs, lists and headings are
 * known by their indents as in other documents. Programs for plain text write these spaces instead of moving.
 */
export function withTypedIndents(items: readonly FlowItem[]): readonly FlowItem[] {
  return items.map((item) => (item.kind === "line" && item.isMonospaced ? indented(item) : item));
}

function indented(line: FlowLine): FlowLine {
  const [first] = line.code;
  if (first === undefined || line.isRightToLeft || line.isVertical) return line;
  const spaces = leadingSpaces(first);
  if (spaces === first.text.length) return line;
  return withBullet(spaces === 0 ? line : moved(line, first, spaces));
}

function moved(line: FlowLine, first: CodePart, spaces: number): FlowLine {
  const x0 = first.x0 + (spaces * (first.x1 - first.x0)) / first.text.length;
  return {
    ...line,
    box: { ...line.box, x0: Math.min(Math.max(line.box.x0, x0), line.box.x1) },
    code: [{ ...first, text: first.text.slice(spaces), x0 }, ...line.code.slice(1)],
  };
}

/** A letter as the bullet of an item, with more white after it than after a word. */
const typedBullet = /^o {2,4}\S/u;

function withBullet(line: FlowLine): FlowLine {
  return typedBullet.test(line.code[0]?.text ?? "") && line.text.startsWith("o ")
    ? { ...line, text: `•${line.text.slice(1)}` }
    : line;
}

function leadingSpaces({ text }: CodePart): number {
  let count = 0;
  while (text.charCodeAt(count) === space) count += 1;
  return count;
}
