import { resolve } from "node:path";
// oxlint-disable-next-line reader/no-modules -- where relative paths of the user start
import system from "node:process";

/**
 * The working directory of this process, absolute. If it was removed, the path of a folder that does not exist: absolute
 * paths of the user still work, and an error about a relative one shows the reason in its path.
 */
export function workingDirectory(): string {
  try {
    return system.cwd();
  } catch {
    return resolve("/", "(the working directory was removed)");
  }
}
