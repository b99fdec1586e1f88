import { abortCheck } from "./abort.ts";
import type { Check } from "./check.ts";
import { damageCheck } from "./damage.ts";
import { eventsCheck } from "./events.ts";
import { outlineCheck } from "./outline.ts";
import { rangeCheck } from "./range.ts";
import { releaseCheck } from "./release.ts";
import { repeatCheck } from "./repeat.ts";
import { shapeCheck } from "./shape.ts";
import { sniffCheck } from "./sniff.ts";

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
