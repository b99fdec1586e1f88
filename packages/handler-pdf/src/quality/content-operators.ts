const openParenthesis = 0x28;
const closeParenthesis = 0x29;
const backslash = 0x5c;
const quote = 0x27;
const doubleQuote = 0x22;
const slash = 0x2f;
const less = 0x3c;
const more = 0x3e;
const space = 0x20;

/** Calls `visit` for each operator of page content, until it says that this is enough. Strings and names are passed over. */
export function visitOperators(content: string, visit: (operator: string, index: number) => boolean): void {
  let index = 0;
  while (index < content.length) {
    const code = content.charCodeAt(index);
    if (code === openParenthesis) index = endOfString(content, index);
    else if (code === less) index = endOfHexString(content, index);
    else if (code === slash) index = endOfWord(content, index + 1);
    else if (!isOperatorCode(code)) index++;
    else {
      const end = endOfWord(content, index);
      if (visit(content.slice(index, end), index)) return;
      index = end;
    }
  }
}

/** Letters, and the two quotes that show text on the next line. */
function isOperatorCode(code: number): boolean {
  const small = code | 0x20;
  return (small >= 0x61 && small <= 0x7a) || code === quote || code === doubleQuote;
}

/** Behind the last character before white space or what starts something else. */
function endOfWord(content: string, start: number): number {
  let index = start;
  while (index < content.length && !endsWord(content.charCodeAt(index))) index++;
  return Math.max(index, start);
}

function endsWord(code: number): boolean {
  if (code <= space || code === openParenthesis || code === slash) return true;
  return code === 0x5b || code === 0x5d || code === less || code === more;
}

/** Behind the parenthesis that ends a string; parentheses inside come in pairs or are escaped. */
function endOfString(content: string, start: number): number {
  let depth = 0;
  for (let index = start; index < content.length; index++) {
    const code = content.charCodeAt(index);
    if (code === backslash) index++;
    else if (code === openParenthesis) depth++;
    else if (code === closeParenthesis && --depth === 0) return index + 1;
  }
  return content.length;
}

/** Behind a string of hexadecimal digits; two brackets start a dictionary instead. */
function endOfHexString(content: string, start: number): number {
  if (content.charCodeAt(start + 1) === less) return start + 2;
  const end = content.indexOf(">", start);
  return end < 0 ? content.length : end + 1;
}

/** The last so many numbers before a place in page content; what is none there is `NaN`. */
export function numbersBefore(content: string, end: number, count: number): readonly number[] {
  const numbers: number[] = [];
  let index = end;
  while (numbers.length < count) {
    while (index > 0 && content.charCodeAt(index - 1) <= space) index--;
    const wordEnd = index;
    while (index > 0 && isNumberCode(content.charCodeAt(index - 1))) index--;
    numbers.push(index === wordEnd ? Number.NaN : numberIn(content, index, wordEnd));
  }
  return numbers.reverse();
}

/** Signs of numbers that are looked at before an operator; no colour has more. */
const maxNumberSigns = 64;

/** The numbers right before a place in page content, as they are written. */
export function numberWordsBefore(content: string, end: number): string {
  const first = Math.max(0, end - maxNumberSigns);
  let index = end;
  while (index > first && isNumberOrSpace(content.charCodeAt(index - 1))) index--;
  return content.slice(index, end).trim();
}

function isNumberOrSpace(code: number): boolean {
  return isNumberCode(code) || code === space || (code >= 0x09 && code <= 0x0d) || code === 0xa0;
}

/** Digits, the point and the signs. */
function isNumberCode(code: number): boolean {
  return code >= 0x2b && code <= 0x39 && code !== 0x2c && code !== slash;
}

const minus = 0x2d;
const point = 0x2e;
const zero = 0x30;

/** So many digits, and the power of ten that they are divided by, are exact, so that the quotient is the number itself. */
const exactDigits = 15;

/** What `Number` makes of a word of digits, points and signs, which are millions in a long document. */
function numberIn(content: string, start: number, end: number): number {
  const isNegative = content.charCodeAt(start) === minus;
  const first = isNegative ? start + 1 : start;
  let [value, scale, digits] = [0, 0, 0];
  for (let index = first; index < end; index++) {
    const code = content.charCodeAt(index);
    if (code >= zero) {
      value = value * 10 + code - zero;
      scale *= 10;
      digits++;
    } else if (code === point && scale === 0) scale = 1;
    else return Number(content.slice(start, end));
  }
  if (digits === 0 || digits > exactDigits) return Number(content.slice(start, end));
  const number = scale > 1 ? value / scale : value;
  return isNegative ? -number : number;
}
