import type { PDFDocument, PDFObject } from "mupdf";
import { countEngineFailure } from "../engine/engine.ts";
import { mapFields } from "./form-fields.ts";
import { visitNodes } from "../engine/pdf-objects.ts";
import { mapArray, textAt, withObject } from "../engine/pdf-objects.ts";
import { noTimeLimit, type TimeLeft } from "./opened-pdf.ts";

/** The number of scripts in one kind of place. */
export interface ScriptCount {
  /** `on opening`, `of the document`, `of form fields`, `of pages`, `of annotations`. */
  readonly where: string;
  readonly scripts: number;
}

/** Trigger keys in dictionaries of additional actions (ISO 32000-1, 12.6.3). */
const triggers = {
  document: ["WC", "WS", "DS", "WP", "DP"],
  page: ["O", "C"],
  annotation: ["E", "X", "D", "U", "Fo", "Bl", "PO", "PC", "PV", "PI", "K", "F", "V", "C"],
} as const;

const maxNamed = 1000;
const maxAnnotations = 200;
const maxChained = 20;

/**
 * Counts the JavaScript of a document, which never runs here. Checks only the first pages, or fewer if the time runs
 * out.
 */
export function readScripts(
  document: PDFDocument,
  pageCount: number,
  timeLeft: TimeLeft = noTimeLimit,
): readonly ScriptCount[] {
  const counts: ScriptCount[] = [];
  const count = (where: string, scripts: number): void => void (scripts > 0 && counts.push({ where, scripts }));
  const trailer = document.getTrailer();
  try {
    count("on opening", withObject(trailer, ["Root", "OpenAction"], scriptsOf) ?? 0);
    const named = withObject(trailer, ["Root", "Names", "JavaScript"], namedIn) ?? 0;
    count("of the document", named + (withObject(trailer, ["Root"], (root) => triggered(root, "document")) ?? 0));
    count("of form fields", sum(mapFields(document, ({ field }) => inField(field))));
    countPages({ document, pageCount, timeLeft }, count);
  } catch (error) {
    countEngineFailure(error);
  } finally {
    trailer.destroy();
  }
  return counts;
}

interface SeenPages {
  readonly document: PDFDocument;
  readonly pageCount: number;
  readonly timeLeft: TimeLeft;
}

function countPages(
  { document, pageCount, timeLeft }: SeenPages,
  count: (where: string, scripts: number) => void,
): void {
  let ofPages = 0;
  let ofAnnotations = 0;
  for (let index = 0; index < pageCount && timeLeft() > 0; index++) {
    const page = document.findPage(index);
    try {
      ofPages += triggered(page, "page");
      ofAnnotations += withObject(page, ["Annots"], annotationsIn) ?? 0;
    } finally {
      page.destroy();
    }
  }
  count("of pages", ofPages);
  count("of annotations", ofAnnotations);
}

/** Widgets are counted with the form fields. */
function annotationsIn(list: PDFObject): number {
  return sum(mapArray(list, maxAnnotations, (entry) => (textAt(entry, "Subtype") === "Widget" ? 0 : actionsOf(entry))));
}

/** A field with several widgets has them as kids. */
function inField(field: PDFObject): number {
  const places = withObject(field, ["Kids"], (kids) => sum(mapArray(kids, maxAnnotations, actionsOf)));
  return actionsOf(field) + (places ?? 0);
}

function actionsOf(entry: PDFObject): number {
  return (withObject(entry, ["A"], scriptsOf) ?? 0) + triggered(entry, "annotation");
}

function triggered(object: PDFObject, kind: keyof typeof triggers): number {
  const actions = withObject(object, ["AA"], (all) =>
    sum(triggers[kind].map((key) => withObject(all, [key], scriptsOf) ?? 0)),
  );
  return actions ?? 0;
}

/** Counts an action and the actions chained to it. */
function scriptsOf(action: PDFObject, chained: number = 0): number {
  if (!action.isDictionary() || chained > maxChained) return 0;
  const own = textAt(action, "S") === "JavaScript" ? 1 : 0;
  const next = withObject(action, ["Next"], (following) =>
    following.isArray()
      ? sum(mapArray(following, maxChained, (one) => scriptsOf(one, maxChained)))
      : scriptsOf(following, chained + 1),
  );
  return own + (next ?? 0);
}

/** Counts scripts in a name tree. `Names` holds pairs of a name and an action. */
function namedIn(tree: PDFObject): number {
  let found = 0;
  visitNodes(tree, (node) => {
    found += withObject(node, ["Names"], (pairs) => (pairs.isArray() ? Math.floor(pairs.length / 2) : 0)) ?? 0;
  });
  return Math.min(maxNamed, found);
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
