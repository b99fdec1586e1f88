import { mathMarkdown } from "@reader/office-kit/equations";
import { createTreeBuilder, type XmlListener } from "@reader/office-kit/xml";
import { drawingElements } from "./drawing-elements.ts";
import type { ElementAction } from "./element-action.ts";
import { headElements } from "./head-elements.ts";
import { insetElements } from "./inset-elements.ts";
import type { OdfReader, OpenFormula } from "./odf-reader.ts";
import { writeMarkdown, writeOdfText } from "./odf-text.ts";
import { paragraphElements, tableElements } from "./paragraph-elements.ts";

const actions: ReadonlyMap<string, ElementAction> = new Map(
  Object.entries({ ...headElements, ...paragraphElements, ...tableElements, ...insetElements, ...drawingElements }),
);

/** Returns a listener that runs the actions of the elements of one part. */
export function odfListener(reader: OdfReader): XmlListener {
  return withoutFormulas(reader, {
    open(name, attributes) {
      const action = actions.get(name);
      if (reader.skipped > 0 || action?.isHidden === true) reader.skipped += 1;
      else action?.open?.(reader, attributes);
    },
    close(name) {
      if (reader.skipped > 0) reader.skipped -= 1;
      else actions.get(name)?.close?.(reader);
    },
    text: (characters) => writeOdfText(reader, characters),
  });
}

/** Passes all elements but formulas to a listener. A formula is written as one span of Markdown in its place. */
function withoutFormulas(reader: OdfReader, listener: XmlListener): XmlListener {
  return {
    open(name, attributes) {
      if (name === "math:math" && reader.skipped === 0) {
        reader.formula ??= { tree: createTreeBuilder(), depth: 0 };
      }
      const { formula } = reader;
      if (formula === undefined) {
        listener.open(name, attributes);
        return;
      }
      formula.depth += 1;
      formula.tree.open(name, attributes);
    },
    close(name) {
      if (reader.formula === undefined) listener.close(name);
      else closeIn(reader, reader.formula, name);
    },
    text(characters) {
      (reader.formula?.tree ?? listener).text(characters);
    },
  };
}

function closeIn(reader: OdfReader, formula: OpenFormula, name: string): void {
  formula.tree.close(name);
  formula.depth -= 1;
  if (formula.depth > 0) return;
  reader.formula = undefined;
  const root = formula.tree.root();
  const markdown = root === undefined ? "" : mathMarkdown(root);
  const drawing = reader.drawings.at(-1);
  if (markdown === "") return;
  if (drawing !== undefined) drawing.isWritten = true;
  writeMarkdown(reader, markdown);
}
