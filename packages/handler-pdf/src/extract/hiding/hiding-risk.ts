import type { PDFObject, PDFPage } from "mupdf";
import { countEngineFailure, isEngineBroken } from "../../engine/engine.ts";
import { hasAnnotations } from "../../engine/pdf-objects.ts";
import type { Box, HidingRisk } from "@reader/pdf-pages";
import { scanContent, type ScanResources } from "./scan-content.ts";
import {
  concat,
  cornersOf,
  createScanState,
  type Finding,
  grown,
  identity,
  type ScanFrame,
  type ScannedPaint,
  type ScanState,
  type Transform,
  visiblePartOf,
} from "./scan-state.ts";

/**
 * Maximum compressed size of a scanned stream. Deflate expands at most 1032 times. A larger or doubly compressed stream
 * gets the closer check without a scan.
 */
const maxScannedBytes = 65_536;

/** Maximum depth and number of forms. Beyond it the page gets the closer check. */
const maxDepth = 6;
const maxForms = 40;

/** Maximum number of annotation appearances scanned. */
const maxAnnotations = 100;

interface Scan {
  readonly state: ScanState;
  forms: number;
  depth: number;
}

/** What the fast path found while it read the content. */
export interface ScannedContent {
  /** What may hide text of the page content, without annotations. */
  readonly scanned: ScannedPaint;
  /** True if no image covers text painted before it; meaningless if `scanned` has a finding. */
  readonly areImagesBehind: boolean;
}

/** Returns what may hide text on a page. If the content was scanned while it was read, only annotations are scanned. */
export function hidingRiskOf(page: PDFPage, content?: ScannedContent): HidingRisk {
  if (findingOn(page, content?.scanned) !== undefined) return "any";
  return content?.areImagesBehind === true ? "none" : "images";
}

function findingOn(page: PDFPage, scanned: ScannedPaint | undefined): Finding | undefined {
  if (scanned?.finding !== undefined) return scanned.finding;
  const scan: Scan = { state: { ...createScanState(), ...scanned }, forms: 0, depth: 0 };
  try {
    if (scanned !== undefined && !hasAnnotations(page)) return undefined;
    freeing(page.getObject(), (object) => {
      if (scanned === undefined) scanPage(object, scan);
      freeing(object.get("Annots"), (annotations) => scanAppearances(annotations, scan));
    });
  } catch (error) {
    countEngineFailure(error);
    if (isEngineBroken(error)) throw error;
    // A damaged page: the closer check decides by what the engine paints.
    scan.state.finding ??= "cover";
  }
  return scan.state.finding;
}

function scanPage(page: PDFObject, scan: Scan): void {
  freeing(page.getInheritable("Resources"), (resources) => {
    freeing(page.get("Contents"), (contents) => scanContents(contents, resources, scan));
  });
}

/** Frees an object of the engine after use. */
function freeing<Result>(object: PDFObject, use: (object: PDFObject) => Result): Result {
  try {
    return use(object);
  } finally {
    object.destroy();
  }
}

function scanContents(contents: PDFObject, resources: PDFObject, scan: Scan): void {
  if (!contents.isArray()) {
    scanStream(contents, resources, scan);
    return;
  }
  for (let index = 0; index < contents.length; index++) {
    freeing(contents.get(index), (part) => scanStream(part, resources, scan));
  }
}

function scanStream(stream: PDFObject, resources: PDFObject, scan: Scan): void {
  if (scan.state.finding !== undefined || !stream.isStream()) return;
  if (!isSmall(stream)) {
    scan.state.finding = "cover";
    return;
  }
  const buffer = stream.readStream();
  let content: string;
  try {
    content = Buffer.from(buffer.asUint8Array()).toString("latin1");
  } finally {
    buffer.destroy();
  }
  scanContent(content, namedIn(resources, scan), scan.state);
}

function isSmall(stream: PDFObject): boolean {
  const isFilteredOnce = freeing(stream.get("Filter"), (filter) => !filter.isArray() || filter.length < 2);
  return isFilteredOnce && freeing(stream.get("Length"), (length) => length.asNumber() <= maxScannedBytes);
}

