import { canaryCheck } from "./canary.ts";
import type { Check } from "./check.ts";
import { eventsCheck } from "./events.ts";
import { outlineCheck } from "./outline.ts";
import { abortCheck, damageCheck, rangeCheck, releaseCheck, repeatCheck } from "./reading.ts";
import { shapeCheck, sniffCheck } from "./sniff.ts";

/** The rules for every handler. The most basic ones come first. */
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
  canaryCheck,
];
