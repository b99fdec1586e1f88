import { ReadError, type Source } from "@reader/core/handler";
import { recordAt, recordTypes, recordsIn, uint16At, uint32At, type PptRecord } from "./records.ts";
import { openStreams, type Streams } from "./streams.ts";

/** An opened presentation of PowerPoint 97 to 2003. */
export interface PptFile {
  readonly path: string;
  readonly streams: Streams;
  /** The document in its current version. */
  readonly document: Uint8Array;
  /** The object with this number, such as a slide, in its current version. */
  object(id: number): PptRecord | undefined;
}

/** Opens it. Throws `corrupt`, `encrypted` or `unsupported-type`. */
export async function openPpt(source: Source): Promise<PptFile> {
  const { path } = source;
  const streams = await openStreams(await source.bytes(), path);
  const bytes = streams.find("PowerPoint Document");
  if (bytes === undefined) throw noPresentation(path, streams);
  const { offsets, documentId, isEncrypted } = currentVersion(bytes, streams.find("Current User"));
  if (isEncrypted || streams.find("EncryptedSummary") !== undefined) throw encrypted(path);
  const object = (id: number): PptRecord | undefined => {
    const offset = offsets.get(id);
    return offset === undefined ? undefined : recordAt(bytes, offset);
  };
  const current = object(documentId);
  const document = current?.type === recordTypes.document ? current : lastDocument(bytes);
  if (document === undefined) throw new ReadError("corrupt", `${path} has no document in it.`);
  return { path, streams, document: document.body, object };
}

/** Where the objects of the current version are, each by its number. */
interface Version {
  readonly offsets: ReadonlyMap<number, number>;
  readonly documentId: number;
  readonly isEncrypted: boolean;
}

/** What the token of an encrypted file is ([MS-PPT], 2.3.2). */
const encryptedToken = 0xf3d1c4df;

/** Follows the edits from the last to the first ([MS-PPT], 2.1.2); each names the objects that it wrote. */
function currentVersion(bytes: Uint8Array, currentUser: Uint8Array | undefined): Version {
  const user = currentUser === undefined ? undefined : recordAt(currentUser, 0)?.body;
  const offsets = new Map<number, number>();
  const seen = new Set<number>();
  let documentId = 0;
  let isEncrypted = uint32At(user, 4) === encryptedToken;
  let at = uint32At(user, 8);
  for (let edit = editAt(bytes, at); edit !== undefined && !seen.has(at); edit = editAt(bytes, at)) {
    seen.add(at);
    addOffsets(offsets, recordAt(bytes, uint32At(edit.body, 12))?.body);
    if (documentId === 0) documentId = uint32At(edit.body, 16);
    // A session of encryption is named in the seventh number, which only encrypted files have.
    if (edit.body.length >= 32 && uint32At(edit.body, 28) !== 0) isEncrypted = true;
    at = uint32At(edit.body, 8);
  }
  return offsets.size > 0 ? { offsets, documentId, isEncrypted } : everyVersion(bytes, isEncrypted);
}

function editAt(bytes: Uint8Array, offset: number): PptRecord | undefined {
  const record = recordAt(bytes, offset);
  return record?.type === recordTypes.userEdit ? record : undefined;
}

/** Where the way through the edits is lost, all directories are taken in the order in which they stand. */
function everyVersion(bytes: Uint8Array, isEncrypted: boolean): Version {
  const offsets = new Map<number, number>();
  let isLocked = isEncrypted;
  for (const { type, body } of recordsIn(bytes)) {
    const found = new Map<number, number>();
    if (type === recordTypes.persistDirectory) addOffsets(found, body);
    if (type === recordTypes.cryptSession) isLocked = true;
    for (const [id, offset] of found) offsets.set(id, offset);
  }
  return { offsets, documentId: 1, isEncrypted: isLocked };
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

function lastDocument(bytes: Uint8Array): PptRecord | undefined {
  return [...recordsIn(bytes)].findLast(({ type }) => type === recordTypes.document);
}

function encrypted(path: string): ReadError {
  return new ReadError("encrypted", `${path} is encrypted.`, {
    hint: "Ask for a copy without a password: presentations of this old format are not decrypted here.",
  });
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
