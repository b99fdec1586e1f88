const heightPattern = /\sy\s*=\s*["']\s*([^"'\s,]{1,40})/;
const shiftPattern = /\sdy\s*=\s*["']\s*([^"'\s,]{1,40})/;

/** Tells by its opening tag whether an element starts a line. */
export type StartsLine = (name: string, tag: string) => boolean;

/**
 * Tells the pieces of a text that stand on a line of their own: drawing programs write no blank between two lines. A
 * piece that is only raised or lowered, as a power is, stays where it is.
 */
export function createLineStarts(): StartsLine {
  let height: string | undefined;
  return (name, tag) => {
    if (name === "text") height = heightPattern.exec(tag)?.[1];
    if (name !== "tspan") return false;
    const [before, own] = [height, heightPattern.exec(tag)?.[1]];
    height = own ?? before;
    return (before !== undefined && height !== before) || isNextLine(tag);
  };
}

/** Begun again from the left, and moved down. */
function isNextLine(tag: string): boolean {
  const shift = Number.parseFloat(shiftPattern.exec(tag)?.[1] ?? "0");
  return /\sx\s*=/.test(tag) && shift !== 0;
}
