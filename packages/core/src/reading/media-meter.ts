import type { Capabilities } from "../capabilities.ts";
import { mediaTokens } from "../documents/media-gate.ts";
import type { DocumentPart, ImagePart } from "../events.ts";
import type { TextMeter } from "../lines/text-meter.ts";

/** Counts what images and documents cost against the tokens of an answer. */
export interface MediaMeter {
  /** Tokens of the first one, which the meter of the text does not know of. */
  readonly firstTokens: number;
  /** Whether the answer has no tokens left for one more; never for the first. */
  isTooDear(part: ImagePart | DocumentPart): boolean;
  charge(part: ImagePart | DocumentPart): void;
}

/**
 * A meter at zero. The first image or document is taken whatever it costs, and takes no room from the text: no later
 * answer would have more for either.
 */
export function createMediaMeter(meter: TextMeter, capabilities: Capabilities): MediaMeter {
  let firstTokens: number | undefined;
  return {
    get firstTokens() {
      return firstTokens ?? 0;
    },
    isTooDear(part) {
      if (firstTokens === undefined) return false;
      const tokens = firstTokens + mediaTokens(part, capabilities);
      return meter.obstacle(0, { tokens, bytes: 0 }) === "tokens";
    },
    charge(part) {
      const tokens = mediaTokens(part, capabilities);
      if (firstTokens === undefined) firstTokens = tokens;
      else meter.charge(0, { tokens, bytes: 0 });
    },
  };
}
