import { listedName, named, readableSize } from "@reader/core/handler";
import type { Member, MemberKind } from "../member.ts";
import { createNameBook } from "./name-book.ts";

/** Writes members as the lines of a tree, in the order in which they come. */
export interface Tree {
  /** The line of a member, and before it that of its folder where that is a new one. */
  add(member: Member, isDenied?: boolean): string;
}

/** Folders within folders that are indented; what lies deeper is written as a path. */
const deepestIndent = 20;

const marks: Readonly<Partial<Record<MemberKind, string>>> = {
  device: "[device]",
  pipe: "[pipe]",
  socket: "[socket]",
  other: "[no file]",
};

/** As in the listing of a folder. */
const deniedMark = "[denied by policy]";

/**
 * A tree that nothing is kept of but the folders above the last line, so that it can be of any size: a folder whose
 * members do not stand together is written again. Behind a tab stands the size, behind another the date.
 */
export function createTree(): Tree {
  const names = createNameBook();
  /** The folders above the next line, each with those above it. */
  let above: string[] = [];
  const enter = (folder: string): string => {
    above = above.filter((each) => folder.startsWith(each));
    const last = above.at(-1) ?? "";
    if (folder === last || above.length >= deepestIndent) return "";
    above.push(folder);
    return `${indent(above.length - 1)}${listedName(folder.slice(last.length))}\n`;
  };
  const lineOf = (member: Member, isDenied: boolean): string => {
    const own = member.name.slice((above.at(-1) ?? "").length);
    const facts = [factsOf(member), ...(isDenied ? [deniedMark] : []), ...names.remarks(member)].join(" ");
    return `${indent(above.length)}${shownName(own)}\t${facts}\n`;
  };
  return {
    add(member, isDenied = false) {
      const folderLine = enter(folderOf(member));
      if (member.kind !== "folder") return folderLine + lineOf(member, isDenied);
      const remarks = names.remarks(member);
      return remarks.length === 0 || folderLine === ""
        ? folderLine
        : `${folderLine.slice(0, -1)}\t${remarks.join(" ")}\n`;
    },
  };
}

function shownName(name: string): string {
  if (name.trim() !== "") return listedName(name);
  return name === "" ? "(no name)" : "(a blank name)";
}

/** The name up to the last slash; of a folder all of it. */
function folderOf({ name, kind }: Member): string {
  if (kind === "folder" && !name.endsWith("/")) return `${name}/`;
  return name.slice(0, name.lastIndexOf("/") + 1);
}

function indent(depth: number): string {
  return "  ".repeat(depth);
}

/** The size and date of a file, the target of a link, and what else is to be known. */
function factsOf({ kind, bytes, modified, target, isEncrypted, flaw }: Member): string {
  const date = modified === undefined ? "" : `\t${modified.toISOString().slice(0, 10)}`;
  const shown = named(target ?? "?");
  const remarks = [isEncrypted ? " [encrypted]" : "", flaw === undefined ? "" : ` [${flaw}]`].join("");
  if (kind === "link") return `-> ${shown}${date}${remarks}`;
  if (kind === "hard-link") return `[same file as ${shown}]${date}${remarks}`;
  return `${marks[kind] ?? (bytes === undefined ? "" : readableSize(bytes))}${date}${remarks}`;
}
