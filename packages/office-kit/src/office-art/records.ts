/** One record of a PowerPoint 97 stream ([MS-PPT], 2.3.1), or of the drawings in it ([MS-ODRAW], 2.2.1). */
export interface PptRecord {
  readonly type: number;
  /** Distinguishes records of one type. */
  readonly instance: number;
  /** True if the record contains records. */
  readonly isContainer: boolean;
  readonly body: Uint8Array;
}

/** The supported record types ([MS-PPT], 2.13.24, and [MS-ODRAW], 2.2). */
export const recordTypes = {
  document: 0x03e8,
  slide: 0x03ee,
  slideAtom: 0x03ef,
  notes: 0x03f0,
  slidePersist: 0x03f3,
  environment: 0x03f2,
  mainMaster: 0x03f8,
  slideShowInfo: 0x03f9,
  storage: 0x1011,
  vbaInfo: 0x03ff,
  vbaInfoAtom: 0x0400,
  externalObjects: 0x0409,
  drawingGroup: 0x040b,
  drawing: 0x040c,
  list: 0x07d0,
  objectRef: 0x0bc1,
  placeholder: 0x0bc3,
  fonts: 0x07d5,
  font: 0x0fb7,
  outlineTextRef: 0x0f9e,
  textHeader: 0x0f9f,
  textChars: 0x0fa0,
  textStyle: 0x0fa1,
  textBytes: 0x0fa8,
  newerTextStyle: 0x0fac,
  newerMasterStyle: 0x0fad,
  newerOutlineStyles: 0x0fae,
  newerOutlineHeader: 0x0faf,
  text: 0x0fba,
  oleObject: 0x0fc3,
  embed: 0x0fcc,
  link: 0x0fce,
  hyperlinkAtom: 0x0fd3,
  hyperlink: 0x0fd7,
  slideNumberMark: 0x0fd8,
  headersFooters: 0x0fd9,
  dateMark: 0x0ff7,
  fixedDateMark: 0x0ff8,
  headerMark: 0x0ff9,
  footerMark: 0x0ffa,
  formattedDateMark: 0x1015,
  headersFootersAtom: 0x0fda,
  textInteractive: 0x0fdf,
  slideList: 0x0ff0,
  interactive: 0x0ff2,
  interactiveAtom: 0x0ff3,
  userEdit: 0x0ff5,
  control: 0x0fee,
  tags: 0x1388,
  binaryTag: 0x138a,
  binaryTagData: 0x138b,
  persistDirectory: 0x1772,
  comment: 0x2ee0,
  cryptSession: 0x2f14,
  drawingStore: 0xf000,
  imageStore: 0xf001,
  drawingContainer: 0xf002,
  group: 0xf003,
  shape: 0xf004,
  imageEntry: 0xf007,
  shapeAtom: 0xf00a,
  shapeOptions: 0xf00b,
  clientTextbox: 0xf00d,
  childAnchor: 0xf00f,
  clientAnchor: 0xf010,
  clientData: 0xf011,
  moreShapeOptions: 0xf122,
} as const;

/** Size of the header of a record, in bytes. */
export const headerBytes = 8;

/** Returns the record at an offset, or `undefined` if none starts there. A record that exceeds the bytes is truncated. */
export function recordAt(bytes: Uint8Array, offset: number): PptRecord | undefined {
  if (!(offset >= 0 && offset + headerBytes <= bytes.length)) return undefined;
  const view = viewOf(bytes);
  const versionAndInstance = view.getUint16(offset, true);
  const start = offset + headerBytes;
  return {
    type: view.getUint16(offset + 2, true),
    instance: versionAndInstance >>> 4,
    isContainer: (versionAndInstance & 0xf) === 0xf,
    body: bytes.subarray(start, Math.min(bytes.length, start + view.getUint32(offset + 4, true))),
  };
}

/** Returns the consecutive records in bytes. */
export function* recordsIn(bytes: Uint8Array | undefined): Generator<PptRecord> {
  if (bytes === undefined) return;
  for (let offset = 0; ;) {
    const record = recordAt(bytes, offset);
    if (record === undefined) return;
    yield record;
    offset = record.body.byteOffset - bytes.byteOffset + record.body.length;
  }
}

/** Returns the first record of a type in bytes; with several types, follows them as a path. */
export function findRecord(bytes: Uint8Array | undefined, ...path: readonly number[]): PptRecord | undefined {
  let found: PptRecord | undefined;
  let inside = bytes;
  for (const type of path) {
    found = firstOf(inside, type);
    inside = found?.body;
  }
  return found;
}

function firstOf(bytes: Uint8Array | undefined, type: number): PptRecord | undefined {
  for (const record of recordsIn(bytes)) if (record.type === type) return record;
  return undefined;
}

/** Returns all records of a type in bytes. */
export function recordsOf(bytes: Uint8Array | undefined, type: number): readonly PptRecord[] {
  return [...recordsIn(bytes)].filter((record) => record.type === type);
}

/** Creates a view of exactly these bytes. */
export function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

/** Reads a 32-bit number; 0 beyond the end. */
export function uint32At(bytes: Uint8Array | undefined, offset: number): number {
  return bytes !== undefined && offset + 4 <= bytes.length ? viewOf(bytes).getUint32(offset, true) : 0;
}

/** Reads a 16-bit number; 0 beyond the end. */
export function uint16At(bytes: Uint8Array | undefined, offset: number): number {
  return bytes !== undefined && offset + 2 <= bytes.length ? viewOf(bytes).getUint16(offset, true) : 0;
}

const utf16 = new TextDecoder("utf-16le");

/** Decodes UTF-16 text. */
export function wideText(bytes: Uint8Array | undefined): string {
  return utf16.decode(bytes?.subarray(0, bytes.length & ~1)).replaceAll("\0", "");
}

/** Returns the texts (`CString`) in a container, by their instances. */
export function stringsIn(bytes: Uint8Array | undefined): ReadonlyMap<number, string> {
  const strings = new Map<number, string>();
  for (const { instance, body } of recordsOf(bytes, recordTypes.text)) strings.set(instance, wideText(body));
  return strings;
}

/** Record instances with a second digest ([MS-ODRAW], 2.2.24 to 2.2.31). */
const twoDigests: ReadonlySet<number> = new Set([0x217, 0x3d5, 0x46b, 0x543, 0x6e1, 0x6e3, 0x6e5, 0x7a9]);

/** Types with a size header: EMF, WMF and PICT. */
const metafiles: ReadonlySet<number> = new Set([0xf01a, 0xf01b, 0xf01c]);

const digestBytes = 16;
const metafileHeaderBytes = 34;
const tagBytes = 1;

/** Returns the length of the fields before the bytes of an image: one or two digests, and a tag or a longer header. */
export function imageHeaderBytes({ type, instance }: Pick<PptRecord, "type" | "instance">): readonly number[] {
  const digests = twoDigests.has(instance) ? [digestBytes, digestBytes] : [digestBytes];
  return [...digests, metafiles.has(type) ? metafileHeaderBytes : tagBytes];
}
