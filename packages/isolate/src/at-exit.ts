import process from "node:process";

/** Signals that end a process without a listener. A program in its own process group does not get them. */
const fatalSignals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

const clearings = new Set<() => void>();

/**
 * Runs a function when this process exits, or is ended by a signal without another listener: it ends programs and removes
 * temporary folders, synchronously. Returns a function that forgets it.
 */
export function atExit(clear: () => void): () => void {
  if (clearings.size === 0) listen();
  clearings.add(clear);
  return () => {
    clearings.delete(clear);
    if (clearings.size === 0) ignore();
  };
}

/**
 * Other listeners of a signal decide what happens to this process. Two that leave it to each other would keep it alive.
 */
function listen(): void {
  process.on("exit", clearAll);
  for (const signal of fatalSignals) if (process.listenerCount(signal) === 0) process.on(signal, endWith);
}

function ignore(): void {
  process.off("exit", clearAll);
  for (const signal of fatalSignals) process.off(signal, endWith);
}

/** Ends this process as without a listener, unless another listener was added. */
function endWith(signal: (typeof fatalSignals)[number]): void {
  process.off(signal, endWith);
  if (process.listenerCount(signal) > 0) return;
  clearAll();
  ignore();
  process.kill(process.pid, signal);
}

/** The last first: a program is ended before the folder that it writes to is removed. */
function clearAll(): void {
  for (const clear of [...clearings].toReversed()) clear();
  clearings.clear();
}
