import type { Budget, Reader } from "@reader/core";

/** Room for any document of the rows, so that one answer holds it whole. */
export const roomy: Partial<Budget> = { maxBytes: 1e9, maxTokens: 1e9, maxLines: 1e9, documentTimeMs: 600_000 };

/** Reads a file to its end in one answer; throws where that fails. */
export async function readWhole(reader: Reader, path: string): Promise<void> {
  const outcome = await reader.read({ path });
  if (!outcome.ok) throw new Error(outcome.error.message);
  if (outcome.status !== "complete") throw new Error(`${path} is not complete: ${outcome.stopped?.by ?? "?"}`);
}

/** Reads a file to its end by `next`, and tells how many answers it took. */
export async function readPaged(reader: Reader, path: string): Promise<number> {
  let answers = 0;
  for (let outcome = await reader.read({ path }); ; answers += 1) {
    if (!outcome.ok) throw new Error(outcome.error.message);
    if (outcome.next === undefined) return answers + 1;
    outcome = await reader.read(outcome.next.request);
  }
}
