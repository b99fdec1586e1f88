/** The memory of the library. */
export interface LibraryMemory {
  readonly HEAP8: Int8Array;
}

/**
 * Where the library, as it is in libarchive-wasm 1.2.0, keeps the address of its locale, and that address. The first
 * word of a locale says how characters are written: 0 is ASCII, anything else UTF-8 (musl, `MB_CUR_MAX`). The library
 * is built without `setlocale`, and so has no other way to be told.
 */
const localePointerAt = 223_668;
const localeAt = 223_432;

/**
 * Makes the library write names in UTF-8, which otherwise loses all letters beyond ASCII. Tells whether it could: of a
 * library that is laid out in another way nothing is changed.
 */
export function writeUtf8({ HEAP8 }: LibraryMemory): boolean {
  const view = new DataView(HEAP8.buffer, HEAP8.byteOffset, HEAP8.byteLength);
  if (view.byteLength < localePointerAt + 4) return false;
  const isAsExpected = view.getUint32(localePointerAt, true) === localeAt && view.getUint32(localeAt, true) === 0;
  if (isAsExpected) view.setUint32(localeAt, localeAt, true);
  return isAsExpected;
}

/** The name of the only member of the archive below. */
export const sampleName = "ö语";

/** A cpio archive (SVR4 without sums) of one empty file, to see whether its name comes out as it is. */
export function sampleArchive(): Uint8Array {
  return new TextEncoder().encode(record(sampleName, 0o100_644) + record("TRAILER!!!", 0));
}

/** Thirteen numbers of eight digits, then the name with a zero behind it, filled up to words of four bytes. */
function record(name: string, mode: number): string {
  const nameBytes = new TextEncoder().encode(name).length + 1;
  const numbers = [1, mode, 0, 0, 1, 0, 0, 0, 0, 0, 0, nameBytes, 0];
  const digits = numbers.map((number) => number.toString(16).padStart(8, "0")).join("");
  const padding = -(6 + digits.length + nameBytes) & 3;
  return `070701${digits}${name}${"\0".repeat(1 + padding)}`;
}
