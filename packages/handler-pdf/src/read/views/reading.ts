import type { Place } from "@reader/core/handler";
import type { FitLimits } from "@reader/image-fit";
import type { OpenedPdf } from "../../document/opened-pdf.ts";
import type { PageLabels } from "../../document/page-labels.ts";
import type { Paintings } from "../../extract/painting/paintings.ts";
import type { QuickLater } from "../../extract/fast-path/quick-later.ts";
import type { TextWriter } from "../../markdown/text-writer.ts";
import type { PartAdvice } from "./part-advice.ts";
import type { HiddenTally } from "./hidden-tally.ts";

/** One read of a document under way: what all of its pages share. */
export interface Reading {
  readonly pdf: OpenedPdf;
  readonly labels: PageLabels;
  /** The view that was asked for, `native` being done with. */
  readonly view: "auto" | "text" | "image";
  /** What pictures must be; absent where the model takes none. */
  readonly limits: FitLimits | undefined;
  /** Pictures that are announced and drawn together: as many as an answer takes. */
  readonly maxPictures: number;
  readonly writer: TextWriter;
  readonly paintings: Paintings;
  readonly quick: QuickLater;
  readonly hasForm: boolean;
  /** Damaged streams that the engine had come to before. */
  readonly faultsBefore: number;
  readonly hidden: HiddenTally;
  readonly partAdvice: PartAdvice;
  /** Whether somebody recognises the text of pages that have none. */
  readonly canRecognise: boolean;
  readonly signal: AbortSignal;
}

/** A page as an answer names it. */
export function placeOf({ labels }: Pick<Reading, "labels">, index: number): Place {
  const label = labels.labelOf(index);
  return label === undefined ? { unit: "page", index } : { unit: "page", index, label };
}
