import { ReadError } from "@reader/core/handler";
import type { InflationMeter } from "@reader/unpack";
import { counted } from "../bytes/byte-reader.ts";
import type { Member, MemberKind } from "../bytes/member.ts";
import { type ForeignArchive, type ForeignEntry, openForeign } from "./engine.ts";
import { afterMember, checkWholeCpio } from "./missing-end.ts";

/** The input for the library. */
export interface ForeignInput {
  readonly path: string;
  readonly bytes: Uint8Array;
  readonly password: string | undefined;
  readonly meter: InflationMeter;
  /** The compressor around the archive, if any. */
  readonly packedBy?: string;
}

/**
 * Yields the members of an archive that the library reads. The content of a member is available until the next one is
 * requested.
 */
export async function* foreignMembers(input: ForeignInput): AsyncGenerator<Member> {
  checkWhole7z(input.bytes, input.path);
  const archive = await guarded(input, () => openForeign(input.bytes, input.password));
  let index = 0;
  let isTrusted = false;
  try {
    for (;;) {
      const entry = await guarded(input, () => archive.next());
      if (entry === undefined) break;
      index += 1;
      yield memberOf(entry, index, { ...input, archive });
      if (index % restAfter === 0) await turn();
    }
    isTrusted = true;
    endOf(archive, index, input);
    checkWholeCpio(input.bytes, input.path, index);
  } finally {
    if (isTrusted) archive.close();
  }
}

/** Number of members after which the reader yields to the event loop. */
const restAfter = 256;

/** WebAssembly code never yields; without this, no abort or time limit could take effect. */
function turn(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve);
  });
}

/** Throws if the archive did not end properly. */
function endOf(archive: ForeignArchive, members: number, { path, password, packedBy }: ForeignInput): void {
  if (members === 0 && archive.isEncrypted()) throw lockedUp(path, password);
  const fault = archive.fault();
  if (members === 0 && packedBy !== undefined) throw noArchive(path, packedBy);
  if (fault === "") return;
  // Link targets are encrypted like file content, and the library stops there.
  if (archive.isEncrypted() && /encrypted/i.test(fault)) throw lockedBehind(path, members);
  if (unsupportedWords.test(fault)) throw unsupported(path);
  throw new ReadError("corrupt", `${path} is damaged${afterMember(members)}.`);
}

const kinds: Readonly<Record<string, MemberKind>> = {
  File: "file",
  Directory: "folder",
  SymbolicLink: "link",
  CharacterDevice: "device",
  BlockDevice: "device",
  NamedPipe: "pipe",
  Socket: "socket",
};

interface MemberInput extends ForeignInput {
  readonly archive: ForeignArchive;
}

function memberOf(entry: ForeignEntry, index: number, input: MemberInput): Member {
  const kind = isHardLink(entry, input) ? "hard-link" : (kinds[entry.type] ?? "other");
  const { archive, bytes, meter } = input;
  async function* pieces(): AsyncGenerator<Uint8Array> {
    for (;;) {
      const piece = await guarded({ ...input, entry }, () => archive.read());
      if (piece.length === 0) return;
      yield piece;
      await turn();
    }
  }
  return {
    index,
    name: entry.name,
    kind,
    bytes: kind === "file" ? entry.bytes : undefined,
    modified: entry.modified,
    target: targetOf(entry, kind),
    isEncrypted: entry.isEncrypted,
    flaw: flawOf(entry),
    content: () => counted(pieces(), meter, () => bytes.length),
  };
}

/** cpio may store the content of a hard-linked file only with its last name. */
function isHardLink({ hardLink, bytes }: ForeignEntry, { bytes: archive }: MemberInput): boolean {
  return hardLink !== "" && !((bytes ?? 0) > 0 && isNewCpio(archive));
}

/** `070701`, `070702`. */
function isNewCpio(archive: Uint8Array): boolean {
  return /^07070[12]/.test(String.fromCharCode(...archive.subarray(0, 6)));
}

