/** Number of calls per clock check, since checking takes longer than processing most lines. */
const questionsPerLook = 256;

/** Returns true once the time of a scan is over. */
export type IsOver = () => boolean;

/** Creates a deadline at a time of `performance.now()`. */
export function deadlineAt(until: number): IsOver {
  let questions = 0;
  let isOver = false;
  return () => {
    questions += 1;
    if (!isOver && questions % questionsPerLook === 0) isOver = performance.now() > until;
    return isOver;
  };
}

/** A deadline that never passes. */
export const endless: IsOver = () => false;
