import { leadsToFile } from "@reader/core/internal";
import type { PDFDocument, PDFObject, PDFPage, Pixmap, Rect, StructuredText } from "mupdf";
import { countEngineFailure, isEngineBroken } from "../../engine/engine.ts";
import { mapArray, textAt, withObject } from "../../engine/pdf-objects.ts";
import { type Box, boxOf } from "@reader/pdf-pages";
import type { CharacterLine, DrawnPart, PageLink, PageModel, PartPixels, Vector } from "@reader/pdf-pages";
import { drawArea, renderGreyPage } from "../../render/render-page.ts";
import { hidingRiskOf, type ScannedContent } from "../hiding/hiding-risk.ts";
import { contentOf } from "@reader/pdf-pages/lines";
import type { PlacedGlyph } from "@reader/pdf-pages/lines";
import { characterLines, placedGlyphs } from "./placed-characters.ts";
import { type FlatPage, flattenPage, type StextPage, stextScale } from "@reader/pdf-pages/lines";
import type { EnginePage } from "../painting/engine-pages.ts";
import { withPaintLog } from "../painting/paint-log.ts";
import { readVectors, scaledWidthsOn, withTrueWidths } from "../painting/page-vectors.ts";

/** What was found on a page. The engine is asked for the rest when it is needed. */
export interface PageFindings {
  readonly flat: FlatPage;
  /** The page as displayed, in points. */
  readonly bounds?: readonly [x0: number, y0: number, x1: number, y1: number];
  readonly readGlyphs?: () => readonly PlacedGlyph[];
  readonly drawn?: DrawnVectors;
  readonly scanned?: ScannedContent;
}

/** The vectors of a page, and the widths of strokes that are drawn thinner than written. */
export interface DrawnVectors {
  readonly vectors: readonly Vector[];
  readonly scaledWidths: readonly number[];
}

/** Reads a page by the engine. `compare` receives its spans. Throws what the engine throws. */
export function readByEngine(page: EnginePage, compare?: (flat: FlatPage) => void): PageModel {
  return withText(page, (text) => {
    const flat = flattenPage(JSON.parse(text.asJSON(stextScale)) as StextPage);
    compare?.(flat);
    const readGlyphs = (): readonly PlacedGlyph[] => (isTagged(flat) ? glyphsOn(page) : placedGlyphs(text));
    return createPageModel(page, { flat, readGlyphs });
  });
}

function withText<Value>(page: EnginePage, use: (text: StructuredText) => Value): Value {
  const text = page.text();
  try {
    return use(text);
  } finally {
    text.destroy();
  }
}

/** Creates the model of a page from its spans. Throws what the engine throws. */
export function createPageModel(page: EnginePage, findings: PageFindings): PageModel {
  const { flat, bounds, readGlyphs = () => glyphsOn(page), drawn, scanned } = findings;
  const { engine } = page;
  const [x0, y0, x1, y1] = bounds ?? page.page.getBounds();
  const content = contentOf({ flat, readGlyphs, widthPt: x1 - x0, heightPt: y1 - y0 });
  const vectors = once(() => drawn?.vectors ?? vectorsOn(page));
  const readWidths = (): readonly number[] => drawn?.scaledWidths ?? scaledWidthsOn(page);
  return {
    content,
    isShortened: page.isShortened(),
    vectors,
    trueVectors: once(() => withTrueWidths(vectors(), readWidths)),
    characterLines: () => linesOn(page),
    links: () => externalLinks(page),
    figureAlternatives: () => figureAlternatives(page.document, page.page),
    hidingRisk: () => hidingRiskOf(page.page, scanned),
    withPaintLog: (use) => attempt(() => withPaintLog(page, use)),
    withPixels: (part, use) => attempt(() => withPixelsOf(page, part, use)),
    greyPixels: (scale) => attempt(() => renderGreyPage(engine, page.page, scale)),
  };
}

