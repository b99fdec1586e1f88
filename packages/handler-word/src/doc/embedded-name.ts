import { viewOf, type ByteView, type CompoundFile } from "@reader/office-kit/compound";
import { decoderOf } from "@reader/office-kit/encodings";

/** Bytes of a name that are looked at. */
const maxNameBytes = 260;

/**
 * Returns what is known of an embedded object: its kind, such as `Microsoft Excel 97-Tabelle`, and the name by which its
 * file is selected. Returns `undefined` if neither is known.
 */
export function embeddedName(
  file: CompoundFile,
  identifier: number,
  selected: string | undefined,
): readonly string[] | undefined {
  const object = file.stream(`ObjectPool/_${identifier}/\u0001CompObj`);
  // [MS-OLEDS], 2.3.8: a head of 28 bytes, then the name that users see, with its length before it.
  const kind = object === undefined ? "" : textAt(viewOf(object), 32);
  const known = [kind, selected ?? ""].filter((name) => name !== "");
  return known.length === 0 ? undefined : known;
}

function textAt(view: ByteView, at: number): string {
  const bytes = view.part(at, maxNameBytes).bytes;
  const end = bytes.indexOf(0);
  return decoderOf(1252)(end < 0 ? bytes : bytes.subarray(0, end));
}
