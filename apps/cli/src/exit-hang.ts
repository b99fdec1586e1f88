/** A run that is over before has compiled next to nothing, and to load `node:v8` takes 1.7 ms and 2 MB. */
const longRunMs = 50;

/**
 * Keeps a run that takes long from hanging at its end. `process.exit` waits for V8's threads, and one that compiles
 * baseline code may wait for a collection of garbage that only the thread which waits could make
 * (https://github.com/nodejs/node/issues/54918): in Node 24 it was one run in twenty of those that took in megabytes of a
 * pipe. That code is then compiled in this thread.
 */
export function preventExitHang(): void {
  setTimeout(
    () => process.getBuiltinModule("node:v8").setFlagsFromString("--no-concurrent-sparkplug"),
    longRunMs,
  ).unref();
}
