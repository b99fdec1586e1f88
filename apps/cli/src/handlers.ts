import type { Handler } from "@reader/core";
import { notebook } from "@reader/handler-notebook";

/** The formats of this program, in order of precedence. Nothing else lists handlers. */
export function handlers(): readonly Handler[] {
  return [notebook()];
}
