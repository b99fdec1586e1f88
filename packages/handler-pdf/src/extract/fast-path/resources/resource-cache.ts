import type { PDFDocument } from "mupdf";
import type { PageForm, GraphicsState, PageResources } from "../base/page-resources.ts";
import type { ColourSpaceKind } from "../base/page-resources.ts";
import type { PageFont } from "../base/painted.ts";
import type { LayerVisibility } from "./layers.ts";

/** The objects of one document that pages share, each read once and kept by its object number. */
export interface ResourceCache {
  readonly document: PDFDocument;
  readonly layers: LayerVisibility;
  /** The resources in a printed dictionary, or in the one that it refers to. */
  inText(text: string): PageResources;
  font(number: number): PageFont;
  /** The printed values of a dictionary or stream by key. */
  entries(number: number): ReadonlyMap<string, string>;
  /** The printed values of a dictionary, or of the one that is referred to, by key as content streams write it. */
  names(text: string | undefined): ReadonlyMap<string, string>;
  /** The kept form, or the one that `make` reads. */
  form(number: number, make: () => PageForm): PageForm;
  /** The kept graphics state, or the one that `make` reads. */
  state(number: number, make: (text: string) => GraphicsState): GraphicsState;
  space(number: number): ColourSpaceKind;
}
