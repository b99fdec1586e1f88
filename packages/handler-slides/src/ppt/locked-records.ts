import {
  tryPasswords,
  unknownEncryption,
  type PasswordRequest,
  rc4Keys,
  type Rc4Keys,
  rc4,
} from "@reader/office-kit/encryption";
import {
  pictureHeaderBytes,
  headerBytes,
  recordAt,
  recordTypes,
  uint32At,
  type PptRecord,
} from "@reader/office-kit/office-art";

/** Takes records out of the streams of a presentation. */
export interface RecordTaker {
  /** The object with a number, at an offset. */
  readonly object: (bytes: Uint8Array, offset: number, id: number) => PptRecord | undefined;
  /** The picture at an offset. */
  readonly picture: (bytes: Uint8Array, offset: number) => PptRecord | undefined;
}

/** Of a presentation that is not encrypted. */
export const plainRecords: RecordTaker = { object: recordAt, picture: recordAt };

/** Of one that is, by how it says that it is encrypted; throws `encrypted` without the right password. */
export function lockedRecords(session: Uint8Array | undefined, request: PasswordRequest): RecordTaker {
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
