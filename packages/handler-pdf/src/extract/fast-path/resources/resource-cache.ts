import type { PDFDocument } from "mupdf";
import type { QuickForm, QuickGraphicsState, QuickResources } from "../base/quick-resources.ts";
import type { QuickColourSpace } from "../base/quick-resources.ts";
import type { QuickFont } from "../base/painted.ts";
import type { QuickLayers } from "./layers.ts";

/** The objects of one document that pages share, each read once and kept by its object number. */
export interface ResourceCache {
  readonly document: PDFDocument;
  readonly layers: QuickLayers;
  /** The resources in a printed dictionary, or in the one that it refers to. */
  inText(text: string): QuickResources;
  font(number: number): QuickFont;
  /** The printed values of a dictionary or stream by key. */
  entries(number: number): ReadonlyMap<string, string>;
  /** The printed values of a dictionary, or of the one that is referred to, by key as content streams write it. */
  names(text: string | undefined): ReadonlyMap<string, string>;
  /** The kept form, or the one that `make` reads. */
  form(number: number, make: () => QuickForm): QuickForm;
  /** The kept graphics state, or the one that `make` reads. */
  state(number: number, make: (text: string) => QuickGraphicsState): QuickGraphicsState;
  space(number: number): QuickColourSpace;
}
