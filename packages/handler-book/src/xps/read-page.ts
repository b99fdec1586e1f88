import type { PageLink, PageModel } from "@reader/pdf-pages";
import { referencedPart } from "@reader/office-kit/package";
import { boxOf, contentOf } from "@reader/pdf-pages/lines";
import { plainFont, readFont, unknownFont, type XpsFont } from "./font-program.ts";
import { type PlacedImage, readPageElements } from "./page-elements.ts";
import { characterLinesOf, type PlacedRun, placeRun } from "./placed-text.ts";
import type { XpsDocument } from "./xps-document.ts";

/** A page and its images. */
export interface XpsPage {
  readonly model: PageModel;
  readonly images: readonly PlacedImage[];
}

/** The fonts of a document by their names, each read once. */
export type FontCache = Map<string, XpsFont>;

/** Maximum number of fonts of a document. */
const maxFonts = 500;

/** Reads a page, and the fonts that it needs. Throws `corrupt` if it is missing or damaged. */
export async function readPage(document: XpsDocument, part: string, fonts: FontCache): Promise<XpsPage | undefined> {
  const bytes = await document.bytes(part);
  if (bytes === undefined) return undefined;
  const { widthPt, heightPt, runs, vectors, images, isShortened } = readPageElements(
    bytes,
    `${part} in ${document.path}`,
  );
  const placed: PlacedRun[] = [];
  const links: PageLink[] = [];
  for (const run of runs) {
    const font = await fontOf(document, { part, uri: run.attributes["FontUri"], fonts });
    const text = placeRun(run, font, 1);
    if (text === undefined) continue;
    placed.push(text);
    const { "FixedPage.NavigateUri": uri } = run.attributes;
    if (uri !== undefined && /^(?:https?|mailto):/i.test(uri)) {
      links.push({ box: boxOf(text.span.span.bbox), uri });
    }
  }
  const flat = {
    spans: placed.map(({ span }) => span),
    images: images.map(({ box }) => box),
    hasVectors: vectors.length > 0,
    mayDrawBullets: false,
  };
  const readGlyphs = (): PlacedRun["glyphs"] => placed.flatMap(({ glyphs }) => glyphs);
  return {
    images: images.map((image) => ({ ...image, source: referencedPart(part, image.source) })),
    model: {
      content: contentOf({ flat, readGlyphs, widthPt, heightPt }),
      isShortened,
      vectors: () => vectors,
      trueVectors: () => vectors,
      characterLines: () => characterLinesOf(placed),
      links: () => links,
      figureAlternatives: () => [],
      hidingRisk: () => "none",
      withPaintLog: () => undefined,
      withPixels: () => undefined,
      greyPixels: () => undefined,
    },
  };
}

async function fontOf(
  { bytes }: XpsDocument,
  { part, uri, fonts }: { readonly part: string; readonly uri: string | undefined; readonly fonts: FontCache },
): Promise<XpsFont> {
  if (uri === undefined) return unknownFont;
  const name = referencedPart(part, uri);
  const index = Number(/#(\d{1,3})$/.exec(uri)?.[1] ?? 0);
  const key = `${name}#${index}`;
  const known = fonts.get(key);
  if (known !== undefined) return known;
  if (fonts.size >= maxFonts) return unknownFont;
  const program = await bytes(name);
  const font = program === undefined ? unknownFont : readFont(plainFont(program, name), index);
  fonts.set(key, font);
  return font;
}