function namedIn(resources: PDFObject, scan: Scan): ScanResources {
  return {
    isTransparent: (name) =>
      freeing(resources.get("ExtGState", name, "ca"), (alpha) => alpha.isNumber() && alpha.asNumber() < 0.1),
    scanForm: (name) => freeing(resources.get("XObject", name), (form) => scanForm(form, resources, scan)),
  };
}

function scanForm(form: PDFObject, outer: PDFObject, scan: Scan): void {
  const isForm = freeing(form.get("Subtype"), (subtype) => subtype.isName() && subtype.asName() === "Form");
  if (!isForm) return;
  if (scan.depth >= maxDepth || ++scan.forms > maxForms) {
    scan.state.finding = "cover";
    return;
  }
  scan.depth++;
  const { frame } = scan.state;
  scan.state.frame = frameOf(form, frame);
  freeing(form.get("Resources"), (own) => scanStream(form, own.isDictionary() ? own : outer, scan));
  scan.state.frame = frame;
  scan.depth--;
}

/** A form has its own space and shows nothing outside its box. */
function frameOf(form: PDFObject, frame: ScanFrame): ScanFrame {
  const matrix = concat(freeing(form.get("Matrix"), transformIn), frame.matrix);
  const { x0, y0, x1, y1 } = freeing(form.get("BBox"), rectangleIn);
  const box = grown(undefined, matrix, cornersOf([x0, y0, x1 - x0, y1 - y0]));
  return { ...frame, matrix, clip: visiblePartOf(box, frame.clip) };
}

function transformIn(list: PDFObject): Transform {
  const [a, b, c, d, e, f] = numbersIn(list);
  return a === undefined || b === undefined || c === undefined ? identity : [a, b, c, d ?? 1, e ?? 0, f ?? 0];
}

function rectangleIn(list: PDFObject): Box {
  const [x0 = 0, y0 = 0, x1 = 0, y1 = 0] = numbersIn(list);
  return { x0: Math.min(x0, x1), y0: Math.min(y0, y1), x1: Math.max(x0, x1), y1: Math.max(y0, y1) };
}

function numbersIn(list: PDFObject): readonly number[] {
  const length = list.isArray() ? Math.min(list.length, 6) : 0;
  return Array.from({ length }, (_, index) => freeing(list.get(index), (number) => number.asNumber()));
}

function scanAppearances(annotations: PDFObject, scan: Scan): void {
  if (!annotations.isArray()) return;
  const count = Math.min(annotations.length, maxAnnotations);
  for (let index = 0; index < count; index++) {
    freeing(annotations.get(index), (annotation) => scanAppearance(annotation, scan));
  }
}

function scanAppearance(annotation: PDFObject, scan: Scan): void {
  freeing(annotation.get("AP", "N"), (form) => {
    if (!form.isStream()) return;
    scan.state.frame = { ...createScanState().frame, matrix: matrixOnto(annotation, form) };
    freeing(form.get("Resources"), (own) => scanStream(form, own, scan));
  });
}

/**
 * Returns the matrix that maps the box of an appearance to the rectangle of its annotation. A rotated one may be
 * anywhere.
 */
function matrixOnto(annotation: PDFObject, form: PDFObject): Transform {
  const from = freeing(form.get("BBox"), rectangleIn);
  const onto = freeing(annotation.get("Rect"), rectangleIn);
  const [a, b, c, d] = freeing(form.get("Matrix"), transformIn);
  const isUpright = a > 0 && d > 0 && b === 0 && c === 0;
  const byX = isUpright ? (onto.x1 - onto.x0) / (from.x1 - from.x0) : Number.NaN;
  const byY = isUpright ? (onto.y1 - onto.y0) / (from.y1 - from.y0) : Number.NaN;
  return [byX, 0, 0, byY, onto.x0 - from.x0 * byX, onto.y0 - from.y0 * byY];
}
