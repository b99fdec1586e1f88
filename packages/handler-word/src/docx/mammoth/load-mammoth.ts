import { canaryIsWell } from "./canary.ts";
import { createFastEngine } from "./fast-engine.ts";
import type { MammothEngine } from "./mammoth-engine.ts";
import { createPlainEngine } from "./plain-engine.ts";
import { withPrivateModules } from "./private-modules.ts";

/** How mammoth's modules are had; for tests. */
export type WithModules = typeof withPrivateModules<MammothEngine>;

let loading: Promise<MammothEngine> | undefined;

/** mammoth, as fast as it can be had; loaded when it is first asked for. */
export function loadMammoth(): Promise<MammothEngine> {
  loading ??= loadEngine(withPrivateModules);
  return loading;
}

/** mammoth with our modules where they fit and give what mammoth gives; otherwise as it is published. */
export async function loadEngine(withModules: WithModules): Promise<MammothEngine> {
  try {
    const engine = withModules("mammoth", createFastEngine);
    if (await canaryIsWell(engine)) return engine;
  } catch {
    // Whatever it is: mammoth itself does without our modules.
  }
  const { default: mammoth } = await import("mammoth");
  return createPlainEngine(mammoth);
}
