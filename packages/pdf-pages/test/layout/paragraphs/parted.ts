import { buildFlow } from "../../../src/markdown/text-writer.ts";
import { paragraphsOf } from "../../../src/layout/paragraphs/paragraphs.ts";
import { joinRows } from "../../../src/layout/order/rows.ts";
import type { TextLine } from "../../../src/model/page-content.ts";
import { line } from "../pages.ts";

/** A line as long as the column. */
export const full = "a line of text that is as long as the column of text allows it to";

/** Returns the parts of lines: the beginnings of the lines of each, with `+` if it is close to the one before. */
export function parted(lines: readonly TextLine[], usesTags = false): readonly string[] {
  const flow = joinRows(
    buildFlow(
      lines.map((one) => ({ line: one, block: 0 })),
      [],
    ),
  );
  return paragraphsOf(flow, usesTags).map((part) =>
    part.kind === "table"
      ? "table"
      : (part.isClose ? "+" : "") + part.lines.map((one) => one.text.slice(0, 12)).join("|"),
  );
}

/** Returns lines below each other. */
export function below(texts: readonly (string | readonly [text: string, x: number])[], y = 100): readonly TextLine[] {
  return texts.map((one, index) => {
    const [text, x] = typeof one === "string" ? [one, 72] : one;
    return line(text, { x, y: y + 12 * index });
  });
}
