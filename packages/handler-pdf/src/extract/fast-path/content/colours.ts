import { inkColour, paperColour, patternColour, unknownColour, type Frame } from "./frame.ts";
import type { Machine } from "./machine.ts";
import { tintOperator } from "./shown-fills.ts";
import type { QuickColourSpace } from "../base/quick-resources.ts";

/** From here on, a channel is written as 254 of 255 or more, which is paper. */
const paperWhite = 253.5 / 255;

/** What inks may add up to in a channel of paper. */
const paperInk = 1 - paperWhite;

/** What filling and stroking have of their own. */
type Use = "fillColour" | "strokeColour";

/** Sets a colour of the device: `g`, `rg`, `k` and what strokes. */
export function setDeviceColour(machine: Machine, use: Use, space: DeviceSpace): void {
  const { pen, frame, operands } = machine;
  pen.endRun();
  setSpaceOf(frame, use, space);
  frame[use] = colourOf(space, operands);
  if (use === "fillColour") frame.shownFill = machine.fills.of(operatorsOf[space], operands, machine.operandCount);
}

type DeviceSpace = "gray" | "rgb" | "cmyk";

/** Colours are told apart by the operators that set them, too. */
const operatorsOf: Readonly<Record<DeviceSpace, string>> = { gray: "g", rgb: "rg", cmyk: "k" };

/** Sets a space of colours, in the first of its colours: `cs`, `CS`. */
export function setColourSpace({ pen, frame, resources, name }: Machine, use: Use): void {
  pen.endRun();
  const space = deviceSpaces.get(name) ?? resources.colourSpace(name);
  setSpaceOf(frame, use, space);
  frame[use] = firstColours[space];
}

/** Sets a colour of the space that was set, or a pattern: `sc`, `scn` and what strokes. */
export function setColour(machine: Machine, use: Use): void {
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
