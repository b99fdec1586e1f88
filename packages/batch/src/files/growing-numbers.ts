/** An array of numbers by index that grows as needed, with 8 bytes for each. Missing values are 0. */
export class GrowingNumbers {
  #values = new Float64Array(1024);

  /** Returns the number at an index. */
  at(index: number): number {
    return this.#values[index] ?? 0;
  }

  /** Sets the number at an index. */
  set(index: number, value: number): void {
    if (index >= this.#values.length) {
      const larger = new Float64Array(Math.max(this.#values.length * 2, index + 1));
      larger.set(this.#values);
      this.#values = larger;
    }
    this.#values[index] = value;
  }
}
