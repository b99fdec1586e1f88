import { UnsupportedContent } from "../base/unsupported-content.ts";
import type { ColourSpaceKind } from "../base/page-resources.ts";
import { type Frame, inkColour, paperColour, patternColour, tintOperator, unknownColour } from "./frame.ts";
import type { Interpreter } from "./interpreter.ts";

/** The implementation of an operator. */
export type Operator = (interpreter: Interpreter) => void;

const nothing: Operator = () => undefined;
const endRun: Operator = ({ pen }) => pen.endRun();

const graphicsState: Readonly<Record<string, Operator>> = {
  q: (interpreter) => interpreter.save(),
  Q: (interpreter) => interpreter.restore(),
  cm: ({ pen, frame, operands }) => {
    pen.endRun();
    frame.concat(operands);
  },
  w: ({ pen, frame, operands: [width = 0] }) => {
    pen.endRun();
    frame.lineWidth = width;
  },
  J: endRun,
  j: endRun,
  M: endRun,
  d: endRun,
  ri: endRun,
  i: nothing,
  gs: applyGraphicsState,
};

function applyGraphicsState(interpreter: Interpreter): void {
  const { pen, frame, hidden } = interpreter;
  const state = interpreter.resources.graphicsState(interpreter.name);
  if (state.endsText) pen.endRun();
  if (state.font !== undefined) interpreter.setFont(state.font, state.fontSize ?? 0);
  frame.lineWidth = state.lineWidth ?? frame.lineWidth;
  if (state.fillAlpha !== undefined) {
    frame.fillAlpha = state.fillAlpha;
    hidden.setAlpha(state.fillAlpha);
  }
  if (state.isBlended === true) hidden.setBlended();
  frame.hasSoftMask = state.hasSoftMask ?? frame.hasSoftMask;
}

const paths: Readonly<Record<string, Operator>> = {
  m: ({ path, operands }) => path.moveTo(operands[0] ?? 0, operands[1] ?? 0),
  l: ({ path, operands }) => path.lineTo(operands[0] ?? 0, operands[1] ?? 0),
  c: ({ path, operands }) => path.curveTo(operands),
  v: ({ path, operands: [x2 = 0, y2 = 0, x3 = 0, y3 = 0] }) => path.curveFromHere(x2, y2, [x3, y3]),
  y: ({ path, operands: [x1 = 0, y1 = 0, x3 = 0, y3 = 0] }) => path.curveToEnd(x1, y1, [x3, y3]),
  h: ({ path }) => path.close(),
  re: ({ path, operands }) => {
    const x = operands[0] ?? 0;
    const y = operands[1] ?? 0;
    path.rectangle(x, y, [x + (operands[2] ?? 0), y + (operands[3] ?? 0)]);
  },
  n: (interpreter) => interpreter.paintPath(false, false),
  W: clip,
  "W*": clip,
  S: (interpreter) => interpreter.paintPath(false, true),
  s: closing(false),
  f: (interpreter) => interpreter.paintPath(true, false),
  F: (interpreter) => interpreter.paintPath(true, false),
  "f*": (interpreter) => interpreter.paintPath(true, false),
  B: (interpreter) => interpreter.paintPath(true, true),
  "B*": (interpreter) => interpreter.paintPath(true, true),
  b: closing(true),
  "b*": closing(true),
};

function clip({ pen, hidden }: Interpreter): void {
  pen.endRun();
  hidden.willClip = true;
}

function closing(isFilled: boolean): Operator {
  return (interpreter) => {
    interpreter.path.close();
    interpreter.paintPath(isFilled, true);
  };
}

const text: Readonly<Record<string, Operator>> = {
  BT: ({ pen }) => pen.begin(),
  ET: endRun,
  Tc: ({ frame, operands }) => void (frame.characterSpacing = operands[0] ?? 0),
  Tw: ({ frame, operands }) => void (frame.wordSpacing = operands[0] ?? 0),
  Tz: ({ frame, operands: [percent = 0] }) => void (frame.scale = Math.fround(percent / 100)),
  TL: ({ frame, operands }) => void (frame.leading = operands[0] ?? 0),
  Ts: ({ frame, operands }) => void (frame.rise = operands[0] ?? 0),
  Tr: ({ frame, hidden, operands: [mode = 0] }) => {
    // The engine shows clipping text twice, and clips vectors by it.
    if (mode < 0 || mode >= 4) throw new UnsupportedContent("text mode");
    frame.mode = Math.trunc(mode);
    hidden.setMode(frame.mode);
  },
  Tf: (interpreter) => interpreter.setFont(interpreter.resources.font(interpreter.name), interpreter.operands[0] ?? 0),
  Td: ({ pen, operands }) => pen.moveLine(operands[0] ?? 0, operands[1] ?? 0),
  TD: ({ pen, frame, operands }) => {
    const y = operands[1] ?? 0;
    frame.leading = -y;
    pen.moveLine(operands[0] ?? 0, y);
  },
  Tm: ({ pen, operands }) => pen.setMatrix(operands),
  "T*": nextLine,
  Tj: (interpreter) => interpreter.showString(),
  // The strings of the array were shown when they were read.
  TJ: (interpreter) => interpreter.scanText(),
  "'": (interpreter) => {
    nextLine(interpreter);
    interpreter.showString();
  },
  '"': (interpreter) => {
    const { frame, operands } = interpreter;
    frame.wordSpacing = operands[0] ?? 0;
    frame.characterSpacing = operands[1] ?? 0;
    nextLine(interpreter);
    interpreter.showString();
  },
};

function nextLine({ pen, frame }: Interpreter): void {
  pen.moveLine(0, -frame.leading);
}

