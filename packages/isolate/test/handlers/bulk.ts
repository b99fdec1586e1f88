import { text, type Handler, type Source } from "@reader/core/handler";

/** Reads much at once, and tells what it got. */
export function bulk(): Handler {
  return {
    specVersion: 1,
    name: "bulk",
    mediaTypes: ["application/x-bulk"],
    async *read(source, { select }) {
      const parts = select === "mixed" ? await mixed(source) : [await source.bytes()];
      yield text(parts.map((part) => `${part.length} ${sumOf(part)}`).join("|"));
    },
  };
}

/** The first two are under way when the third is wanted at once. */
async function mixed(source: Source): Promise<readonly Uint8Array[]> {
  const later = [source.bytes(), source.slice(300_000, source.size)];
  const now = source.sliceSync?.(5, 9) ?? new Uint8Array();
  const much = source.sliceSync?.(0, 600_000) ?? new Uint8Array();
  return [...(await Promise.all(later)), now, much];
}

function sumOf(bytes: Uint8Array): number {
  return bytes.reduce((sum, byte, index) => (sum + byte * (index + 1)) % 1_000_003, 0);
}
