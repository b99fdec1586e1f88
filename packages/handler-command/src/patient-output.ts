/** How long a pipe may be silent after its program has ended before what still holds it is ended too. */
const silenceMs = 500;

/**
 * What a program prints. Something that it has left running may hold its pipe for ever: when the program has ended and
 * nothing comes any more, `giveUp` is called and the output is over. A pipe that is torn down ends too: whoever did it
 * says why.
 */
export async function* patientOutput(
  pipe: AsyncIterable<Uint8Array>,
  ended: Promise<unknown>,
  giveUp: () => void,
): AsyncGenerator<Uint8Array, void, undefined> {
  const pieces = pipe[Symbol.asyncIterator]();
  for (;;) {
    const silence = silenceAfter(ended);
    const next = pieces.next().catch(() => undefined);
    const piece = await Promise.race([next, silence.over]);
    silence.clear();
    if (piece === "silent") giveUp();
    if (piece === undefined || piece === "silent" || piece.done === true) return;
    yield piece.value;
  }
}

interface Silence {
  readonly over: Promise<"silent">;
  clear(): void;
}

function silenceAfter(ended: Promise<unknown>): Silence {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isCleared = false;
  const over = ended.then(
    () =>
      new Promise<"silent">((resolve) => {
        if (!isCleared) timer = setTimeout(() => resolve("silent"), silenceMs);
      }),
  );
  return {
    over,
    clear() {
      isCleared = true;
      clearTimeout(timer);
    },
  };
}
