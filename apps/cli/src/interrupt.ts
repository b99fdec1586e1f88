/**
 * A signal that the first Ctrl-C aborts, so that the program ends by itself, with everything let go. A second one ends
 * it at once, as if nobody listened.
 */
export function interruptSignal(): AbortSignal {
  const controller = new AbortController();
  process.once("SIGINT", () => controller.abort());
  return controller.signal;
}
