/** Below this scale, a stroke is much thinner than the engine takes it for. */
const smallScale = 0.75;

/** Widths of strokes that are remembered; a page with more is a drawing. */
const maxWidths = 20;

/** How strokes are scaled: the part of a matrix that does not move. */
interface Scale {
  readonly a: number;
  readonly b: number;
  readonly c: number;
  readonly d: number;
}

/** The widths of strokes that are scaled down, as a file has them. */
export class ScaledWidths {
  private readonly widths = new Set<number>();

  /** Takes note of a stroke. */
  add(width: number, { a, b, c, d }: Scale): void {
    const scale = Math.sqrt(Math.abs(a * d - b * c));
    if (scale < smallScale && width > 0 && this.widths.size < maxWidths) this.widths.add(width);
  }

  /** Each once, in the order in which they came. */
  all(): readonly number[] {
    return [...this.widths];
  }
}
