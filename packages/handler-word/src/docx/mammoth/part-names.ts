import type { MammothInput } from "./mammoth-engine.ts";

/** Whether there is a part of this name; names of parts do not differ by case (ISO/IEC 29500-2, 6.2.2.3). */
export function partLookup({ names }: MammothInput): (name: string) => boolean {
  const known = new Set(names.map(plainName));
  return (name) => known.has(plainName(name));
}

function plainName(name: string): string {
  return name.replaceAll("\\", "/").replace(/^\/+/, "").toLowerCase();
}
