/**
 * What the engine says where a stream ends in damage; it goes on with what came before. A wrong sum behind whole data,
 * which many programs write, is none.
 */
const faultWords = /zlib error: (?!incorrect data check)|premature end of data|treating as end of file/u;

let faults = 0;

/** Takes what the engine says while it works, which nobody else is told. */
export function noteEngineWords(words: string): void {
  if (faultWords.test(words)) faults += 1;
}

/** How many damaged streams the engine of this thread has come to. */
export function streamFaults(): number {
  return faults;
}
