/** Shorter runs have compiled almost nothing, and loading `node:v8` costs them 1.7 ms and 2 MB. */
const longRunMs = 50;

/**
 * Prevents a long run from hanging in `process.exit`, which waits for V8's threads. A thread that compiles baseline code may
 * itself wait for a garbage collection in the main thread (https://github.com/nodejs/node/issues/54918). On Node.js 24,
 * one in twenty runs that read megabytes from a pipe hung. After the delay, baseline code is compiled in the main thread.
 */
export function preventExitHang(): void {
  setTimeout(
    () => process.getBuiltinModule("node:v8").setFlagsFromString("--no-concurrent-sparkplug"),
    longRunMs,
  ).unref();
}
