import type { Machine } from "./machine.ts";
import { MeantText } from "./meant-text.ts";
import { NotQuick } from "../base/not-quick.ts";
import type { QuickProperties } from "../base/quick-resources.ts";

/** Marked content inside of each other; beyond this it is no page that anybody made. */
const maxMarks = 500;

/** Marked content begins. */
export function beginMarked(machine: Machine, properties: QuickProperties | undefined): void {
  const { pen, tags, painted, marks, name } = machine;
  pen.endRun();
  if (marks.length >= maxMarks) throw new NotQuick("nesting");
  const ofElement = tags.begin(name, properties);
  const text = properties?.actualText ?? ofElement;
  if (text !== undefined && machine.meant !== undefined) throw new NotQuick("actual text");
  const meant = text === undefined ? undefined : new MeantText(painted, text);
  marks.push(meant);
  if (meant !== undefined) setMeant(machine, meant);
}

/** Marked content ends; what was not begun is not ended. */
export function endMarked(machine: Machine): void {
  const { pen, tags, marks } = machine;
  pen.endRun();
  if (marks.length <= machine.marksFloor) return;
  const meant = marks.pop();
  meant?.end();
  if (meant !== undefined) setMeant(machine, undefined);
  tags.end();
}

function setMeant(machine: Machine, meant: MeantText | undefined): void {
  machine.meant = meant;
  machine.pen.sink = meant ?? machine.painted;
}
