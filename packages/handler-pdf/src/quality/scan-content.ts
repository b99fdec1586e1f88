import { numbersBefore, numberWordsBefore, visitOperators } from "./content-operators.ts";
import { concat, cornersOf, identity, moved, type Transform } from "../model/scan-geometry.ts";
import { addToPath, endPath, isNearWhite, showText, type Fill, type ScanState } from "../model/scan-state.ts";

/** The resources that a stream may name. */
export interface ScanResources {
  /** Whether this graphics state makes what is filled (almost) transparent. */
  isTransparent(name: string): boolean;
  /** Scans the form of this name, if there is one. */
  scanForm(name: string, state: ScanState): void;
}

/** Nested `q` beyond this is no page that anybody made. */
const maxSaved = 1000;

/** Colours of a page that are kept; a picture that is drawn line by line has more. */
const maxFills = 500;

/**
 * Looks through content for what could hide text, as cheaply as possible: a look at every page costs little, and what
 * it finds is only a reason to look closer. It knows where text starts, but not how far it runs.
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

/** What stands before an operator. */
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
const points =
  (count: number): Step =>
  (state, operands) =>
    addToPath(state, operands.numbers(count));
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
    m: points(2),
    l: points(2),
    c: points(6),
    v: points(4),
    y: points(4),
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

/** The same colour may be written in several ways. */
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
