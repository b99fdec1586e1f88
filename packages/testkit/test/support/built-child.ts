import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";

/**
 * Returns the URL of the built program of child processes, for `isolate`. The handlers in those processes are built
 * code as well, which the command `test` builds first. A child takes three times as long to start from its sources, and
 * some tests start a hundred. The tests of `@reader/isolate` that start few run the sources.
 */
export function builtChild(resolveFrom: string): string {
  return pathToFileURL(createRequire(resolveFrom).resolve("@reader/isolate/child")).href;
}