function targetOf({ link, hardLink }: ForeignEntry, kind: MemberKind): string | undefined {
  if (kind === "link") return link;
  return kind === "hard-link" ? hardLink : undefined;
}

/** The library was built without a locale, so it loses characters beyond ASCII, or whole names. */
function flawOf({ name }: ForeignEntry): string | undefined {
  if (name === "") return "its name cannot be read here";
  return name.includes("*") ? "* stands for a letter that cannot be read here" : undefined;
}

interface Guarded extends ForeignInput {
  readonly entry?: ForeignEntry;
}

/** The library may throw anything, and its messages are not for users. */
async function guarded<Value>(input: Guarded, act: () => Value | Promise<Value>): Promise<Value> {
  try {
    return await act();
  } catch (error) {
    if (input.entry?.isEncrypted === true) throw locked(input.path, input.password);
    if (isUnsupported(error)) throw unsupported(input.path);
    if (input.packedBy !== undefined && input.entry === undefined) throw noArchive(input.path, input.packedBy);
    throw new ReadError("corrupt", `${input.path} is damaged.`, { cause: error });
  }
}

/** Size of the 7z signature header (7zFormat.txt, "SignatureHeader"). Offsets count from its end. */
const headerBytes = 32;

/**
 * Throws if the end of a 7z archive is missing, which holds the list of members: the file is truncated, or the first of
 * several volumes. The library treats such a file as empty.
 */
function checkWhole7z(bytes: Uint8Array, path: string): void {
  const is7z = bytes.length >= headerBytes && [0x37, 0x7a, 0xbc, 0xaf].every((byte, at) => bytes[at] === byte);
  if (!is7z) return;
  const view = new DataView(bytes.buffer, bytes.byteOffset, headerBytes);
  const end = BigInt(headerBytes) + view.getBigUint64(12, true) + view.getBigUint64(20, true);
  if (end <= BigInt(bytes.length)) return;
  throw new ReadError(
    "corrupt",
    `${path} is cut off, or the first part of several, and its list of members is missing.`,
    {
      hint: "Join the parts first, as in `cat name.7z.* > name.7z`, or get the whole file.",
    },
  );
}

/** Matches the library's messages about unsupported methods, such as Deflate64 in 7z. */
const unsupportedWords: RegExp = /unsupported|not supported|unknown codec|unknown compression/i;

/** True if the library's error has such a message. */
function isUnsupported(error: unknown): boolean {
  return error instanceof Error && unsupportedWords.test(error.message);
}

/** The compression method is not supported. */
function unsupported(path: string): ReadError {
  return new ReadError("unsupported-type", `${path} has an unsupported compression.`, {
    hint: "Unpack it with `7z x` first.",
  });
}

/** For a file that is not an archive, the library cannot detect damage. */
function noArchive(path: string, packedBy: string): ReadError {
  return new ReadError("unsupported-type", `${path} is compressed with ${packedBy}, and is not a tar archive inside.`, {
    hint: `Unpack it with \`${packedBy} -d\` or \`7z x\` first.`,
  });
}

/** A member that the password does not open. */
function locked(path: string, password: string | undefined): ReadError {
  const state = password === undefined ? "" : " with another password or an unsupported method";
  return new ReadError("encrypted", `${path} is encrypted${state}.`, {
    hint: "Unpack the archive with `7z x` first, which asks for the password.",
  });
}

/** The list ends early at an encrypted part. */
function lockedBehind(path: string, members: number): ReadError {
  return new ReadError("encrypted", `${path} is encrypted, and its list cannot be read after member ${members}.`, {
    hint: "Unpack the archive with `7z x` first, which asks for the password.",
  });
}

/** The list itself is encrypted. */
function lockedUp(path: string, password: string | undefined): ReadError {
  const known = password === undefined ? "" : ", and encrypted lists are not supported";
  return new ReadError("encrypted", `The list of members of ${path} is encrypted too${known}.`, {
    hint: "Unpack the archive with `7z x` first, which asks for the password.",
  });
}