function once<Value>(read: () => Value): () => Value {
  let known: { readonly value: Value } | undefined;
  return () => (known ??= { value: read() }).value;
}

/** Returns `undefined` if the engine fails on this page. Throws if it broke. */
function attempt<Value>(use: () => Value): Value | undefined {
  try {
    return use();
  } catch (error) {
    countEngineFailure(error);
    if (isEngineBroken(error)) throw error;
    return undefined;
  }
}

function vectorsOn(page: EnginePage): readonly Vector[] {
  const text = page.structuredText("vectors");
  try {
    return readVectors(text);
  } finally {
    text.destroy();
  }
}

function isTagged({ spans }: FlatPage): boolean {
  return spans.some(({ tag }) => tag !== undefined);
}

/** Text without structure, which a page is read with, because the engine's walk does not enter structure elements. */
const plainOptions = "preserve-whitespace,clip=no";

function glyphsOn(page: EnginePage): readonly PlacedGlyph[] {
  const text = page.structuredText(plainOptions);
  try {
    return placedGlyphs(text);
  } finally {
    text.destroy();
  }
}

function linesOn(page: EnginePage): readonly CharacterLine[] {
  const text = page.structuredText(plainOptions);
  try {
    return characterLines(text);
  } finally {
    text.destroy();
  }
}

/** Maximum number of links per page. More are an index or an attack; the rest stays plain text. */
const maxLinksAPage = 500;

function externalLinks(page: EnginePage): readonly PageLink[] {
  const found: PageLink[] = [];
  const actions = once(() => statedActions(page));
  for (const link of page.page.getLinks()) {
    if (found.length < maxLinksAPage) {
      const address = link.getURI();
      const box = boxOf(link.getBounds());
      const uri = needsAction.test(address) ? targetOf(address, actions().get(placeKey(box))) : address;
      if (leadsToFile(uri)) found.push({ box, uri });
    }
    link.destroy();
  }
  return found;
}

/**
 * An address that may be one of a program to start: the engine does not say how a link states its target. Also one to
 * whose page the engine has added a part of it.
 */
