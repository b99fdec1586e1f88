import type { Json } from "@reader/core";
import { isFields } from "./aim.ts";

/** What stands for a password that is known. */
const hidden = "••••••";

/** A call as it is shown: with everything but a password, which nobody needs to read over a shoulder. */
export function callWords(request: Json): string {
  if (!isFields(request)) return JSON.stringify(request);
  return JSON.stringify(Object.fromEntries(Object.entries(request).map(([name, value]) => [name, shown(name, value)])));
}

/** A call that was written, with the password where only what stands for it was left in place. */
export function withPassword(written: Json, before: Json): Json {
  if (!isFields(written) || !isFields(before)) return written;
  return Object.fromEntries(
    Object.entries(written).map(([name, value]) => [name, value === hidden ? (before[name] ?? value) : value]),
  );
}

function shown(name: string, value: Json): Json {
  return /^pass/i.test(name) && typeof value === "string" ? hidden : value;
}
