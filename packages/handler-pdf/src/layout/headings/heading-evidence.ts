import type { Paragraph } from "../paragraphs/paragraphs.ts";
import type { TypeSizes } from "./type-sizes.ts";

/** What is known of a document's headings. */
export interface HeadingEvidence {
  readonly sizes: TypeSizes;
  /** The bookmarks, by their words. */
  readonly outline: ReadonlyMap<string, number>;
  /** Whether the tags of the document name headings: then nothing else that is tagged is one. */
  readonly hasTaggedHeadings: boolean;
  /** Whether so much on the page is bold that bold says nothing. */
  readonly isBoldCommon: boolean;
  /** How high the page is, in points. */
  readonly heightPt: number;
}

/** A paragraph that may be a heading, with what stands around it. */
export interface Candidate {
  readonly paragraph: Paragraph;
  readonly text: string;
  readonly before: Paragraph | undefined;
  readonly after: Paragraph | undefined;
  /** Whether nothing of the page comes after it but what stands as low, and something else came before. */
  readonly isFoot: boolean;
}
