import type { SniffedText } from "../../contract/source.ts";
import { textShapeOf } from "./is-binary.ts";
import { detectShifts, hasJapaneseShifts } from "./shifts.ts";

/**
 * Detects the encoding of the first bytes of a file as far as no language statistics are needed. Returns `legacy` if
 * they are needed, and `undefined` if the bytes are binary. `isWhole` means that the bytes are the whole file.
 */
export function unicodeText(head: Uint8Array, isWhole: boolean): SniffedText | "legacy" | undefined {
  const shifted = detectShifts(head);
  if (shifted !== undefined) return { encoding: shifted, confidence: 0.95, bomBytes: 0, isAsciiSoFar: false };
  const shape = textShapeOf(head, isWhole);
  if (shape === undefined || shape.encoding === "legacy") return shape === undefined ? undefined : "legacy";
  const { encoding, confidence, bomBytes, facts } = shape;
  if (encoding === "utf-8" && facts.escapes > 0 && hasJapaneseShifts(String.fromCharCode(...head))) {
    return { encoding: "iso-2022-jp", confidence: 0.95, bomBytes, isAsciiSoFar: false };
  }
  const beyondAscii = facts.sequences + facts.badBytes + facts.cutBytes;
  return { encoding, confidence, bomBytes, isAsciiSoFar: encoding === "utf-8" && bomBytes === 0 && beyondAscii === 0 };
}
