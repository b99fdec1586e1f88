import { viewOf, type ByteView } from "../compound/byte-view.ts";
import type { CompoundFile } from "../compound/compound-file.ts";
import { decoderOf } from "../flow/code-page.ts";

/** Bytes of a name that are looked at. */
const maxNameBytes = 260;

/** The name of the file in a package, or else what kind of object it is; undefined where neither is known. */
export function embeddedName(file: CompoundFile, identifier: number): string | undefined {
  const folder = `ObjectPool/_${identifier}`;
  const packed = file.stream(`${folder}/\u0001Ole10Native`);
  const label = packed === undefined ? "" : labelIn(viewOf(packed));
  if (label !== "") return label;
  const object = file.stream(`${folder}/\u0001CompObj`);
  // [MS-OLEDS], 2.3.8: a head of 28 bytes, then the name that users see, with its length before it.
  const kind = object === undefined ? undefined : textAt(viewOf(object), 32);
  return kind === "" ? undefined : kind;
}

const packageMark = 2;

/** [MS-OLEDS], 2.3.6: a length, and in packages of files a mark and the label; other objects have what they like. */
function labelIn(view: ByteView): string {
  const label = view.u16(4) === packageMark ? textAt(view, 6) : "";
  return /^\P{Cc}+$/u.test(label) ? label : "";
}

function textAt(view: ByteView, at: number): string {
  const bytes = view.part(at, maxNameBytes).bytes;
  const end = bytes.indexOf(0);
  return decoderOf(1252)(end < 0 ? bytes : bytes.subarray(0, end));
}
