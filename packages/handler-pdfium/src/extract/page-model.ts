import { leadsToFile } from "@reader/core/internal";
import {
  centreOf,
  distance,
  type Glyph,
  type HidingRisk,
  holds,
  type PaintedArea,
  type PageLink,
  type PageModel,
  paperColor,
  type PaintLog,
  type Point,
} from "@reader/pdf-pages";
import { contentOf, stextScale } from "@reader/pdf-pages/lines";
import type { LoadedPage, OpenedDocument } from "../document/opened-document.ts";
import { floatsAt, numberAt, readBytesText, withMemory } from "../engine/memory.ts";
import { drawArea, drawGrey } from "../engine/draw.ts";
import type { PaintedTexts } from "./gaps.ts";
import { joinsOf } from "./joins.ts";
import { inReadingOrder } from "./logical-order.ts";
import { geometryOf, type PageGeometry } from "./geometry.ts";
import { maxCharacters, type PageCharacters } from "./page-characters.ts";
import { readCharacters } from "./read-characters.ts";
import { type PaintedImage, type PaintedObject, type PaintedText, readObjects, vectorsIn } from "./page-objects.ts";
import { added } from "./painting-order.ts";
import { isOpaqueImage } from "./opaque-images.ts";
import { glyphsOf, linesOf, spansOf } from "./page-spans.ts";
import { readPageTags } from "./page-tags.ts";

/** Reads a loaded page. Throws what the engine throws. */
export function readPage(pdf: OpenedDocument, loaded: LoadedPage): PageModel {
  const { engine } = pdf;
  const geometry = geometryOf(engine, loaded.page);
  const objects = readObjects(engine, loaded.page, geometry);
  const characters = inReadingOrder(readCharacters(engine, { loaded, geometry, painted: paintedTexts(objects) }));
  const joins = joinsOf(characters);
  const tags = readPageTags(engine, loaded.page);
  const images = objects.flatMap((one) => (one.type === "image" ? [one.box] : []));
  const vectors = once(() => vectorsIn(objects));
  const drawn = { document: pdf.document, page: loaded.page };
  const isOpaque = (image: PaintedImage): boolean => isOpaqueImage(engine, image.object, drawn);
  const flat = {
    spans: spansOf(characters, joins, tags.byContent),
    images,
    hasVectors: vectors().length > 0,
    mayDrawBullets: objects.some(({ type }, index) => type === "path" && objects[index + 1]?.type === "text"),
  };
  const { widthPt, heightPt } = geometry;
  return {
    content: contentOf({ flat, readGlyphs: () => glyphsOf(characters, joins), widthPt, heightPt }),
    isShortened: characters.count >= maxCharacters,
    vectors,
    trueVectors: vectors,
    characterLines: () => linesOf(characters),
    links: () => readLinks(pdf, loaded.page, geometry),
    figureAlternatives: () => tags.figures,
    hidingRisk: () => riskOf(objects),
    withPaintLog: (use) => use(paintLogOf(objects, characters, isOpaque)),
    withPixels: (part, use) => use(drawArea(engine, loaded.page, { ...geometry, ...part, form: pdf.form() })),
    greyPixels: (scale) => drawGrey(engine, loaded.page, { ...geometry, scale, form: pdf.form() }),
  };
}

function paintedTexts(objects: readonly PaintedObject[]): PaintedTexts {
  const orderOf = new Map(objects.flatMap((one, order) => (one.type === "text" ? [[one.object, order]] : [])));
  const at = (order: number): PaintedText | undefined => {
    const one = objects[order];
    return one?.type === "text" ? one : undefined;
  };
  return { orderOf, at };
}

function once<Value>(read: () => Value): () => Value {
  let known: { readonly value: Value } | undefined;
  return () => (known ??= { value: read() }).value;
}

/** Text that is nearly as white as paper, or hardly opaque, may not be seen. */
const faint = 0.3;

/** Without anything painted over text, and without faint text, nothing can hide it. */
function riskOf(objects: readonly PaintedObject[]): HidingRisk {
  let hasText = false;
  let risk: HidingRisk = "none";
  for (const one of objects) {
    if (one.type === "text") {
      hasText = true;
      const { paint } = one;
      if (paint === undefined || paint.alpha < 1 || distance(paint.color, paperColor) < faint) return "any";
    } else if (one.type === "path" && one.fill !== undefined) {
      // A fill below text may have its colour, and one above covers it.
      return "any";
    } else if (hasText && one.type === "image") risk = "images";
  }
  return risk;
}

function paintLogOf(
  objects: readonly PaintedObject[],
  characters: PageCharacters,
  isOpaque: (image: PaintedImage) => boolean,
): PaintLog {
  const byObject = charactersByObject(characters);
  const { texts: signs, x, y, styles } = characters;
  const glyphAt = (index: number): Glyph => ({
    character: signs[index] ?? "",
    at: { x: x[index] ?? 0, y: y[index] ?? 0 },
    sizePt: (styles[index]?.font.size ?? 0) / stextScale,
  });
  const filled = filledTexts(objects);
  const texts = objects.flatMap((one, order) => {
    if (one.type !== "text" || filled.has(one)) return [];
    const { box, paint, object } = one;
    const glyphs = (): readonly Glyph[] => (byObject.get(object) ?? []).map(glyphAt);
    // The engine does not tell the clip of a text.
    return [{ order, box, paint, isClippedAway: false, isWhole: false, glyphs }];
  });
  return { texts, areas: areasOf(objects, isOpaque) };
}

