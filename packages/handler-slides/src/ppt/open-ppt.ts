import { ReadError, type Source } from "@reader/core/handler";
import { cutOffWords, soundCompound } from "@reader/office-kit/compound";
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
  pictureHeaderBytes,
  type PptRecord,
  recordAt,
  recordsIn,
  recordTypes,
  uint16At,
  uint32At,
} from "@reader/office-kit/office-art";

/** An opened presentation of PowerPoint 97 to 2003. */
export interface PptFile {
  readonly path: string;
  readonly streams: Streams;
  /** The document in its current version. */
  readonly document: Uint8Array;
  /** The object with this number, such as a slide, in its current version. */
  object(id: number): PptRecord | undefined;
  /** The picture at an offset of the stream of pictures. */
  readonly picture: RecordTaker["picture"];
}

/** Opens it. Throws `corrupt`, `encrypted` or `unsupported-type`. */
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
  return { path, streams, document: document.body, object, picture: records.picture };
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

/** Whether bytes of a slide show information say that the slide is left out ([MS-PPT], 2.4.7). */
export function isHiddenIn(slide: Uint8Array): boolean {
  for (const { type, body } of recordsIn(slide)) {
    if (type === recordTypes.slideShowInfo) return (uint16At(body, 10) & 0x4) !== 0;
  }
  return false;
}

/** The streams of a compound file. */
interface Streams {
  /** The bytes of the stream with this name, in the folder of a newer version where there is one. */
  find(name: string): Uint8Array | undefined;
  /** Sentences about a file that is not all there. */
  readonly damage: readonly string[];
}

/** PowerPoint 97 could write a file for 95 and itself; its own version is in this folder ([MS-PPT], 2.1). */
const newerVersion = "PP97_DUALSTORAGE/";

/** Opens a compound file. The library comes with the first one. Throws `corrupt`. */
async function openStreams(bytes: Uint8Array, path: string): Promise<Streams> {
  const library = await import("cfb");
  try {
    const { FileIndex: entries, FullPaths: paths } = library.read(soundCompound(bytes), { type: "array" });
    const byPath = new Map(entries.map((entry, at) => [inside(paths[at] ?? ""), entry]));
    return {
      damage: cutOffWords(bytes, entries),
      find(name) {
        const content = (byPath.get(newerVersion + name) ?? byPath.get(name))?.content;
        return content === undefined || content.length === 0 ? undefined : Uint8Array.from(content);
      },
    };
  } catch (cause) {
    throw new ReadError("corrupt", `${path} is no whole compound file.`, { cause });
  }
}

/** Paths start with the name of the root, which differs. */
function inside(path: string): string {
  return path.slice(path.indexOf("/") + 1);
}

/** Takes records out of the streams of a presentation. */
interface RecordTaker {
  /** The object with a number, at an offset. */
  readonly object: (bytes: Uint8Array, offset: number, id: number) => PptRecord | undefined;
  /** The picture at an offset. */
  readonly picture: (bytes: Uint8Array, offset: number) => PptRecord | undefined;
}

/** Of a presentation that is not encrypted. */
const plainRecords: RecordTaker = { object: recordAt, picture: recordAt };

/** Of one that is, by how it says that it is encrypted; throws `encrypted` without the right password. */
function lockedRecords(session: Uint8Array | undefined, request: PasswordRequest): RecordTaker {
  if (session === undefined) throw unknownEncryption(request.path);
  const keyOf = tryPasswords(request, (password) => rc4Keys(session, password));
  return {
    object: (bytes, offset, id) => lockedObject(bytes.subarray(offset), keyOf(id)),
    picture: lockedPictures(keyOf),
  };
}

/** What objects are; others are read out of these, and bytes at a wrong place are mostly none. */
const objectTypes: ReadonlySet<number | undefined> = new Set([
  recordTypes.document,
  recordTypes.mainMaster,
  recordTypes.slide,
  recordTypes.notes,
]);

/** Objects have the key of their number, their headers included ([MS-PPT], 2.3.7). */
function lockedObject(bytes: Uint8Array, key: Uint8Array): PptRecord | undefined {
  const head = rc4(key, bytes.subarray(0, headerBytes));
  if (!objectTypes.has(recordAt(head, 0)?.type)) return undefined;
  return recordAt(rc4(key, bytes.subarray(0, headerBytes + uint32At(head, 4))), 0);
}

/** Each picture is deciphered once. They do not share bytes, so all of them come to no more than their stream. */
function lockedPictures(keyOf: Rc4Keys): RecordTaker["picture"] {
  const known = new Map<number, PptRecord | undefined>();
  let total = 0;
  return (bytes, offset) => {
    if (known.has(offset)) return known.get(offset);
    const record = total > bytes.length ? undefined : recordAt(plainPicture(bytes.subarray(offset), keyOf(0)), 0);
    total += record?.body.length ?? 0;
    known.set(offset, record);
    return record;
  };
}

/** In the stream of pictures the cipher starts anew with every field, always with the first key. */
function plainPicture(bytes: Uint8Array, key: Uint8Array): Uint8Array {
  const head = rc4(key, bytes.subarray(0, headerBytes));
  const record = recordAt(head, 0);
  const plain = bytes.slice(0, headerBytes + uint32At(head, 4));
  if (record === undefined) return plain;
  let at = 0;
  for (const length of [headerBytes, ...pictureHeaderBytes(record), plain.length]) {
    plain.set(rc4(key, plain.subarray(at, at + length)), Math.min(at, plain.length));
    at += length;
  }
  return plain;
}

/** Where the objects of the current version are, each by its number. */
interface Version {
  readonly offsets: ReadonlyMap<number, number>;
  readonly documentId: number;
  readonly isEncrypted: boolean;
  /** How it is encrypted, where that is told (2.3.7). */
  readonly session: Uint8Array | undefined;
}

/** What the token of an encrypted file is ([MS-PPT], 2.3.2). */
const encryptedToken = 0xf3d1c4df;

/**
 * Follows the edits from the last to the first ([MS-PPT], 2.1.2); each names the objects that it wrote. Where the
 * way is lost, all directories are taken in the order in which they stand.
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
    // A session of encryption is named in the seventh number, which only encrypted files have.
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

/** Runs of a first number and the offsets from it on ([MS-PPT], 2.3.4); what an earlier call has set stays. */
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
