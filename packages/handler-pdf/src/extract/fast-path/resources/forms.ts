import { NotQuick } from "../base/not-quick.ts";
import type { QuickForm, QuickMatrix, QuickResources } from "../base/quick-resources.ts";
import { entriesIn } from "../base/object-text.ts";
import { streamBytes } from "./content-bytes.ts";
import type { ResourceCache } from "./resource-cache.ts";
import { printedValue } from "../base/printed-object.ts";

/** A form as it is printed. */
interface PrintedForm {
  readonly number: number;
  readonly entries: ReadonlyMap<string, string>;
  /** The resources of what paints it, where it has none of its own. */
  readonly outer?: QuickResources;
}

const identity: QuickMatrix = [1, 0, 0, 1, 0, 0];

/** Reads a form. Throws `NotQuick` for one that is damaged. */
export function formOf(shared: ResourceCache, { number, entries, outer }: PrintedForm): QuickForm {
  const matrix = numbersIn(shared, entries.get("Matrix"));
  const [left, bottom, right, top] = numbersIn(shared, entries.get("BBox"));
  if (left === undefined || bottom === undefined || right === undefined || top === undefined)
    throw new NotQuick("form box");
  return {
    bytes: objectBytes(shared, number),
    resources: outer ?? shared.inText(entries.get("Resources") ?? ""),
    matrix: matrix.length === 0 ? identity : matrixOf(matrix),
    box: [Math.min(left, right), Math.min(bottom, top), Math.max(left, right), Math.max(bottom, top)],
    isGroup: entriesIn(printedValue(shared.document, entries.get("Group"))).get("S") === "/Transparency",
    structParent: structParentOf(entries.get("StructParent")),
  };
}

/** What the stream of an object holds. Throws `NotQuick` for one that is damaged. */
export function objectBytes(shared: ResourceCache, number: number): Uint8Array {
  const stream = shared.document.newIndirect(number);
  try {
    return streamBytes(stream);
  } finally {
    stream.destroy();
  }
}

function structParentOf(text: string | undefined): number {
  if (text === undefined) return -1;
  if (!/^\d+$/u.test(text)) throw new NotQuick("struct parent");
  return Number(text);
}

const number = /^[+-]?(?:\d+\.?\d*|\.\d+)$/u;

/** The numbers of a printed array; none for anything else. */
function numbersIn(shared: ResourceCache, text: string | undefined): readonly number[] {
  const list = /^\[([^[\]]*)\]$/u.exec(printedValue(shared.document, text))?.[1]?.trim() ?? "";
  const items = list === "" ? [] : list.split(/\s+/u);
  if (!items.every((item) => number.test(item))) throw new NotQuick("form numbers");
  return items.map(Number);
}

function matrixOf([a, b, c, d, e, f]: readonly number[]): QuickMatrix {
  if (a === undefined || b === undefined || c === undefined) throw new NotQuick("form matrix");
  if (d === undefined || e === undefined || f === undefined) throw new NotQuick("form matrix");
  return [a, b, c, d, e, f];
}
