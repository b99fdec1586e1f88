import { basename, delimiter, dirname } from "node:path";
import process from "node:process";

/**
 * Puts the pnpm that started this program on the path, where `npx pnpm bench` did not, so that the rows which start it
 * find it. pnpm tells where it is by `npm_execpath`, as npm does of itself.
 */
export function findOwnPnpm(environment: NodeJS.ProcessEnv = process.env): void {
  const program = environment["npm_execpath"];
  if (program === undefined || !/^pnpm(?:\.exe)?$/.test(basename(program))) return;
  environment["PATH"] = [environment["PATH"], dirname(program)].filter((part) => part !== undefined).join(delimiter);
}
