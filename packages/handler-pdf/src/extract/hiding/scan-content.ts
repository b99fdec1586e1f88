import {
  addToPath,
  concat,
  cornersOf,
  endPath,
  type Fill,
  identity,
  isNearWhite,
  moved,
  type ScanState,
  showText,
  type Transform,
} from "./scan-state.ts";

/** The resources that a stream may use. */
export interface ScanResources {
  /** True if this graphics state makes fills (almost) transparent. */
  isTransparent(name: string): boolean;
  /** Scans the form of this name, if there is one. */
  scanForm(name: string, state: ScanState): void;
}

/** Maximum depth of `q`. No real page exceeds it. */
const maxSaved = 1000;

/** Maximum number of colours kept per page. An image drawn line by line has more. */
const maxFills = 500;

/**
 * Scans content for what could hide text, as cheaply as possible: a finding only causes a closer check. Knows where
 * text starts, but not how far it extends.
 */
export function scanContent(content: string, resources: ScanResources, state: ScanState): void {
  const operands: Operands = {
    resources,
    end: 0,
    words: () => content.slice(Math.max(0, operands.end - 64), operands.end),
    numberWords: () => numberWordsBefore(content, operands.end),
    numbers: (count) => numbersBefore(content, operands.end, count),
  };
  visitOperators(content, (operator, index) => {
    const step = steps.get(operator);
    if (step === undefined) return false;
    operands.end = index;
    step(state, operands);
    return state.finding !== undefined;
  });
}

/** The operands of an operator. */
interface Operands {
  readonly resources: ScanResources;
  end: number;
  readonly words: () => string;
  readonly numberWords: () => string;
  readonly numbers: (count: number) => readonly number[];
}

type Step = (state: ScanState, operands: Operands) => void;

const fillPath: Step = (state) => endPath(state, "filled");
const leavePath: Step = (state) => endPath(state, "unfilled");
/** Continues a path. The engine ignores lines and curves that have no start. */
const onward =
  (count: number): Step =>
  (state, operands) => {
    if (state.path !== undefined) addToPath(state, operands.numbers(count));
  };
const clip: Step = (state) => void (state.willClip = true);

const steps: ReadonlyMap<string, Step> = new Map<string, Step>(
  Object.entries({
    q: ({ saved, frame }) => saved.length < maxSaved && saved.push(frame),
    Q: (state) => void (state.frame = state.saved.pop() ?? state.frame),
    cm: (state, operands) => {
      const { frame } = state;
      state.frame = { ...frame, matrix: concat(transformOf(operands), frame.matrix) };
    },
    g: setFill("g"),
    rg: setFill("rg"),
    k: setFill("k"),
    sc: setFill("sc"),
    scn: setFill("sc"),
    BT: (state) => void (state.line = identity),
    Tm: (state, operands) => void (state.line = transformOf(operands)),
    Td: (state, operands) => moveLine(state, operands.numbers(2)),
    TD: (state, operands) => {
      const [x = 0, y = 0] = operands.numbers(2);
      state.leading = -y;
      moveLine(state, [x, y]);
    },
    TL: (state, operands) => void (state.leading = operands.numbers(1)[0] ?? 0),
    "T*": nextLine,
    Tj: showText,
    TJ: showText,
    "'": (state) => {
      nextLine(state);
      showText(state);
    },
    '"': (state) => {
      nextLine(state);
      showText(state);
    },
    re: (state, operands) => addToPath(state, cornersOf(operands.numbers(4))),
    m: (state, operands) => addToPath(state, operands.numbers(2)),
    l: onward(2),
    c: onward(6),
    v: onward(4),
    y: onward(4),
    W: clip,
    "W*": clip,
    n: leavePath,
    S: leavePath,
    s: leavePath,
    f: fillPath,
    F: fillPath,
    B: fillPath,
    b: fillPath,
    "f*": fillPath,
    "B*": fillPath,
    "b*": fillPath,
    Tr: (state, operands) => /[37]\s*$/.test(operands.words()) && void (state.finding = "mode"),
    gs: (state, { resources, words }) => resources.isTransparent(nameIn(words())) && void (state.finding = "mode"),
    Do: (state, { resources, words }) => resources.scanForm(nameIn(words()), state),
  } satisfies Record<string, Step>),
);

