import type { Json } from "@reader/core";
import { isFields } from "./aim.ts";

/** The placeholder for a password. */
const hidden = "••••••";

/** Formats a call for display, with its password hidden. */
export function callWords(request: Json): string {
  if (!isFields(request)) return JSON.stringify(request);
  return JSON.stringify(Object.fromEntries(Object.entries(request).map(([name, value]) => [name, shown(name, value)])));
}

/** Returns an edited call with the placeholder replaced by the password of the call before. */
export function withPassword(written: Json, before: Json): Json {
  if (!isFields(written) || !isFields(before)) return written;
  return Object.fromEntries(
    Object.entries(written).map(([name, value]) => [name, value === hidden ? (before[name] ?? value) : value]),
  );
}

function shown(name: string, value: Json): Json {
  return /^pass/i.test(name) && typeof value === "string" ? hidden : value;
}