/** Returns the letters that clip what follows them, if it is behind all of them. */
function filledTexts(objects: readonly PaintedObject[]): ReadonlySet<PaintedObject> {
  const filled = new Set<PaintedObject>();
  let next: PaintedObject | undefined;
  for (const one of objects.toReversed()) {
    if (one.type !== "text" || !one.isClip) next = one;
    else if (next !== undefined && next.type !== "text" && holds(next.box, centreOf(one.box))) filled.add(one);
  }
  return filled;
}

/** Maximum number of images that are drawn to see whether they cover text. Others are taken to do so. */
const maxExamined = 50;

function areasOf(
  objects: readonly PaintedObject[],
  isOpaque: (image: PaintedImage) => boolean,
): readonly PaintedArea[] {
  const centres: Point[] = [];
  let examined = 0;
  const showsThrough = (image: PaintedImage): boolean => {
    if (examined >= maxExamined || !centres.some((centre) => holds(image.box, centre))) return false;
    examined += 1;
    return !isOpaque(image);
  };
  return objects.flatMap((one, order): readonly PaintedArea[] => {
    if (one.type === "text") centres.push(centreOf(one.box));
    if (one.type === "image") {
      return showsThrough(one) ? [] : [{ order, box: one.box, paint: undefined }];
    }
    if (one.type !== "path" || one.fill === undefined || one.fill.alpha < 1) return [];
    const { fill } = one;
    return one.boxes.flatMap(({ box, isRectangle }) => (isRectangle ? [{ order, box, paint: fill }] : []));
  });
}

/** Returns the numbers of the characters of each text object. */
function charactersByObject({ count, styles, added: kinds }: PageCharacters): ReadonlyMap<number, readonly number[]> {
  const byObject = new Map<number, number[]>();
  for (let index = 0; index < count; index += 1) {
    if (kinds[index] !== added.none) continue;
    const object = styles[index]?.object ?? 0;
    const known = byObject.get(object);
    if (known === undefined) byObject.set(object, [index]);
    else known.push(index);
  }
  return byObject;
}

/** Maximum number of links per page. More are an index or an attack; the rest stays plain text. */
const maxLinksAPage = 500;
const maxLinksVisited = 5000;

function readLinks(pdf: OpenedDocument, page: number, geometry: PageGeometry): readonly PageLink[] {
  const { engine } = pdf;
  const found: PageLink[] = [];
  withMemory(engine, 32, (memory) => {
    for (let visited = 0; visited < maxLinksVisited && found.length < maxLinksAPage; visited += 1) {
      if (!engine.FPDFLink_Enumerate(page, memory, memory + 4)) return;
      const link = numberAt(engine, memory + 4);
      const uri = addressOf(pdf, link);
      if (!leadsToFile(uri) || !engine.FPDFLink_GetAnnotRect(link, memory + 8)) continue;
      const [left = 0, top = 0, right = 0, bottom = 0] = floatsAt(engine, memory + 8, 4);
      found.push({ box: geometry.box([left, bottom, right, top]), uri });
    }
  });
  return found;
}

/** The kinds of action that lead out of the document (`PDFACTION_` in `fpdf_doc.h`). */
const actionTypes = { otherFile: 2, address: 3 } as const;

/** Returns the target of a link outside the document; empty for others, such as one that would start a program. */
function addressOf(pdf: OpenedDocument, link: number): string {
  const { engine, document } = pdf;
  const action = engine.FPDFLink_GetAction(link);
  const type = action === 0 ? 0 : engine.FPDFAction_GetType(action);
  if (type === actionTypes.address)
    return readBytesText(engine, (buffer, bytes) => engine.FPDFAction_GetURIPath(document, action, buffer, bytes));
  if (type !== actionTypes.otherFile) return "";
  const path = readBytesText(engine, (buffer, bytes) => engine.FPDFAction_GetFilePath(action, buffer, bytes));
  return path === "" ? "" : `${addressOfFile(path)}${pageOf(pdf, action)}`;
}

/**
 * The engine does not tell an address from a path with a colon, such as `notes: today.pdf`. No path begins like this. A
 * path on another machine, `//machine/path`, is one on this machine, as for the other engine.
 */
const isAddress = /^https?:\/\//iu;

function addressOfFile(path: string): string {
  if (isAddress.test(path)) return path;
  // Half of a pair of UTF-16 has no encoding.
  const names = path
    .replaceAll(/\p{Cs}/gu, "\uFFFD")
    .replace(/^\/+/, "/")
    .split("/");
  return `${path.startsWith("/") ? "file://" : ""}${names.map(encodeURIComponent).join("/")}`;
}

/**
 * Returns the page of the other file. The engine looks for a named destination in this one, which may have it, too. It
 * does not tell a name from a page number, so the pages of links in a document with names are unknown.
 */
function pageOf(pdf: OpenedDocument, action: number): string {
  const { engine, document } = pdf;
  const target = hasNames(pdf) ? 0 : engine.FPDFAction_GetDest(document, action);
  const index = target === 0 ? -1 : engine.FPDFDest_GetDestPageIndex(document, target);
  return index < 0 ? "" : `#page=${index + 1}`;
}

const documentsWithNames = new WeakMap<OpenedDocument, boolean>();

/** True if a document has named destinations. To count them, the engine walks the whole tree of names. */
function hasNames(pdf: OpenedDocument): boolean {
  const known = documentsWithNames.get(pdf) ?? pdf.engine.FPDF_CountNamedDests(pdf.document) > 0;
  documentsWithNames.set(pdf, known);
  return known;
}
