import type { SlideCell } from "@reader/office-kit/drawing";
import type { PptShape } from "./shapes.ts";
import { textParagraphs, type TextSurroundings } from "./text-paragraphs.ts";

/** The shapes of a table, which are cells and the lines between them, as rows. Cells know only where they stand. */
export function tableGrid(shapes: readonly PptShape[], around: TextSurroundings): readonly (readonly SlideCell[])[] {
  const cells = shapes.filter(({ text, anchor }) => text !== undefined && anchor.right > anchor.left);
  const columns = edgesOf(cells.map(({ anchor }) => anchor.left));
  const rows = edgesOf(cells.map(({ anchor }) => anchor.top));
  return rows.map((top) =>
    cells
      .filter(({ anchor }) => anchor.top === top)
      .toSorted((one, other) => one.anchor.left - other.anchor.left)
      .map(({ anchor, text }) => ({
        paragraphs: text === undefined ? [] : textParagraphs(text, around),
        columns: Math.max(1, spanned(columns, anchor.left, anchor.right)),
        rows: Math.max(1, spanned(rows, anchor.top, anchor.bottom)),
      })),
  );
}

function edgesOf(positions: readonly number[]): readonly number[] {
  return [...new Set(positions)].toSorted((one, other) => one - other);
}

function spanned(edges: readonly number[], from: number, to: number): number {
  return edges.filter((edge) => edge >= from && edge < to).length;
}
