import { latexOf } from "@reader/office-kit/equations";
import type { XmlElement } from "@reader/office-kit/xml";
import type { TextSurroundings } from "@reader/office-kit/drawing";
import type { OfficePackage, Relationship } from "@reader/office-kit/package";
import type { Layout } from "./layouts.ts";

/** A slide, or its notes, and what leads out of it. */
export interface SlidePart {
  readonly parts: OfficePackage;
  readonly relationships: ReadonlyMap<string, Relationship>;
  readonly layout: Layout;
  /** What files inside the presentation are called, by the names of their parts. */
  readonly fileNames: ReadonlyMap<string, string>;
}

/** What text on it needs to be known. */
export function surroundingsOf({ relationships }: SlidePart, styles: readonly XmlElement[]): TextSurroundings {
  return {
    styles,
    formula: formulaMarkdown,
    linkOf(id) {
      const relationship = relationships.get(id);
      return relationship?.isExternal === true ? relationship.target : undefined;
    },
  };
}

/** A formula as LaTeX. */
function formulaMarkdown(math: XmlElement): string {
  const latex = latexOf(math).trim();
  return latex === "" ? "" : `$${latex}$`;
}
