import type { Check } from "./check.ts";
import { eventsCheck } from "./events.ts";
import { outlineCheck } from "./outline.ts";
import { abortCheck, damageCheck, rangeCheck, releaseCheck, repeatCheck } from "./reading.ts";
import { shapeCheck, sniffCheck } from "./sniff.ts";

/** The rules that every handler keeps, in the order in which a breach is most telling. */
export const handlerChecks: readonly Check[] = [
  shapeCheck,
  sniffCheck,
  eventsCheck,
  rangeCheck,
  repeatCheck,
  releaseCheck,
  abortCheck,
  damageCheck,
  outlineCheck,
];
