/** What a member of an archive is. */
export type MemberKind = "file" | "folder" | "link" | "hard-link" | "device" | "pipe" | "socket" | "other";

/** One member of an archive. */
export interface Member {
  /** Its number in the order of the archive, from 1. */
  readonly index: number;
  /** As it is written; hostile: show it only escaped. */
  readonly name: string;
  readonly kind: MemberKind;
  /** What it unpacks to, by the word of the archive; absent where it says nothing. */
  readonly bytes: number | undefined;
  /** In UTC, or in the time of who packed it where the format knows no zones. */
  readonly modified: Date | undefined;
  /** Where a link leads; hostile as well. */
  readonly target: string | undefined;
  readonly isEncrypted: boolean;
  /** What is wrong with it, in a word or two; absent where nothing is known to be. */
  readonly flaw: string | undefined;
  /** Its bytes, counted while they come. Of some formats they can be had only until the next member is asked for. */
  content(): AsyncIterable<Uint8Array>;
}

/** What is known of an archive before its members are walked through. */
export interface ArchiveSummary {
  readonly members: number;
  readonly folders: number;
  readonly encrypted: number;
  /** What all members unpack to, by their own word. */
  readonly bytes: number;
}

/** An opened archive. */
export interface Archive {
  /** What it is, such as `ZIP archive`. */
  readonly kind: string;
  /** Absent where one has to walk through all members to know it. */
  readonly summary: ArchiveSummary | undefined;
  readonly comment: string;
  /** What is wrong with the file as a whole, in sentences. */
  readonly notes: readonly string[];
  /** Its members in order. Walked through once. */
  members(): AsyncIterable<Member>;
}

/** The sums over members. */
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

/** The seconds between which a year has four digits and somebody may have packed a file. */
const firstSecond = Date.UTC(1900, 0, 1) / 1000;
const lastSecond = Date.UTC(10_000, 0, 1) / 1000 - 1;

/**
 * A time that an archive gives in seconds since 1970. `undefined` if it is 0, which programs write if they know none, or
 * not in the years from 1900 to 9999: archives may hold any number.
 */
export function memberTime(seconds: number): Date | undefined {
  if (seconds === 0 || !(seconds >= firstSecond && seconds <= lastSecond)) return undefined;
  return new Date(seconds * 1000);
}
