import { Session } from "node:inspector/promises";

/** Tells which inputs reach code that no earlier input reached. */
export interface Coverage {
  /** Returns how many blocks of code ran since the last call that had never run before. */
  newBlocks(): Promise<number>;
  /** How many blocks have run in all. */
  total(): number;
  close(): void;
}

/** Starts V8's own block coverage, which needs no package, for modules whose URL matches. */
export async function startCoverage(modules: RegExp): Promise<Coverage> {
  const session = new Session();
  session.connect();
  await session.post("Profiler.enable");
  await session.post("Profiler.startPreciseCoverage", { callCount: true, detailed: true });
  const seen = new Set<string>();
  return {
    async newBlocks() {
      const before = seen.size;
      const { result } = await session.post("Profiler.takePreciseCoverage");
      for (const { url, scriptId, functions } of result) {
        if (!modules.test(url)) continue;
        for (const { ranges } of functions) {
          for (const { startOffset, endOffset, count } of ranges) {
            if (count > 0) seen.add(`${scriptId} ${startOffset} ${endOffset}`);
          }
        }
      }
      return seen.size - before;
    },
    total: () => seen.size,
    close: () => session.disconnect(),
  };
}
