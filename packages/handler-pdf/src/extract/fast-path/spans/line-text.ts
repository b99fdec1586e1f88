/** Characters above it are two units. */
const lastOfOneUnit = 0xffff;

/** Whether numbers are kept in memory in the order that Node's strings are made from. */
const isLittleEndian = new Uint8Array(new Uint16Array([1]).buffer)[0] === 1;

/** Units above it take two bytes each in a string, and whatever is done with it twice the time. */
const lastOfOneByte = 0xff;

/** Where the units of a line become bytes: one for all pages, as is where they are gathered, so that pages make no garbage. */
const narrow = Buffer.alloc(1024);
const sharedUnits = new Uint16Array(narrow.length);

/** Code units of a line, gathered without a string for each. One page at a time has a line that grows. */
export class LineText {
  /** The units, and how many there are. */
  units: Uint16Array = sharedUnits;
  length = 0;

  /** Appends one character. */
  add(character: number): void {
    this.reserve(2);
    if (character <= lastOfOneUnit) this.units[this.length++] = character;
    else for (const unit of pairOf(character)) this.units[this.length++] = unit;
  }

  /** Makes room for so many units. */
  reserve(count: number): void {
    const needed = this.length + count;
    if (needed <= this.units.length) return;
    const grown = new Uint16Array(needed * 2);
    grown.set(this.units);
    this.units = grown;
  }

  /** What was gathered, which is then forgotten. */
  take(): string {
    const { units, length } = this;
    this.length = 0;
    if (isNarrow(units, length)) return narrow.toString("latin1", 0, length);
    return isLittleEndian
      ? Buffer.from(units.buffer, 0, length * 2).toString("utf16le")
      : textOf(units.subarray(0, length));
  }
}

/** Whether all units are of one byte, which stand in `narrow` then. */
function isNarrow(units: Uint16Array, length: number): boolean {
  if (length > narrow.length) return false;
  let all = 0;
  for (let index = 0; index < length; index++) {
    const unit = units[index] ?? 0;
    narrow[index] = unit;
    all |= unit;
  }
  return all <= lastOfOneByte;
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
