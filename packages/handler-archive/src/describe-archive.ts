import { ReadError, extent, type HandlerContext, type HandlerInfo, type Json, type Source } from "@reader/core/handler";
import type { Archive, ArchiveSummary } from "./bytes/member.ts";
import { openArchive, type PackedFile } from "./open-archive.ts";

/** Describes an archive: its kind, number of members and sizes. */
export async function describeArchive(source: Source, context: HandlerContext): Promise<HandlerInfo> {
  const opened = await openArchive(source, context);
  try {
    if (opened.type === "file") return { extents: [], facts: await factsOfFile(opened.file, source.size) };
    const { archive } = opened;
    const { summary, isWhole } = await sumsOf(archive);
    const { members, folders, encrypted, bytes } = summary;
    const facts: Record<string, Json> = {
      kind: archive.kind,
      members,
      folders,
      packedBytes: source.size,
      unpackedBytes: bytes,
      compressionRatio: ratioOf(bytes, source.size),
      encryptedMembers: encrypted,
      ...(archive.comment === "" ? {} : { comment: archive.comment }),
      ...(isWhole ? {} : { isCounted: "as far as the limits go" }),
    };
    return { extents: [extent("entry", members, isWhole ? "exact" : "at-least")], facts };
  } finally {
    await opened.close();
  }
}

interface Sums {
  readonly summary: ArchiveSummary;
  readonly isWhole: boolean;
}

/** If all members must be read, an error or a limit ends the count. */
async function sumsOf(archive: Archive): Promise<Sums> {
  if (archive.summary !== undefined) return { summary: archive.summary, isWhole: true };
  const summary = { members: 0, folders: 0, encrypted: 0, bytes: 0 };
  try {
    for await (const { kind, isEncrypted, bytes } of archive.members()) {
      summary.members += 1;
      if (kind === "folder") summary.folders += 1;
      if (isEncrypted) summary.encrypted += 1;
      summary.bytes += bytes ?? 0;
    }
  } catch (error) {
    if (!ReadError.is(error) || summary.members === 0) throw error;
    return { summary, isWhole: false };
  }
  return { summary, isWhole: true };
}

async function factsOfFile(file: PackedFile, packedBytes: number): Promise<Record<string, Json>> {
  let unpackedBytes = 0;
  let isWhole = true;
  try {
    for await (const piece of file.content()) unpackedBytes += piece.length;
  } catch (error) {
    if (!ReadError.is(error)) throw error;
    isWhole = false;
  }
  return {
    kind: `${file.packing} file`,
    packedBytes,
    unpackedBytes,
    compressionRatio: ratioOf(unpackedBytes, packedBytes),
    ...(isWhole ? {} : { isCounted: "as far as the limits go" }),
  };
}

/** Returns the compression ratio to two digits. */
function ratioOf(bytes: number, packedBytes: number): number {
  return packedBytes === 0 ? 0 : Number((bytes / packedBytes).toPrecision(3));
}
