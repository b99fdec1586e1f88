import { classes, delimiter, endsWord, hexValues, numeric, regular, white } from "./strings.ts";
import { UnsupportedContent } from "../base/unsupported-content.ts";
import { StringReader } from "./strings.ts";

/** Token: end of the content. */
export const endToken = 0;
/** Token: a number, in `number`. */
export const numberToken = 1;
/** Token: a word other than a number, in `operator`. */
export const operatorToken = 2;
/** Token: a name, returned by `name()`. */
export const nameToken = 3;
/** Token: a string, in `string`. */
export const stringToken = 4;
/** Token: start of an array. */
export const openArrayToken = 5;
/** Token: end of an array. */
export const closeArrayToken = 6;
/** Token: start of a dictionary. */
export const openDictionaryToken = 7;
/** Token: end of a dictionary. */
export const closeDictionaryToken = 8;

/** The engine handles integers of more digits differently. */
const maxWholeDigits = 9;

/** Number of digits for which the value and its power of ten are exact. Further digits have no visible effect. */
const maxDigits = 15;

/** The engine reads a number into a buffer of some hundred bytes and rejects content with a longer one. */
const maxFractionDigits = 200;

/** Longer names are an error in the engine. */
const maxNameBytes = 100;

/** Splits page content into tokens. Throws `UnsupportedContent` for what the engine only tolerates. */
export class Lexer {
  readonly bytes: Uint8Array;
  at = 0;
  /** The last number. */
  number = 0;
  /** The last operator: its bytes, the first one lowest. */
  operator = 0;
  readonly string: StringReader;
  private nameStart = 0;
  private nameEnd = 0;
  /** The name that was returned last. */
  private lastName = "";

  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
    this.string = new StringReader(bytes);
  }

  /** Advances to the next token and returns its kind. */
  next(): number {
    const { bytes } = this;
    while (this.at < bytes.length) {
      const code = bytes[this.at] ?? 0;
      const kind = classes[code];
      if (kind === white) this.at++;
      else if (kind === numeric) return this.readNumber(code);
      else if (kind === regular) return this.readOperator();
      else if (code === 0x25) this.skipComment();
      else return this.readDelimited(code);
    }
    return endToken;
  }

  /** Returns the last name. Content often repeats the name of a font. */
  name(): string {
    if (!this.isLastName()) this.lastName = this.decodedName();
    return this.lastName;
  }

  /** True if the name is the one returned last, without escapes. */
  private isLastName(): boolean {
    const { bytes, nameStart, lastName } = this;
    if (this.nameEnd - nameStart !== lastName.length) return false;
    for (let index = 0; index < lastName.length; index++) {
      const code = bytes[nameStart + index];
      if (code === 0x23 || code !== lastName.charCodeAt(index)) return false;
    }
    return true;
  }

  private decodedName(): string {
    const { bytes, nameEnd } = this;
    let name = "";
    for (let at = this.nameStart; at < nameEnd; at++) {
      let code = bytes[at] ?? 0;
      if (code === 0x23) {
        code = (hexValues[bytes[at + 1] ?? 0] ?? 0) * 16 + (hexValues[bytes[at + 2] ?? 0] ?? 0);
        at += 2;
      }
      if (code < 0x20) throw new UnsupportedContent("name");
      name += String.fromCharCode(code);
    }
    return name;
  }

  private readDelimited(code: number): number {
    switch (code) {
      case 0x28:
        this.at = this.string.literal(this.at + 1);
        return stringToken;
      case 0x2f:
        return this.readName();
      case 0x5b:
        this.at++;
        return openArrayToken;
      case 0x5d:
        this.at++;
        return closeArrayToken;
      default:
        return this.readAngle(code);
    }
  }

  private readAngle(code: number): number {
    const isDouble = this.bytes[this.at + 1] === code;
    if (code === 0x3c && !isDouble) {
      this.at = this.string.hex(this.at + 1);
      return stringToken;
    }
    if (!isDouble || (code !== 0x3c && code !== 0x3e)) throw new UnsupportedContent("syntax");
    this.at += 2;
    return code === 0x3c ? openDictionaryToken : closeDictionaryToken;
  }

  private readName(): number {
    const { bytes } = this;
    let at = this.at + 1;
    this.nameStart = at;
    while (at < bytes.length && !endsWord(bytes[at] ?? 0)) at++;
    if (at - this.nameStart > maxNameBytes) throw new UnsupportedContent("name");
    this.nameEnd = at;
    this.at = at;
    return nameToken;
  }

  private readOperator(): number {
    const { bytes } = this;
    let at = this.at;
    let operator = 0;
    let shift = 0;
    while (at < bytes.length) {
      const code = bytes[at] ?? 0;
      const kind = classes[code];
      if (kind === white || kind === delimiter) break;
      // The shift wraps around for longer words. No operator has more than three characters.
      operator |= code << shift;
      shift += 8;
      at++;
    }
    this.operator = shift > 24 ? 0 : operator;
    this.at = at;
    return operatorToken;
  }

  private skipComment(): void {
    const { bytes } = this;
    while (this.at < bytes.length && bytes[this.at] !== 0x0a && bytes[this.at] !== 0x0d) this.at++;
  }

  private readNumber(first: number): number {
    const { bytes } = this;
    const start = this.at + lengthOfSign(first);
    let at = start;
    let value = 0;
    for (;;) {
      const digit = (bytes[at] ?? 0) - 0x30;
      if (digit < 0 || digit > 9) break;
      value = value * 10 + digit;
      at++;
    }
    const hasPoint = bytes[at] === 0x2e;
    if (at - start > maxWholeDigits || (at === start && !hasPoint)) throw new UnsupportedContent("number");
    this.at = at;
    if (hasPoint) value = this.readFraction(value, at - start);
    this.number = first === 0x2d ? -value : value;
    this.mustEndWord();
    return numberToken;
  }

  private mustEndWord(): void {
    if (this.at < this.bytes.length && !endsWord(this.bytes[this.at] ?? 0)) throw new UnsupportedContent("number");
  }

  /** Reads the digits after the decimal point. */
  private readFraction(whole: number, wholeDigits: number): number {
    const { bytes } = this;
    const start = this.at + 1;
    const last = start + maxDigits - wholeDigits;
    let at = start;
    let value = whole;
    for (;;) {
      const digit = (bytes[at] ?? 0) - 0x30;
      if (digit < 0 || digit > 9) break;
      if (at < last) value = value * 10 + digit;
      at++;
    }
    if (wholeDigits + at - start === 0 || at - start > maxFractionDigits) throw new UnsupportedContent("number");
    this.at = at;
    return value / (powersOfTen[Math.min(at, last) - start] ?? 1);
  }
}

function lengthOfSign(code: number): number {
  return code === 0x2d || code === 0x2b ? 1 : 0;
}

const powersOfTen: Float64Array = Float64Array.from({ length: maxDigits + 1 }, (_, exponent) => 10 ** exponent);