const needsAction = /^(?!(?:https?|mailto|ftp|tel):|#)|#page=\d+&(?:view|zoom)=/i;

/** How an annotation states the target of its link. */
interface StatedAction {
  /** The type of its action, empty if it has none. */
  readonly type: string;
  readonly address: string | undefined;
}

const maxAnnotations = 5000;

/** Returns the actions of the annotations by their places; `undefined` for a place with several. */
function statedActions(page: EnginePage): ReadonlyMap<string, StatedAction | undefined> {
  const stated = new Map<string, StatedAction | undefined>();
  const object = page.page.getObject();
  try {
    withObject(object, ["Annots"], (annotations) =>
      mapArray(annotations, maxAnnotations, (annotation) => {
        const key = placeKey(placeOf(annotation, page));
        const action = { type: textAt(annotation, "A", "S") ?? "", address: textAt(annotation, "A", "URI") };
        const known = stated.get(key);
        const isOther = known?.type !== action.type || known.address !== action.address;
        stated.set(key, stated.has(key) && isOther ? undefined : action);
      }),
    );
  } finally {
    object.destroy();
  }
  return stated;
}

function placeOf(annotation: PDFObject, { engine, page }: EnginePage): Box {
  const sides = withObject(annotation, ["Rect"], (rect) => mapArray(rect, 4, (side) => side.asNumber())) ?? [];
  const [left = 0, bottom = 0, right = 0, top = 0] = sides;
  const upright: Rect = [Math.min(left, right), Math.min(bottom, top), Math.max(left, right), Math.max(bottom, top)];
  return boxOf(engine.Rect.transform(upright, page.getTransform()));
}

/** The engine and we turn the same numbers with a small error. Few numbers that people write are near a step. */
const stepsAPoint = 4;
const betweenSteps = 0.337;

function placeKey({ x0, y0, x1, y1 }: Box): string {
  return [x0, y0, x1, y1].map((side) => Math.floor(side * stepsAPoint + betweenSteps)).join(" ");
}

/** Returns the target of a link to another file, relative where it was; empty for any other, which may start a program. */
function targetOf(address: string, stated: StatedAction | undefined): string {
  if (stated?.type === "URI") return stated.address ?? "";
  if (stated?.type !== "GoToR") return "";
  return address.replace(/^file:(?!\/)/, "").replace(/(#page=\d+)&(?:view|zoom)=.*/, "$1");
}

function withPixelsOf<Value>({ engine, page }: EnginePage, part: DrawnPart, use: (pixels: PartPixels) => Value): Value {
  const pixmap = drawArea(engine, page, part);
  try {
    return use(pixelsOf(pixmap));
  } finally {
    pixmap.destroy();
  }
}

function pixelsOf(pixmap: Pixmap): PartPixels {
  const [x0, y0] = [pixmap.getX(), pixmap.getY()];
  const box = { x0, y0, x1: x0 + pixmap.getWidth(), y1: y0 + pixmap.getHeight() };
  return { data: pixmap.getPixels(), stride: pixmap.getStride(), box };
}

/** Maximum number of marked parts per page and of nodes in a tree. More are an attack. */
const maxParts = 5000;
const maxNodes = 500;
const maxCharacters = 1000;

/** Placeholder texts written by programs. */
const saysNothing = /^(?:figure|image|picture|graphic|img)[\s\d._-]*$/iu;

/**
 * Returns the alternative texts of the figures on a page of a tagged document, in painting order. A broken tree counts
 * as empty.
 */
export function figureAlternatives(document: PDFDocument, page: PDFPage): readonly string[] {
  try {
    const key = page.getObject().get("StructParents");
    if (!key.isNumber()) return [];
    const tree = document.getTrailer().get("Root", "StructTreeRoot", "ParentTree");
    return alternativesIn(lookUp(tree, key.asNumber()));
  } catch {
    return [];
  }
}

/**
 * Looks up a number in a number tree (ISO 32000-1, 7.9.7). The number of visited nodes is limited: broken trees have
 * cycles.
 */
function lookUp(tree: PDFObject, key: number): PDFObject | undefined {
  const open = [tree];
  for (let visited = 0; visited < maxNodes; visited += 1) {
    const node = open.pop();
    if (node === undefined) return undefined;
    const value = valueIn(node.get("Nums"), key);
    if (value !== undefined) return value;
    open.push(...itemsOf(node.get("Kids")).filter((kid) => mayHold(kid.get("Limits"), key)));
  }
  return undefined;
}

function valueIn(numbers: PDFObject, key: number): PDFObject | undefined {
  for (let index = 0; index + 1 < numbers.length && index < 2 * maxParts; index += 2) {
    if (numbers.get(index).asNumber() === key) return numbers.get(index + 1);
  }
  return undefined;
}

function mayHold(limits: PDFObject, key: number): boolean {
  return !limits.isArray() || (key >= limits.get(0).asNumber() && key <= limits.get(1).asNumber());
}

function itemsOf(array: PDFObject): readonly PDFObject[] {
  return Array.from({ length: Math.min(maxParts, array.length) }, (_, index) => array.get(index));
}

function alternativesIn(parts: PDFObject | undefined): readonly string[] {
  if (parts === undefined || !parts.isArray()) return [];
  const found = new Map<string, string>();
  for (const part of itemsOf(parts)) {
    const text = alternativeOf(part);
    if (text !== "") found.set(part.isIndirect() ? String(part.asIndirect()) : text, text);
  }
  return [...found.values()];
}

function alternativeOf(part: PDFObject): string {
  if (!part.isDictionary() || part.get("S").asName() !== "Figure" || !part.get("Alt").isString()) return "";
  const text = part.get("Alt").asString().replace(/\s+/gu, " ").trim().slice(0, maxCharacters);
  return saysNothing.test(text) ? "" : text;
}
