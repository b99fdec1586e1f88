import type { DisplayList, PDFPage, StructuredText } from "mupdf";
import type { PdfEngine } from "../../engine/engine.ts";
import type { NestingCallbacks } from "./painting-state.ts";
import type { QuickPage } from "../fast-path/quick-pages.ts";
import type { FlatPage } from "../../model/flat-spans.ts";
import { readVectors, type Vector } from "../../model/page-vectors.ts";
import { insideOfPage } from "./record-page.ts";

/** What a page paints, for all who look at it: each look costs as much as the text of the page, or little if it was recorded. */
export interface Painting {
  readonly engine: PdfEngine;
  /** The page itself, as long as it is loaded. */
  readonly page: PDFPage;
  /** The text of its content, to be freed. Throws what the engine throws. */
  readonly structuredText: (options: string) => StructuredText;
  /** Tells of all that is painted, annotations and fields included. Throws what the engine throws. */
  readonly run: (callbacks: NestingCallbacks) => void;
  /** What was read of it without the engine; absent where that cannot be, or is not to be trusted yet. */
  readonly quick?: QuickPage;
  /** Takes note of what the engine read of it, to know whether other pages may be read without the engine. */
  readonly learn: (flat: FlatPage) => void;
  /** What is drawn, looked for once. Throws what the engine throws. */
  readonly vectors: () => readonly Vector[];
}

/** What is known of the painting of a page, whoever has the page loaded. */
export interface KnownPainting {
  /** What was read without the engine. */
  readonly quick?: QuickPage;
  /** What was recorded; absent where each look is at the page. */
  readonly list?: DisplayList;
  vectors?: readonly Vector[];
  /** Takes note of what the engine read; absent where nobody wants to know. */
  readonly learn?: (flat: FlatPage) => void;
  /** Whether it was looked at again after its text was taken. */
  wasSeenAgain: boolean;
}

/** The painting of a loaded page; `known` keeps what is found. */
export function paintingOf(engine: PdfEngine, page: PDFPage, known: KnownPainting = { wasSeenAgain: false }): Painting {
  const { quick, learn = nothing } = known;
  const structuredText = (options: string): StructuredText => (known.list ?? page).toStructuredText(options);
  return {
    engine,
    page,
    structuredText,
    learn,
    ...(quick === undefined ? {} : { quick }),
    run(callbacks) {
      known.wasSeenAgain = true;
      runOn({ engine, page, list: known.list }, callbacks);
    },
    vectors() {
      if (quick?.vectors !== undefined) return quick.vectors;
      known.wasSeenAgain = true;
      known.vectors ??= vectorsIn(structuredText("vectors"));
      return known.vectors;
    },
  };
}

function nothing(): void {}

function vectorsIn(text: StructuredText): readonly Vector[] {
  try {
    return readVectors(text);
  } finally {
    text.destroy();
  }
}

interface Runnable {
  readonly engine: PdfEngine;
  readonly page: PDFPage;
  readonly list: DisplayList | undefined;
}

function runOn({ engine, page, list }: Runnable, callbacks: NestingCallbacks): void {
  const { identity } = engine.Matrix;
  const device = new engine.Device(list === undefined ? callbacks : insideOfPage(callbacks));
  try {
    if (list === undefined) page.run(device, identity);
    else {
      list.run(device, identity);
      page.runPageAnnots(device, identity);
      page.runPageWidgets(device, identity);
    }
    device.close();
  } finally {
    device.destroy();
  }
}
