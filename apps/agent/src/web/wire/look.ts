import type { Place } from "@reader/core";
import type { Picture } from "./picture.ts";

/** A look at a file as a person sees it. */
export interface LookRequest {
  readonly path: string;
  /** What the bytes are, where that is known: it decides what is asked for. */
  readonly mediaType?: string;
  /** Where to look. */
  readonly place?: { readonly unit: string; readonly index: number };
  /** The line or row to look at, from 1; some are shown before it. */
  readonly line?: number;
  /** The first line or row to show, from 1, or from -1 at the end of a text; instead of `line`. */
  readonly from?: number;
  /** A part of the file, such as a member of an archive. */
  readonly select?: string;
  /** The password of a protected document. */
  readonly password?: string;
}

/** What a person sees of a file. */
export type Look =
  | { readonly kind: "pictures"; readonly pictures: readonly PlacedPicture[]; readonly pager?: Pager }
  | { readonly kind: "document"; readonly sections: readonly LookSection[]; readonly pager?: Pager }
  | {
      readonly kind: "text";
      readonly firstLine: number;
      readonly text: string;
      /** What is not as in the file. */
      readonly note?: string;
      readonly pager?: Pager;
    }
  /** There is nothing in the file. */
  | { readonly kind: "empty"; readonly message: string }
  /** Why it cannot be shown. */
  | { readonly kind: "nothing"; readonly message: string; readonly hint: string };

/** A picture, and where in the file it stands. */
export interface PlacedPicture extends Picture {
  readonly at?: Place;
}

/** A part of a document that flows. */
export type LookSection =
  | { readonly kind: "markdown" | "code"; readonly text: string; readonly firstLine: number; readonly at?: Place }
  | { readonly kind: "picture"; readonly picture: Picture; readonly at?: Place };

/** Where in a file a look is, and its neighbours. */
export interface Pager {
  /** `Page 3 of 12`, `Lines 1–400 of 2 961`. */
  readonly label: string;
  readonly previous?: LookRequest;
  readonly next?: LookRequest;
}
