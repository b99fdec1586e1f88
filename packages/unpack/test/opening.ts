import { defaultBudget } from "@reader/core";
import { memorySource } from "@reader/testkit";
import { createInflationMeter, openZip, type OpenZipOptions, type Zip } from "../src/index.ts";

/** Opens bytes as `a.zip`. */
export function openBytes(bytes: Uint8Array, options: Partial<OpenZipOptions> = {}): Promise<Zip> {
  return openZip({
    source: memorySource("a.zip", bytes),
    meter: createInflationMeter("a.zip", defaultBudget),
    ...options,
  });
}

/** Reads a member as text. */
export async function textOf(zip: Zip, name: string): Promise<string> {
  const entry = zip.find(name);
  if (entry === undefined) throw new Error(`There is no ${name}.`);
  return new TextDecoder().decode(await zip.read(entry));
}

/** Streams a member as text. */
export async function streamedTextOf(zip: Zip, name: string): Promise<string> {
  const entry = zip.find(name);
  if (entry === undefined) throw new Error(`There is no ${name}.`);
  const pieces: Uint8Array[] = [];
  for await (const piece of zip.stream(entry)) pieces.push(piece);
  return new TextDecoder().decode(Buffer.concat(pieces));
}
