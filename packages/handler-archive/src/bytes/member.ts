/** The kind of a member. */
export type MemberKind = "file" | "folder" | "link" | "hard-link" | "device" | "pipe" | "socket" | "other";

/** One member of an archive. */
export interface Member {
  /** Its number in the order of the archive, from 1. */
  readonly index: number;
  /** The name as stored. Untrusted: show it only escaped. */
  readonly name: string;
  readonly kind: MemberKind;
  /** The unpacked size that the archive claims, if any. */
  readonly bytes: number | undefined;
  /** In UTC, or in the packing machine's time if the format has no time zones. */
  readonly modified: Date | undefined;
  /** The target of a link. Untrusted. */
  readonly target: string | undefined;
  readonly isEncrypted: boolean;
  /** A short remark about damage, if any. */
  readonly flaw: string | undefined;
  /** Streams its bytes and counts them. In some formats, only until the next member is requested. */
  content(): AsyncIterable<Uint8Array>;
}

/** Facts about an archive that are known without reading its members. */
export interface ArchiveSummary {
  readonly members: number;
  readonly folders: number;
  readonly encrypted: number;
  /** The total unpacked size that the members claim. */
  readonly bytes: number;
}

/** An opened archive. */
export interface Archive {
  /** A description such as `ZIP archive`. */
  readonly kind: string;
  /** Absent if all members must be read to find out. */
  readonly summary: ArchiveSummary | undefined;
  readonly comment: string;
  /** Sentences about damage to the file as a whole. */
  readonly notes: readonly string[];
  /** Its members in order. Can be iterated once. */
  members(): AsyncIterable<Member>;
}

/** Totals over members. */
export function summarize(members: Iterable<Member>): ArchiveSummary {
  let [count, folders, encrypted, bytes] = [0, 0, 0, 0];
  for (const member of members) {
    count += 1;
    if (member.kind === "folder") folders += 1;
    if (member.isEncrypted) encrypted += 1;
    bytes += member.bytes ?? 0;
  }
  return { members: count, folders, encrypted, bytes };
}

/** Range of valid times, in seconds since 1970: the years 1900 to 9999. */
const firstSecond = Date.UTC(1900, 0, 1) / 1000;
const lastSecond = Date.UTC(10_000, 0, 1) / 1000 - 1;

/**
 * Parses a time in seconds since 1970. Returns `undefined` for 0, which programs write for an unknown time, and outside
 * the years 1900 to 9999.
 */
export function memberTime(seconds: number): Date | undefined {
  if (seconds === 0 || !(seconds >= firstSecond && seconds <= lastSecond)) return undefined;
  return new Date(seconds * 1000);
}
