import type { Budget, Reader, ReadRequest } from "@reader/core";

/** Room for any document of the rows, so that one answer holds it whole. */
export const roomy: Partial<Budget> = { maxBytes: 1e9, maxTokens: 1e9, maxLines: 1e9, documentTimeMs: 600_000 };

/** Reads a file, or what a request asks for, to its end in one answer; throws where that fails. */
export async function readWhole(reader: Reader, request: ReadRequest | string): Promise<void> {
  const outcome = await reader.read(request);
  if (!outcome.ok) throw new Error(outcome.error.message);
  if (outcome.status !== "complete") throw new Error(`${outcome.path} is not complete: ${outcome.stopped?.by ?? "?"}`);
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

/** Reads what is asked for; throws where that fails, which would be fast. */
export async function readSome(reader: Reader, request: ReadRequest): Promise<void> {
  const outcome = await reader.read(request);
  if (!outcome.ok) throw new Error(outcome.error.message);
}

/** Reads a text to its end for a line that no file has, after which its index is whole. */
export async function indexWhole(reader: Reader, path: string): Promise<void> {
  const outcome = await reader.read({ path, offset: 1_000_000_000 });
  if (outcome.ok || outcome.error.code !== "out-of-range") throw new Error(`${path} was not read to its end.`);
}
