import type { HandlerContext, Source } from "@reader/core/handler";
import { storedZip, type StoredMember } from "../package/stored-zip.ts";
import { sourceOfBytes } from "../package/source-of-bytes.ts";
import { flatKindOf } from "./flat-kind.ts";

/** Number of bytes from which the kind is detected, as many as the reader passes to detection. */
const headBytes = 4096;

/**
 * Returns the package in a source: the source itself, or, for a document in one XML file, a package built in memory.
 * Throws `corrupt` for XML that is not well-formed, and `too-large` above `budget.maxInputBytes`.
 */
export async function packedSource(source: Source, { signal }: Pick<HandlerContext, "signal">): Promise<Source> {
  const [first, second] = await source.head(2);
  const kind = first === 0x50 && second === 0x4b ? undefined : flatKindOf(await source.head(headBytes));
  if (kind === undefined) return source;
  const file = { bytes: await source.bytes(), path: source.path, signal };
  const { readPackage } = await import("./read-package.ts");
  const { readWordml } = await import("./wordml/read-wordml.ts");
  const parts: readonly StoredMember[] = await (kind === "wordml" ? readWordml(file) : readPackage(file));
  return sourceOfBytes(source, storedZip(parts));
}