function setFill(operator: string): Step {
  return (state, operands) => {
    const words = `${operands.numberWords()} ${operator}`;
    const known = state.fills.get(words) ?? fillOf(words, operator);
    if (state.fills.size < maxFills) state.fills.set(words, known);
    if (known.fill !== state.frame.fill) state.frame = { ...state.frame, ...known };
  };
}

/** One colour may be written in several ways. */
function fillOf(words: string, operator: string): Fill {
  const numbers = words.slice(0, -operator.length).trim().split(/\s+/).map(Number);
  const fill = `${numbers.join(" ")} ${operator}`;
  return { fill, isNearWhite: isNearWhite(numbers, operator) };
}

function transformOf(operands: Operands): Transform {
  const [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0] = operands.numbers(6);
  return [a, b, c, d, e, f];
}

function moveLine(state: ScanState, [x = 0, y = 0]: readonly number[]): void {
  state.line = moved(state.line, x, y);
}

function nextLine(state: ScanState): void {
  moveLine(state, [0, -state.leading]);
}

function nameIn(words: string): string {
  return /\/([^\s/[\]()<>]*)\s*$/.exec(words)?.[1] ?? "";
}

const openParenthesis = 0x28;
const closeParenthesis = 0x29;
const backslash = 0x5c;
const quote = 0x27;
const doubleQuote = 0x22;
const slash = 0x2f;
const less = 0x3c;
const more = 0x3e;
const space = 0x20;

/** Calls `visit` for each operator of page content until it returns true. Skips strings and names. */
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

/** Letters, and the two quotation marks that show text on the next line. */
function isOperatorCode(code: number): boolean {
  const small = code | 0x20;
  return (small >= 0x61 && small <= 0x7a) || code === quote || code === doubleQuote;
}

/** Returns the position after the last character before whitespace or a delimiter. */
function endOfWord(content: string, start: number): number {
  let index = start;
  while (index < content.length && !endsWord(content.charCodeAt(index))) index++;
  return Math.max(index, start);
}

function endsWord(code: number): boolean {
  if (code <= space || code === openParenthesis || code === slash) return true;
  return code === 0x5b || code === 0x5d || code === less || code === more;
}

/** Returns the position after the closing parenthesis of a string. Inner parentheses are balanced or escaped. */
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

/** Returns the position after a hexadecimal string. Two brackets start a dictionary instead. */
function endOfHexString(content: string, start: number): number {
  if (content.charCodeAt(start + 1) === less) return start + 2;
  const end = content.indexOf(">", start);
  return end < 0 ? content.length : end + 1;
}

/** Returns the last numbers before a position in page content, with `NaN` for other operands. */
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

/** Maximum number of characters checked before an operator. No colour has more. */
const maxNumberCharacters = 64;

/** Returns the numbers right before a position in page content, as written. */
export function numberWordsBefore(content: string, end: number): string {
  const first = Math.max(0, end - maxNumberCharacters);
  let index = end;
  while (index > first && isNumberOrSpace(content.charCodeAt(index - 1))) index--;
  return content.slice(index, end).trim();
}

function isNumberOrSpace(code: number): boolean {
  return isNumberCode(code) || code === space || (code >= 0x09 && code <= 0x0d) || code === 0xa0;
}

/** Digits, the decimal point and signs. */
function isNumberCode(code: number): boolean {
  return code >= 0x2b && code <= 0x39 && code !== 0x2c && code !== slash;
}

const minus = 0x2d;
const point = 0x2e;
const zero = 0x30;

/** Number of digits for which a value and its power of ten are exact, so that the quotient is exact. */
const exactDigits = 15;

/** Parses a number like `Number`, but faster. A long document has millions. */
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
