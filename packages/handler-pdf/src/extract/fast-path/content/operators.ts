import { NotQuick } from "../base/not-quick.ts";
import type { QuickColourSpace } from "../base/quick-resources.ts";
import { type Frame, inkColour, paperColour, patternColour, tintOperator, unknownColour } from "./frame.ts";
import type { Machine } from "./machine.ts";

/** The implementation of an operator. */
export type Operator = (machine: Machine) => void;

const nothing: Operator = () => undefined;
const endRun: Operator = ({ pen }) => pen.endRun();

const graphicsState: Readonly<Record<string, Operator>> = {
  q: (machine) => machine.save(),
  Q: (machine) => machine.restore(),
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

function applyGraphicsState(machine: Machine): void {
  const { pen, frame, hidden } = machine;
  const state = machine.resources.graphicsState(machine.name);
  if (state.endsText) pen.endRun();
  if (state.font !== undefined) machine.setFont(state.font, state.fontSize ?? 0);
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
  n: (machine) => machine.paintPath(false, false),
  W: ({ hidden }) => void (hidden.willClip = true),
  "W*": ({ hidden }) => void (hidden.willClip = true),
  S: (machine) => machine.paintPath(false, true),
  s: closing(false),
  f: (machine) => machine.paintPath(true, false),
  F: (machine) => machine.paintPath(true, false),
  "f*": (machine) => machine.paintPath(true, false),
  B: (machine) => machine.paintPath(true, true),
  "B*": (machine) => machine.paintPath(true, true),
  b: closing(true),
  "b*": closing(true),
};

function closing(isFilled: boolean): Operator {
  return (machine) => {
    machine.path.close();
    machine.paintPath(isFilled, true);
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
    if (mode < 0 || mode >= 4) throw new NotQuick("text mode");
    frame.mode = Math.trunc(mode);
    hidden.setMode(frame.mode);
  },
  Tf: (machine) => machine.setFont(machine.resources.font(machine.name), machine.operands[0] ?? 0),
  Td: ({ pen, operands }) => pen.moveLine(operands[0] ?? 0, operands[1] ?? 0),
  TD: ({ pen, frame, operands }) => {
    const y = operands[1] ?? 0;
    frame.leading = -y;
    pen.moveLine(operands[0] ?? 0, y);
  },
  Tm: ({ pen, operands }) => pen.setMatrix(operands),
  "T*": nextLine,
  Tj: (machine) => machine.showString(),
  // The strings of the array were shown when they were read.
  TJ: (machine) => machine.scanText(),
  "'": (machine) => {
    nextLine(machine);
    machine.showString();
  },
  '"': (machine) => {
    const { frame, operands } = machine;
    frame.wordSpacing = operands[0] ?? 0;
    frame.characterSpacing = operands[1] ?? 0;
    nextLine(machine);
    machine.showString();
  },
};

function nextLine({ pen, frame }: Machine): void {
  pen.moveLine(0, -frame.leading);
}

const colours: Readonly<Record<string, Operator>> = {
  g: (machine) => setDeviceColour(machine, "fillColour", "gray"),
  rg: (machine) => setDeviceColour(machine, "fillColour", "rgb"),
  k: (machine) => setDeviceColour(machine, "fillColour", "cmyk"),
  G: (machine) => setDeviceColour(machine, "strokeColour", "gray"),
  RG: (machine) => setDeviceColour(machine, "strokeColour", "rgb"),
  K: (machine) => setDeviceColour(machine, "strokeColour", "cmyk"),
  cs: (machine) => setColourSpace(machine, "fillColour"),
  CS: (machine) => setColourSpace(machine, "strokeColour"),
  sc: (machine) => setColour(machine, "fillColour"),
  scn: (machine) => setColour(machine, "fillColour"),
  SC: (machine) => setColour(machine, "strokeColour"),
  SCN: (machine) => setColour(machine, "strokeColour"),
};

const other: Readonly<Record<string, Operator>> = {
  sh: (machine) => {
    machine.resources.checkShading(machine.name);
    machine.paintShading();
  },
  // The first operators of Type 3 glyphs.
  d0: refuse("glyph content"),
  d1: refuse("glyph content"),
  BX: (machine) => void machine.compatibility++,
  EX: (machine) => void machine.compatibility--,
};

function refuse(reason: string): Operator {
  return () => {
    throw new NotQuick(reason);
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
function setDeviceColour(machine: Machine, use: Use, space: DeviceSpace): void {
  const { pen, frame, operands } = machine;
  pen.endRun();
  setSpaceOf(frame, use, space);
  frame[use] = colourOf(space, operands);
  if (use === "fillColour") frame.shownFill = machine.fills.of(operatorsOf[space], operands, machine.operandCount);
}

type DeviceSpace = "gray" | "rgb" | "cmyk";

/** Colours are also distinguished by the operators that set them. */
const operatorsOf: Readonly<Record<DeviceSpace, string>> = { gray: "g", rgb: "rg", cmyk: "k" };

/** Sets a colour space and its initial colour: `cs`, `CS`. */
function setColourSpace({ pen, frame, resources, name }: Machine, use: Use): void {
  pen.endRun();
  const space = deviceSpaces.get(name) ?? resources.colourSpace(name);
  setSpaceOf(frame, use, space);
  frame[use] = firstColours[space];
}

/** Sets a colour of the current space, or a pattern: `sc`, `scn` and their stroking variants. */
function setColour(machine: Machine, use: Use): void {
  const { pen, frame, operands, name } = machine;
  pen.endRun();
  const space = use === "fillColour" ? frame.fillSpace : frame.strokeSpace;
  if (use === "fillColour") {
    frame.shownFill = machine.fills.of(space === "tint" ? tintOperator : "sc", operands, machine.operandCount);
  }
  frame[use] = name === "" ? colourOf(space, operands) : firstColours.pattern;
}

function setSpaceOf(frame: Frame, use: Use, space: QuickColourSpace): void {
  if (use === "fillColour") frame.fillSpace = space;
  else frame.strokeSpace = space;
}

const deviceSpaces: ReadonlyMap<string, QuickColourSpace> = new Map<string, QuickColourSpace>([
  ["DeviceGray", "gray"],
  ["DeviceRGB", "rgb"],
  ["DeviceCMYK", "cmyk"],
  ["Pattern", "pattern"],
]);

const firstColours: Readonly<Record<QuickColourSpace, number>> = {
  gray: inkColour,
  rgb: inkColour,
  cmyk: inkColour,
  pattern: patternColour,
  tint: unknownColour,
  other: unknownColour,
};

function colourOf(space: QuickColourSpace, operands: Float64Array): number {
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
