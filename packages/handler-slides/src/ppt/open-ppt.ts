import { ReadError, type Source } from "@reader/core/handler";
import { cutOffWords, repairCompound } from "@reader/office-kit/compound";
import {
  type PasswordRequest,
  rc4,
  rc4Keys,
  type Rc4Keys,
  tryPasswords,
  unknownEncryption,
} from "@reader/office-kit/encryption";
import {
  headerBytes,
  imageHeaderBytes,
  type PptRecord,
  recordAt,
  recordsIn,
  recordTypes,
  uint16At,
  uint32At,
} from "@reader/office-kit/office-art";

/** An opened PowerPoint 97–2003 presentation. */
export interface PptFile {
  readonly path: string;
  readonly streams: Streams;
  /** The document in its current version. */
  readonly document: Uint8Array;
  /** The object with this number, such as a slide, in its current version. */
  object(id: number): PptRecord | undefined;
  /** The image at an offset of the `Pictures` stream. */
  readonly image: RecordTaker["image"];
}

/** Opens a presentation. Throws `corrupt`, `encrypted` or `unsupported-type`. */
export async function openPpt(source: Source, password: string | undefined): Promise<PptFile> {
  const { path } = source;
  const streams = await openStreams(await source.bytes(), path);
  const bytes = streams.find("PowerPoint Document");
  if (bytes === undefined) throw noPresentation(path, streams);
  const version = currentVersion(bytes, streams.find("Current User"));
  const isEncrypted = version.isEncrypted || streams.find("EncryptedSummary") !== undefined;
  const records = isEncrypted ? lockedRecords(version.session, { path, password }) : plainRecords;
  const object = (id: number): PptRecord | undefined => {
    const offset = version.offsets.get(id);
    return offset === undefined ? undefined : records.object(bytes, offset, id);
  };
  const current = object(version.documentId);
  const document = current?.type === recordTypes.document ? current : lastDocument(bytes, isEncrypted);
  if (document === undefined) throw new ReadError("corrupt", `${path} has no document in it.`);
  return { path, streams, document: document.body, object, image: records.image };
}

function lastDocument(bytes: Uint8Array, isEncrypted: boolean): PptRecord | undefined {
  if (isEncrypted) return undefined;
  return [...recordsIn(bytes)].findLast(({ type }) => type === recordTypes.document);
}

function noPresentation(path: string, streams: Streams): ReadError {
  const isOlder = streams.find("PP40") !== undefined;
  if (!isOlder) return new ReadError("corrupt", `${path} has no presentation in it.`);
  return new ReadError("unsupported-type", `${path} is a presentation of PowerPoint 95 or older.`, {
    hint: "Convert it first, with `soffice --headless --convert-to pptx`.",
  });
}

/** True if slide show information hides the slide ([MS-PPT], 2.4.7). */
export function isHiddenIn(slide: Uint8Array): boolean {
  for (const { type, body } of recordsIn(slide)) {
    if (type === recordTypes.slideShowInfo) return (uint16At(body, 10) & 0x4) !== 0;
  }
  return false;
}

/** The streams of a compound file. */
interface Streams {
  /** Returns the stream with this name, from the folder of the newer version if there is one. */
  find(name: string): Uint8Array | undefined;
  /** Warnings about an incomplete file. */
  readonly damage: readonly string[];
}

/** PowerPoint 97 could save a file for 95 and 97 at once; the 97 version is in this folder ([MS-PPT], 2.1). */
const newerVersion = "PP97_DUALSTORAGE/";

/** Opens a compound file and loads the library on first use. Throws `corrupt`. */
async function openStreams(bytes: Uint8Array, path: string): Promise<Streams> {
  const library = await import("cfb");
  try {
    const { FileIndex: entries, FullPaths: paths } = library.read(repairCompound(bytes), { type: "array" });
    const byPath = new Map(entries.map((entry, at) => [inside(paths[at] ?? ""), entry]));
    return {
      damage: cutOffWords(bytes, entries),
      find(name) {
        const content = (byPath.get(newerVersion + name) ?? byPath.get(name))?.content;
        return content === undefined || content.length === 0 ? undefined : Uint8Array.from(content);
      },
    };
  } catch (cause) {
    throw new ReadError("corrupt", `${path} is damaged: the directory of this compound file cannot be read.`, {
      cause,
    });
  }
}

/** Paths start with the name of the root, which varies. */
function inside(path: string): string {
  return path.slice(path.indexOf("/") + 1);
}

/** Reads records from the streams of a presentation. */
interface RecordTaker {
  /** Returns the object with a number, at an offset. */
  readonly object: (bytes: Uint8Array, offset: number, id: number) => PptRecord | undefined;
  /** Returns the image at an offset. */
  readonly image: (bytes: Uint8Array, offset: number) => PptRecord | undefined;
}

/** Creates the reader of an unencrypted presentation. */
const plainRecords: RecordTaker = { object: recordAt, image: recordAt };

/** Creates the reader of an encrypted presentation. Throws `encrypted` without the right password. */
function lockedRecords(session: Uint8Array | undefined, request: PasswordRequest): RecordTaker {
  if (session === undefined) throw unknownEncryption(request.path);
  const keyOf = tryPasswords(request, (password) => rc4Keys(session, password));
  return {
    object: (bytes, offset, id) => lockedObject(bytes.subarray(offset), keyOf(id)),
    image: encryptedImages(keyOf),
  };
}

