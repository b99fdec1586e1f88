/** Looks at the clock once in so many questions, because looking takes longer than most lines do. */
const questionsPerLook = 256;

/** Tells whether the time of a scan is over, which it then stays. */
export type IsOver = () => boolean;

/** The time of a scan, up to an instant by `performance.now()`. */
export function deadlineAt(until: number): IsOver {
  let questions = 0;
  let isOver = false;
  return () => {
    questions += 1;
    if (!isOver && questions % questionsPerLook === 0) isOver = performance.now() > until;
    return isOver;
  };
}

/** The time of a scan that nobody waits for. */
export const endless: IsOver = () => false;
