/** The whole numbers of a directory of a TIFF, by tag. */
export type RawDirectory = ReadonlyMap<number, readonly number[]>;

/** Directories below others: SubIFDs of TIFF/EP. */
const subDirectories = 330;
const maxDirectories = 100;
const maxEntries = 512;
/** Numbers of one tag that are read; strips of a raw photo may have thousands, of a preview one. */
const maxNumbers = 16;

/** Bytes of the whole numbers of TIFF 6.0 by their type: byte, short, long. */
const typeBytes: ReadonlyMap<number, 1 | 2 | 4> = new Map([
  [1, 1],
  [3, 2],
  [4, 4],
]);

interface Layout {
  readonly view: DataView;
  readonly isLittle: boolean;
}

/** The directories of a classic TIFF, those below others among them; none for other files. */
export function rawDirectories(bytes: Uint8Array): readonly RawDirectory[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bytes.length < 16) return [];
  const layout = { view, isLittle: view.getUint16(0) === 0x4949 };
  if (view.getUint16(2, layout.isLittle) !== 42) return [];
  const pending = [view.getUint32(4, layout.isLittle)];
  const seen = new Set<number>();
  const directories: RawDirectory[] = [];
  for (let at = pending.shift(); at !== undefined && seen.size < maxDirectories; at = pending.shift()) {
    if (at === 0 || at + 2 > bytes.length || seen.has(at)) continue;
    seen.add(at);
    const { directory, nextAt } = readDirectory(layout, at);
    directories.push(directory);
    pending.push(nextAt, ...(directory.get(subDirectories) ?? []));
  }
  return directories;
}

function readDirectory(layout: Layout, at: number): { readonly directory: RawDirectory; readonly nextAt: number } {
  const { view, isLittle } = layout;
  const count = Math.min(maxEntries, view.getUint16(at, isLittle));
  const directory = new Map<number, readonly number[]>();
  for (let index = 0; index < count; index += 1) {
    const entryAt = at + 2 + index * 12;
    if (entryAt + 12 > view.byteLength) return { directory, nextAt: 0 };
    directory.set(view.getUint16(entryAt, isLittle), numbersAt(layout, entryAt));
  }
  const nextAt = at + 2 + count * 12;
  return { directory, nextAt: nextAt + 4 > view.byteLength ? 0 : view.getUint32(nextAt, isLittle) };
}

/** What takes more than four bytes lies elsewhere. */
function numbersAt({ view, isLittle }: Layout, entryAt: number): readonly number[] {
  const width = typeBytes.get(view.getUint16(entryAt + 2, isLittle));
  if (width === undefined) return [];
  const count = view.getUint32(entryAt + 4, isLittle);
  const start = count * width <= 4 ? entryAt + 8 : view.getUint32(entryAt + 8, isLittle);
  const numbers: number[] = [];
  for (let at = start; numbers.length < Math.min(count, maxNumbers) && at + width <= view.byteLength; at += width) {
    numbers.push(numberAt({ view, isLittle }, at, width));
  }
  return numbers;
}

function numberAt({ view, isLittle }: Layout, at: number, width: 1 | 2 | 4): number {
  if (width === 1) return view.getUint8(at);
  return width === 2 ? view.getUint16(at, isLittle) : view.getUint32(at, isLittle);
}
