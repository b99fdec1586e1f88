import { createTreeBuilder, type XmlListener } from "@reader/office-kit/xml";
import { mathMarkdown } from "@reader/office-kit/equations";
import type { OdfReader, OpenFormula } from "./odf-reader.ts";
import { writeMarkdown } from "./odf-text.ts";

/** Tells a listener of all but the formulas, which are written as one piece of Markdown where they stand. */
export function besideFormulas(reader: OdfReader, listener: XmlListener): XmlListener {
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
  if (drawing !== undefined) drawing.isTold = true;
  writeMarkdown(reader, markdown);
}
