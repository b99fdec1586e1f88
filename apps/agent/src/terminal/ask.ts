import { createInterface } from "node:readline/promises";

/** Asks a person for a line; undefined where they want to go: Ctrl-C, Ctrl-D, or nothing more to come. */
export async function askLine(prompt: string): Promise<string | undefined> {
  const lines = createInterface({ input: process.stdin, output: process.stdout });
  const gone = new AbortController();
  const leave = (): void => gone.abort();
  lines.once("SIGINT", leave).once("close", leave);
  try {
    return await lines.question(prompt, { signal: gone.signal });
  } catch {
    process.stdout.write("\n");
    return undefined;
  } finally {
    lines.close();
  }
}
