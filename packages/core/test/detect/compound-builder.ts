/** What may be odd about a compound file. */
export interface CompoundOptions {
  readonly sectorBytes?: 512 | 4096;
  /** Where the chain of directory sectors goes on; a loop where it is not ahead. */
  readonly nextOf?: (sector: number, count: number) => number;
  /** The class of the root, as 32 hexadecimal digits in the order of the file. */
  readonly classId?: string;
  /** Names inside the first storage, not at the top. */
  readonly inner?: readonly string[];
}

const endOfChain = 0xfffffffe;
const none = 0xffffffff;

/** A compound file whose directory has these names at the top: a header, a table of sectors, and the directory. */
export function buildCompound(names: readonly string[], options: CompoundOptions = {}): Uint8Array {
  const { sectorBytes = 512, inner = [], classId = "0".repeat(32) } = options;
  const entries = ["Root Entry", ...names, ...inner];
  const perSector = sectorBytes / 128;
  const count = Math.ceil(entries.length / perSector);
  const bytes = new Uint8Array(sectorBytes * (2 + count));
  const view = new DataView(bytes.buffer);
  bytes.set([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]);
  view.setUint16(26, sectorBytes === 512 ? 3 : 4, true);
  view.setUint16(28, 0xfffe, true);
  view.setUint16(30, Math.log2(sectorBytes), true);
  view.setUint32(44, 1, true);
  view.setUint32(48, 1, true);
  view.setUint32(68, endOfChain, true);
  for (let slot = 0; slot < 109; slot += 1) view.setUint32(76 + slot * 4, slot === 0 ? 0 : none, true);
  const nextOf = options.nextOf ?? ((sector, last) => (sector === last ? endOfChain : sector + 1));
  for (let sector = 1; sector <= count; sector += 1)
    view.setUint32(sectorBytes + sector * 4, nextOf(sector, count), true);
  for (const [index, name] of entries.entries()) {
    const at = sectorBytes * 2 + index * 128;
    for (const [unit, character] of Array.from(name).entries())
      view.setUint16(at + unit * 2, character.charCodeAt(0), true);
    view.setUint16(at + 64, (name.length + 1) * 2, true);
    const isLastOfLevel = index === 0 || index === names.length || index === entries.length - 1;
    view.setUint32(at + 68, none, true);
    view.setUint32(at + 72, isLastOfLevel ? none : index + 1, true);
    view.setUint32(at + 76, none, true);
    if (index === 0) view.setUint32(at + 76, names.length > 0 ? 1 : none, true);
    if (index === 1 && inner.length > 0) view.setUint32(at + 76, names.length + 1, true);
  }
  for (let index = 0; index < 16; index += 1) {
    bytes[sectorBytes * 2 + 80 + index] = Number.parseInt(classId.slice(index * 2, index * 2 + 2), 16);
  }
  return bytes;
}
