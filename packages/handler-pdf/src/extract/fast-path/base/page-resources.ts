import type { PageFont } from "./painted.ts";

/** A matrix in PDF notation. */
export type ContentMatrix = readonly [number, number, number, number, number, number];

/** The named resources of content. Each method throws `UnsupportedContent` if the resource is missing, damaged or unsupported. */
export interface PageResources {
  font(name: string): PageFont;
  /** Returns what `Do` paints: a form, an image, or nothing (such as PostScript). */
  external(name: string): PageForm | ImageKind | "nothing";
  graphicsState(name: string): GraphicsState;
  /** Returns the kind of a colour space, for `cs` and `CS`. Not called for device colour spaces. */
  colourSpace(name: string): ColourSpaceKind;
  /** Throws unless this shading covers everything visible, without errors. */
  checkShading(name: string): void;
  /** Returns the properties of marked content. Also throws for optional content that is hidden. */
  properties(name: string): MarkedProperties;
}

/**
 * The kinds of colour spaces: device colours of one, three or four channels, tints of inks (Separation, DeviceN), of
 * which 0 is no ink, patterns, and others.
 */
export type ColourSpaceKind = "gray" | "rgb" | "cmyk" | "tint" | "pattern" | "other";

/** An image that covers what is below it, one with a mask, or a stencil filled with the current colour. */
export type ImageKind = "opaque" | "masked" | "stencil";

/** A form to paint. The same form is always the same object, so that recursion is detected. */
export interface PageForm {
  readonly bytes: Uint8Array;
  /** Its own resources, or those of the content that paints it. */
  readonly resources: PageResources;
  readonly matrix: ContentMatrix;
  /** Its bounding box in its own space: left, bottom, right, top. */
  readonly box: readonly [number, number, number, number];
  /** True if it is a transparency group, which starts opaque. */
  readonly isGroup: boolean;
  /** Its `StructParent`, the key of its tags; -1 if it has none. */
  readonly structParent: number;
}

/** The entries of a graphics state dictionary. Absent entries do not change the state. */
export interface GraphicsState {
  readonly font?: PageFont;
  readonly fontSize?: number;
  readonly lineWidth?: number;
  readonly fillAlpha?: number;
  /** True if a soft mask is set, false if it is removed. */
  readonly hasSoftMask?: boolean;
  /** True if it sets a blend mode (BM) that shows what is below. */
  readonly isBlended?: boolean;
  /**
   * True if it sets any of LW, LC, LJ, ML, D, RI, CA, ca, BM, SMask, OP, op, OPM, UseBlackPtComp, which end a text run.
   */
  readonly endsText: boolean;
}

/** The used properties of marked content. */
export interface MarkedProperties {
  readonly mcid?: number;
  readonly actualText?: string;
}

/** Follows the structure tree. Methods throw `UnsupportedContent` for unsupported structure. */
export interface TagFollower {
  /** Begins marked content. Returns the ActualText of its element, if it has one and the properties have none. */
  begin(tag: string, properties: MarkedProperties | undefined): string | undefined;
  /** Ends the marked content that began last. `leaveForm` ends what a form leaves open. */
  end(): void;
  /** Called before anything is painted, which belongs to the outer element if an inner one has ended. */
  settle(): void;
  /** Begins a form, which also settles the current element. */
  enterForm(form: PageForm): void;
  leaveForm(): void;
  /** Ends the page and all marked content that is still open. */
  finish(): void;
}
