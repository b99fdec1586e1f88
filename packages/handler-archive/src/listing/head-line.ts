import { quoted, readableSize } from "@reader/core/handler";
import type { Archive, ArchiveSummary } from "../member.ts";

/** Characters of a comment that are shown. */
const mostCommentCharacters = 1000;

/** What stands above the tree: what the archive is, how many members it has, and its sizes. */
export function headLines(archive: Archive, fileBytes: number, counted: Counted): string {
  const { summary, isWhole } = counted;
  const { members, encrypted, bytes } = summary;
  const sizes = `${readableSize(fileBytes)}${isWhole ? `, ${readableSize(bytes)} unpacked` : ""}`;
  const parts = [
    archive.kind,
    `${members} ${members === 1 ? "member" : "members"}${isWhole ? "" : " or more"}`,
    sizes,
    ...(encrypted === 0 ? [] : [`${encrypted} encrypted`]),
  ];
  return `${parts.join(" · ")}\n${commentLine(archive.comment)}\n`;
}

/** What is known of the members when the first line is written. */
export interface Counted {
  readonly summary: ArchiveSummary;
  readonly isWhole: boolean;
}

function commentLine(comment: string): string {
  const line = comment.slice(0, mostCommentCharacters).replaceAll(/\s+/g, " ").trim();
  return line === "" ? "" : `Comment: ${quoted(`${line}${comment.length > mostCommentCharacters ? "…" : ""}`)}\n`;
}
