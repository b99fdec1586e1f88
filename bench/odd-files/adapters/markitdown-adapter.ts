import type { Adapter } from "../adapter.ts";
import { commandAdapter } from "./command-adapter.ts";

/** Microsoft's markitdown, its command. */
export function createAdapter(): Adapter {
  return commandAdapter({ name: "markitdown", command: "markitdown", args: ["{file}"] });
}
