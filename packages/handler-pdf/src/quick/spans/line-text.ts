/** Characters above it are two units. */
const lastOfOneUnit = 0xffff;

/** Code units of a line, gathered without a string for each. */
export class LineText {
  #units = new Uint16Array(256);
  #length = 0;

  /** Appends one character. */
  add(character: number): void {
    if (character <= lastOfOneUnit) this.addUnit(character);
    else for (const unit of pairOf(character)) this.addUnit(unit);
  }

  /** What was gathered, which is then forgotten. */
  take(): string {
    const units = this.#units.subarray(0, this.#length);
    this.#length = 0;
    return textOf(units);
  }

  /** Appends one code unit. */
  addUnit(unit: number): void {
    if (this.#length === this.#units.length) this.#grow();
    this.#units[this.#length] = unit;
    this.#length += 1;
  }

  #grow(): void {
    const grown = new Uint16Array(this.#units.length * 2);
    grown.set(this.#units);
    this.#units = grown;
  }
}

/** Fewer arguments than any machine's stack has room for. */
const maxArguments = 4096;

function textOf(units: Uint16Array): string {
  if (units.length <= maxArguments) return Reflect.apply(String.fromCharCode, undefined, units) as string;
  return textOf(units.subarray(0, maxArguments)) + textOf(units.subarray(maxArguments));
}

function pairOf(character: number): readonly number[] {
  const symbol = String.fromCodePoint(character);
  return [symbol.charCodeAt(0), symbol.charCodeAt(1)];
}
