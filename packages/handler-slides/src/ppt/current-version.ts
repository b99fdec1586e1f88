import { recordAt, recordTypes, recordsIn, uint32At, type PptRecord } from "@reader/office-kit/office-art";

/** Where the objects of the current version are, each by its number. */
export interface Version {
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
export function currentVersion(bytes: Uint8Array, currentUser: Uint8Array | undefined): Version {
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