const colours: Readonly<Record<string, Operator>> = {
  g: (interpreter) => setDeviceColour(interpreter, "fillColour", "gray"),
  rg: (interpreter) => setDeviceColour(interpreter, "fillColour", "rgb"),
  k: (interpreter) => setDeviceColour(interpreter, "fillColour", "cmyk"),
  G: (interpreter) => setDeviceColour(interpreter, "strokeColour", "gray"),
  RG: (interpreter) => setDeviceColour(interpreter, "strokeColour", "rgb"),
  K: (interpreter) => setDeviceColour(interpreter, "strokeColour", "cmyk"),
  cs: (interpreter) => setColourSpace(interpreter, "fillColour"),
  CS: (interpreter) => setColourSpace(interpreter, "strokeColour"),
  sc: (interpreter) => setColour(interpreter, "fillColour"),
  scn: (interpreter) => setColour(interpreter, "fillColour"),
  SC: (interpreter) => setColour(interpreter, "strokeColour"),
  SCN: (interpreter) => setColour(interpreter, "strokeColour"),
};

const other: Readonly<Record<string, Operator>> = {
  sh: (interpreter) => {
    interpreter.resources.checkShading(interpreter.name);
    interpreter.paintShading();
  },
  // The first operators of Type 3 glyphs.
  d0: refuse("glyph content"),
  d1: refuse("glyph content"),
  BX: (interpreter) => void interpreter.compatibility++,
  EX: (interpreter) => void interpreter.compatibility--,
};

function refuse(reason: string): Operator {
  return () => {
    throw new UnsupportedContent(reason);
  };
}

/** Operators that need only the interpreter, by name. */
export const simpleOperators: Readonly<Record<string, Operator>> = {
  ...graphicsState,
  ...paths,
  ...text,
  ...colours,
  ...other,
};

/** Minimum channel value of paper: it is written as 254 of 255 or more. */
const paperWhite = 253.5 / 255;

/** Maximum sum of inks in a channel of paper. */
const paperInk = 1 - paperWhite;

/** The separate states for filling and stroking. */
type Use = "fillColour" | "strokeColour";

/** Sets a device colour: `g`, `rg`, `k` and their stroking variants. */
function setDeviceColour(interpreter: Interpreter, use: Use, space: DeviceSpace): void {
  const { pen, frame, operands } = interpreter;
  pen.endRun();
  setSpaceOf(frame, use, space);
  frame[use] = colourOf(space, operands);
  if (use === "fillColour")
    frame.shownFill = interpreter.fills.of(operatorsOf[space], operands, interpreter.operandCount);
}

type DeviceSpace = "gray" | "rgb" | "cmyk";

/** Colours are also distinguished by the operators that set them. */
const operatorsOf: Readonly<Record<DeviceSpace, string>> = { gray: "g", rgb: "rg", cmyk: "k" };

/** Sets a colour space and its initial colour: `cs`, `CS`. */
function setColourSpace({ pen, frame, resources, name }: Interpreter, use: Use): void {
  pen.endRun();
  const space = deviceSpaces.get(name) ?? resources.colourSpace(name);
  setSpaceOf(frame, use, space);
  frame[use] = firstColours[space];
}

/** Sets a colour of the current space, or a pattern: `sc`, `scn` and their stroking variants. */
function setColour(interpreter: Interpreter, use: Use): void {
  const { pen, frame, operands, operandCount, name } = interpreter;
  pen.endRun();
  const space = use === "fillColour" ? frame.fillSpace : frame.strokeSpace;
  if (name === "" && !hasComponents(space, operandCount)) throw new UnsupportedContent("colour");
  if (use === "fillColour") {
    frame.shownFill = interpreter.fills.of(space === "tint" ? tintOperator : "sc", operands, operandCount);
  }
  frame[use] = name === "" ? colourOf(space, operands) : firstColours.pattern;
}

const components: Readonly<Partial<Record<ColourSpaceKind, number>>> = { gray: 1, rgb: 3, cmyk: 4 };

/** True if a colour has as many components as its space, or any where their number is not known here. */
function hasComponents(space: ColourSpaceKind, count: number): boolean {
  const wanted = components[space];
  return wanted === undefined ? count > 0 : count === wanted;
}

function setSpaceOf(frame: Frame, use: Use, space: ColourSpaceKind): void {
  if (use === "fillColour") frame.fillSpace = space;
  else frame.strokeSpace = space;
}

const deviceSpaces: ReadonlyMap<string, ColourSpaceKind> = new Map<string, ColourSpaceKind>([
  ["DeviceGray", "gray"],
  ["DeviceRGB", "rgb"],
  ["DeviceCMYK", "cmyk"],
  ["Pattern", "pattern"],
]);

const firstColours: Readonly<Record<ColourSpaceKind, number>> = {
  gray: inkColour,
  rgb: inkColour,
  cmyk: inkColour,
  pattern: patternColour,
  tint: unknownColour,
  other: unknownColour,
};

function colourOf(space: ColourSpaceKind, operands: Float64Array): number {
  switch (space) {
    case "gray":
      return isWhite(operands, 1) ? paperColour : inkColour;
    case "rgb":
      return isWhite(operands, 3) ? paperColour : inkColour;
    case "cmyk":
      return isInkless(operands) ? paperColour : inkColour;
    case "pattern":
      return patternColour;
    case "tint":
    case "other":
      return unknownColour;
  }
}

function isWhite(operands: Float64Array, channels: number): boolean {
  for (let index = 0; index < channels; index++) if ((operands[index] ?? 0) < paperWhite) return false;
  return true;
}

function isInkless(operands: Float64Array): boolean {
  const most = Math.max(operands[0] ?? 0, operands[1] ?? 0, operands[2] ?? 0);
  return most + (operands[3] ?? 0) <= paperInk;
}
