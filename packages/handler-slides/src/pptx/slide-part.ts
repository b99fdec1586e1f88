import { latexOf } from "@reader/office-kit/equations";
import type { XmlElement } from "@reader/office-kit/xml";
import type { TextSurroundings } from "@reader/office-kit/drawing";
import type { OfficePackage, Relationship } from "@reader/office-kit/package";
import type { Layout } from "./layouts.ts";

/** A slide or its notes, with its relationships. */
export interface SlidePart {
  readonly parts: OfficePackage;
  readonly relationships: ReadonlyMap<string, Relationship>;
  readonly layout: Layout;
  /** The names of embedded files, by part name. */
  readonly fileNames: ReadonlyMap<string, string>;
}

/** Context for reading its text. */
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

/** Returns a formula as LaTeX. */
function formulaMarkdown(math: XmlElement): string {
  const latex = latexOf(math).trim();
  return latex === "" ? "" : `$${latex}$`;
}
