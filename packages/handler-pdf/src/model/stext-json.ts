/** The structured text of a page, as the engine writes it; lengths are multiplied by `stextScale`. */
export interface StextPage {
  readonly blocks: readonly StextBlock[];
}

/** Text, a picture, or a part of the tagged structure with blocks of its own. */
export type StextBlock = StextTextBlock | StextImageBlock | StextVectorBlock | StextStructureBlock;

/** Lines that stand together. */
export interface StextTextBlock {
  readonly type: "text";
  readonly lines: readonly StextLine[];
}

/** A picture. */
export interface StextImageBlock {
  readonly type: "image";
  readonly bbox: StextBox;
}

/** Something drawn; the engine does not write where. */
export interface StextVectorBlock {
  readonly type: "vector";
}

/** An element of a tagged document. */
export interface StextStructureBlock {
  readonly type: "structure";
  readonly std: string;
  readonly contents?: readonly StextBlock[];
}

/** Characters of one style in one line. */
export interface StextLine {
  readonly wmode: number;
  readonly bbox: StextBox;
  readonly font: StextFont;
  /** Where the first character starts, on the base line. */
  readonly x: number;
  readonly y: number;
  readonly text: string;
}

/** A rectangle by its corner and its size. */
export interface StextBox {
  readonly x: number;
  readonly y: number;
  readonly w: number;
  readonly h: number;
}

/** The font of the first character. */
export interface StextFont {
  readonly name: string;
  readonly family: string;
  readonly weight: string;
  readonly style: string;
  readonly size: number;
}

/** The engine writes whole numbers only: tenths of a point are fine enough for lines, and short to print. */
export const stextScale = 10;

/**
 * Spans keep the styles apart, the structure keeps the tags, vectors tell whether there are any; measured, none costs
 * time. What is clipped away or lies outside of the page is wanted, too, because it may be hidden there.
 */
export const stextOptions = "preserve-whitespace,preserve-spans,preserve-images,structured,vectors,clip=no";
