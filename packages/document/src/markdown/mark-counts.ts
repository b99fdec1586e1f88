/** How often each mark is open: `<b>` in `<strong>` is not twice as bold. */
export class MarkCounts {
  readonly #counts = new Map<string, number>();

  /** Whether a mark began or ended by one more or one less. */
  change(mark: string, by: number): boolean {
    const before = this.#counts.get(mark) ?? 0;
    const after = Math.max(0, before + by);
    this.#counts.set(mark, after);
    return (before === 0) !== (after === 0);
  }

  /** Whether text is marked so at present. */
  isOpen(mark: string): boolean {
    return (this.#counts.get(mark) ?? 0) > 0;
  }
}
