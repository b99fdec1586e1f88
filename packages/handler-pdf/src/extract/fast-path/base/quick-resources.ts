import type { QuickFont } from "./painted.ts";

/** A matrix as PDF writes it. */
export type QuickMatrix = readonly [number, number, number, number, number, number];

/** What content names. Each method throws `NotQuick` where what is named is missing, damaged or not for quick text. */
export interface QuickResources {
  font(name: string): QuickFont;
  /** What `Do` paints: a form, a picture, or nothing (such as PostScript). */
  external(name: string): QuickForm | QuickPicture | "nothing";
  graphicsState(name: string): QuickGraphicsState;
  /** The kind of colours of a space, for `cs` and `CS`; those of the device are never asked for. */
  colourSpace(name: string): QuickColourSpace;
  /** Throws unless this shading paints all that is seen of the page, without errors. */
  checkShading(name: string): void;
  /** Properties of marked content. Throws for optional content that is switched off, too. */
  properties(name: string): QuickProperties;
}

/**
 * What is known of colours: those of one, three or four channels as the device has them, tints of inks (Separation, DeviceN),
 * of which 0 is none, a pattern, or something else.
 */
export type QuickColourSpace = "gray" | "rgb" | "cmyk" | "tint" | "pattern" | "other";

/** A picture that covers what is below it, one that is seen through a mask, or a stencil that is filled with the colour. */
export type QuickPicture = "picture" | "masked" | "stencil";

/** A form to be painted. The same form must be the same object, so that one inside of itself is found. */
export interface QuickForm {
  readonly bytes: Uint8Array;
  /** Its own resources, or those of what paints it. */
  readonly resources: QuickResources;
  readonly matrix: QuickMatrix;
  /** The corners of its box: left, bottom, right, top, in its own space. */
  readonly box: readonly [number, number, number, number];
  /** Whether it is a transparency group, which begins opaque. */
  readonly isGroup: boolean;
  /** Its `StructParent`, by which tags in it are found; -1 without one. */
  readonly structParent: number;
}

/** What a dictionary of graphics state sets; what is absent stays as it was. */
export interface QuickGraphicsState {
  readonly font?: QuickFont;
  readonly fontSize?: number;
  readonly lineWidth?: number;
  readonly fillAlpha?: number;
  /** Whether a soft mask is set (`true`) or taken away (`false`). */
  readonly hasSoftMask?: boolean;
  /** Whether it sets a way to blend (BM) that shows what lies below. */
  readonly isBlended?: boolean;
  /** Whether it sets anything of LW, LC, LJ, ML, D, RI, CA, ca, BM, SMask, OP, op, OPM, UseBlackPtComp, which ends a run of text. */
  readonly endsText: boolean;
}

/** What counts of the properties of marked content. */
export interface QuickProperties {
  readonly mcid?: number;
  readonly actualText?: string;
}

/** Follows the tagged structure. Methods throw `NotQuick` for what they cannot follow. */
export interface QuickTags {
  /** Marked content begins. Gives the text that its element says is meant, if it says so and the properties do not. */
  begin(tag: string, properties: QuickProperties | undefined): string | undefined;
  /** The marked content that began last ends; those of a form that are left open are ended by `leaveForm`. */
  end(): void;
  /** Something is about to be painted, which belongs to the element around if one ended inside of it. */
  settle(): void;
  /** A form begins, which settles things, too. */
  enterForm(form: QuickForm): void;
  leaveForm(): void;
  /** The page is done; marked content that is still open is ended. */
  finish(): void;
}
