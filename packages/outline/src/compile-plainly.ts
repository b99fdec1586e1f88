import { setFlagsFromString } from "node:v8";

/**
 * Runs what calls functions of WebAssembly for the first time, which V8 then compiles once and never again for speed.
 * The lexers of grammars are single functions of up to 100 KB: the optimising compiler takes hundreds of megabytes for
 * each, for longer than outlines take. The flags hold for all of the process, and so no longer than the run.
 */
export function compilePlainly<Result>(run: () => Result, setFlag: (flag: string) => void = setKnownFlag): Result {
  for (const flag of speedFlags) setFlag(`--no-${flag}`);
  try {
    return run();
  } finally {
    for (const flag of speedFlags) setFlag(`--${flag}`);
  }
}

/** Either alone leaves the other to start the optimising compiler. */
const speedFlags = ["wasm-tier-up", "wasm-dynamic-tiering"] as const;

function setKnownFlag(flag: string): void {
  try {
    setFlagsFromString(flag);
  } catch {
    // Only V8 has the flag; other engines compile as they do.
  }
}
