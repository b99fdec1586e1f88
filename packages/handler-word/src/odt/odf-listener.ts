import type { XmlListener } from "@reader/office-kit/xml";
import { drawingElements } from "./drawing-elements.ts";
import type { ElementAction } from "./element-action.ts";
import { headElements } from "./head-elements.ts";
import { besideFormulas } from "./inline-formula.ts";
import { insetElements } from "./inset-elements.ts";
import { writeOdfText } from "./odf-text.ts";
import type { OdfReader } from "./odf-reader.ts";
import { paragraphElements } from "./paragraph-elements.ts";
import { tableElements } from "./table-elements.ts";

const actions: ReadonlyMap<string, ElementAction> = new Map(
  Object.entries({ ...headElements, ...paragraphElements, ...tableElements, ...insetElements, ...drawingElements }),
);

/** Tells a reader of the elements of one part. */
export function odfListener(reader: OdfReader): XmlListener {
  return besideFormulas(reader, {
    open(name, attributes) {
      const action = actions.get(name);
      if (reader.skipped > 0 || action?.isUnseen === true) reader.skipped += 1;
      else action?.open?.(reader, attributes);
    },
    close(name) {
      if (reader.skipped > 0) reader.skipped -= 1;
      else actions.get(name)?.close?.(reader);
    },
    text: (characters) => writeOdfText(reader, characters),
  });
}