/** Types of top-level objects. Bytes at a wrong offset rarely match one. */
const objectTypes: ReadonlySet<number | undefined> = new Set([
  recordTypes.document,
  recordTypes.mainMaster,
  recordTypes.slide,
  recordTypes.notes,
]);

/** The key of an object depends on its number and includes its header ([MS-PPT], 2.3.7). */
function lockedObject(bytes: Uint8Array, key: Uint8Array): PptRecord | undefined {
  const head = rc4(key, bytes.subarray(0, headerBytes));
  if (!objectTypes.has(recordAt(head, 0)?.type)) return undefined;
  return recordAt(rc4(key, bytes.subarray(0, headerBytes + uint32At(head, 4))), 0);
}

/** Each image is decrypted once. Images do not overlap, so their total is bounded by their stream. */
function encryptedImages(keyOf: Rc4Keys): RecordTaker["image"] {
  const known = new Map<number, PptRecord | undefined>();
  let total = 0;
  return (bytes, offset) => {
    if (known.has(offset)) return known.get(offset);
    const record = total > bytes.length ? undefined : recordAt(decryptedImage(bytes.subarray(offset), keyOf(0)), 0);
    total += record?.body.length ?? 0;
    known.set(offset, record);
    return record;
  };
}

/** In the `Pictures` stream the cipher restarts with every field, always with the first key. */
function decryptedImage(bytes: Uint8Array, key: Uint8Array): Uint8Array {
  const head = rc4(key, bytes.subarray(0, headerBytes));
  const record = recordAt(head, 0);
  const plain = bytes.slice(0, headerBytes + uint32At(head, 4));
  if (record === undefined) return plain;
  let at = 0;
  for (const length of [headerBytes, ...imageHeaderBytes(record), plain.length]) {
    plain.set(rc4(key, plain.subarray(at, at + length)), Math.min(at, plain.length));
    at += length;
  }
  return plain;
}

/** The offsets of the objects of the current version, by number. */
interface Version {
  readonly offsets: ReadonlyMap<number, number>;
  readonly documentId: number;
  readonly isEncrypted: boolean;
  /** The encryption information, if present (2.3.7). */
  readonly session: Uint8Array | undefined;
}

/** The header token of an encrypted file ([MS-PPT], 2.3.2). */
const encryptedToken = 0xf3d1c4df;

/**
 * Follows the edits from last to first ([MS-PPT], 2.1.2); each lists the objects that it wrote. If the chain is broken,
 * uses all directories in file order.
 */
function currentVersion(bytes: Uint8Array, currentUser: Uint8Array | undefined): Version {
  const user = currentUser === undefined ? undefined : recordAt(currentUser, 0)?.body;
  const offsets = new Map<number, number>();
  const seen = new Set<number>();
  let documentId = 0;
  let sessionId = 0;
  let at = uint32At(user, 8);
  for (let edit = editAt(bytes, at); edit !== undefined && !seen.has(at); edit = editAt(bytes, at)) {
    seen.add(at);
    addOffsets(offsets, recordAt(bytes, uint32At(edit.body, 12))?.body);
    documentId ||= uint32At(edit.body, 16);
    // The seventh number refers to the encryption session. Only encrypted files have it.
    sessionId ||= uint32At(edit.body, 28);
    at = uint32At(edit.body, 8);
  }
  const isEncrypted = sessionId !== 0 || uint32At(user, 4) === encryptedToken;
  if (offsets.size === 0) return everyVersion(bytes, isEncrypted);
  return { offsets, documentId, isEncrypted, session: sessionAt(bytes, offsets.get(sessionId)) };
}

function sessionAt(bytes: Uint8Array, offset = Number.NaN): Uint8Array | undefined {
  const record = recordAt(bytes, offset);
  return record?.type === recordTypes.cryptSession ? record.body : undefined;
}

function editAt(bytes: Uint8Array, offset: number): PptRecord | undefined {
  const record = recordAt(bytes, offset);
  return record?.type === recordTypes.userEdit ? record : undefined;
}

function everyVersion(bytes: Uint8Array, isEncrypted: boolean): Version {
  const offsets = new Map<number, number>();
  let session: Uint8Array | undefined;
  for (const { type, body } of recordsIn(bytes)) {
    const found = new Map<number, number>();
    if (type === recordTypes.persistDirectory) addOffsets(found, body);
    if (type === recordTypes.cryptSession) session = body;
    for (const [id, offset] of found) offsets.set(id, offset);
  }
  return { offsets, documentId: 1, isEncrypted: isEncrypted || session !== undefined, session };
}

/** Reads runs of a first number and its offsets ([MS-PPT], 2.3.4). Entries of earlier calls are kept. */
function addOffsets(offsets: Map<number, number>, directory: Uint8Array | undefined): void {
  const length = directory?.length ?? 0;
  for (let at = 0; at + 4 <= length;) {
    const run = uint32At(directory, at);
    const [first, count] = [run & 0xfffff, run >>> 20];
    at += 4;
    for (let index = 0; index < count && at + 4 <= length; index += 1, at += 4) {
      if (!offsets.has(first + index)) offsets.set(first + index, uint32At(directory, at));
    }
  }
}
