import { ReadError } from "@reader/core/handler";
import type { InflationMeter } from "@reader/unpack";
import { counted } from "../bytes/counted.ts";
import type { Member, MemberKind } from "../member.ts";
import { openForeign, type ForeignArchive, type ForeignEntry } from "./engine.ts";
import { checkWhole7z } from "./first-volume.ts";
import { behind, checkWholeCpio } from "./missing-end.ts";
import {
  unsupportedWords,
  isUnsupported,
  unsupported,
  noArchive,
  locked,
  lockedBehind,
  lockedUp,
} from "./foreign-faults.ts";

/** What is read by the library. */
export interface ForeignInput {
  readonly path: string;
  readonly bytes: Uint8Array;
  readonly password: string | undefined;
  readonly meter: InflationMeter;
  /** The program that packed the whole file, where nothing but an archive in it is read; absent where none did. */
  readonly packedBy?: string;
}

/** The members of an archive that the library reads, in order. Their content is there until the next is asked for. */
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

/** Members after which timers and input get their turn. */
const restAfter = 256;

/** Work in wasm never waits: without this, no abort and no time limit could reach it. */
function turn(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve);
  });
}

/** Throws where the archive did not come to its end. */
function endOf(archive: ForeignArchive, members: number, { path, password, packedBy }: ForeignInput): void {
  if (members === 0 && archive.isEncrypted()) throw lockedUp(path, password);
  const fault = archive.fault();
  if (members === 0 && packedBy !== undefined) throw noArchive(path, packedBy);
  if (fault === "") return;
  // Where a link leads to is encrypted like the content of a file, and the library goes no further.
  if (archive.isEncrypted() && /encrypted/i.test(fault)) throw lockedBehind(path, members);
  if (unsupportedWords.test(fault)) throw unsupported(path);
  throw new ReadError("corrupt", `${path} is damaged${behind(members)}.`);
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

/** cpio may keep the content of a file that has several names with the last of them, and none with the others. */
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

/** The library was built without a locale: it loses letters beyond ASCII, or whole names that have some. */
function flawOf({ name }: ForeignEntry): string | undefined {
  if (name === "") return "its name cannot be read here";
  return name.includes("*") ? "* stands for a letter that cannot be read here" : undefined;
}

interface Guarded extends ForeignInput {
  readonly entry?: ForeignEntry;
}

/** The library throws anything: what it says is not for people who have the file. */
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
