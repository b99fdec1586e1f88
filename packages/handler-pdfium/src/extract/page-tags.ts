import { readWords } from "../document/facts.ts";
import type { LineTag } from "@reader/pdf-pages";
import { tagOf } from "@reader/pdf-pages/lines";
import type { Pdfium } from "../engine/engine.ts";
import { readText } from "../engine/memory.ts";

/** The tags of a page. */
export interface PageTags {
  /** The place in the tags, by the number of marked content. */
  readonly byContent: ReadonlyMap<number, LineTag>;
  /** The alternative texts of figures in the order of the tags. */
  readonly figures: readonly string[];
}

/** More elements or levels than any sound page has. */
const maxElements = 20_000;
const maxDepth = 200;
const maxCharacters = 1000;

/** Placeholder texts written by programs. */
const saysNothing = /^(?:figure|image|picture|graphic|img)[\s\d._-]*$/iu;

/** Reads the tags of a page of a tagged document. */
export function readPageTags(engine: Pdfium, page: number): PageTags {
  const byContent = new Map<number, LineTag>();
  const figures: string[] = [];
  const tree = engine.FPDF_StructTree_GetForPage(page);
  if (tree === 0) return { byContent, figures };
  let elements = 0;
  const walk = (element: number, outer: LineTag | undefined, depth: number): void => {
    if (element === 0 || depth > maxDepth || elements >= maxElements) return;
    elements += 1;
    const role = readText(engine, (buffer, bytes) => engine.FPDF_StructElement_GetType(element, buffer, bytes));
    const tag = tagOf(role, elements, outer);
    if (role === "Figure") addFigure(element);
    const children = Math.min(maxElements, engine.FPDF_StructElement_CountChildren(element));
    for (let index = 0; index < children; index += 1) {
      const content = engine.FPDF_StructElement_GetChildMarkedContentID(element, index);
      if (content >= 0) byContent.set(content, tag);
      else walk(engine.FPDF_StructElement_GetChildAtIndex(element, index), tag, depth + 1);
    }
  };
  const addFigure = (element: number): void => {
    const alternative = readWords(engine, (buffer, bytes) =>
      engine.FPDF_StructElement_GetAltText(element, buffer, bytes),
    );
    const text = alternative.replace(/\s+/gu, " ").trim().slice(0, maxCharacters);
    if (text !== "" && !saysNothing.test(text)) figures.push(text);
  };
  try {
    const roots = Math.min(maxElements, engine.FPDF_StructTree_CountChildren(tree));
    for (let index = 0; index < roots; index += 1) {
      walk(engine.FPDF_StructTree_GetChildAtIndex(tree, index), undefined, 0);
    }
    return { byContent, figures };
  } finally {
    engine.FPDF_StructTree_Close(tree);
  }
}
