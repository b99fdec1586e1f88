import type { OfficePackage } from "@reader/office-kit/package";
import { parseRange } from "@reader/document/tables";
import { childOf, childrenOf, textIn, type XmlElement } from "@reader/office-kit/xml";
import type { CellNote } from "../sheets/workbook.ts";
import type { SheetLink } from "./sheet-facts.ts";
import { partsOfType, relationshipsOf, treeOrNothing } from "./sheet-relationships.ts";

/** Where the notes of a sheet are looked for. */
export interface NotesSource {
  readonly office: OfficePackage;
  readonly part: string;
  readonly links: readonly SheetLink[];
  readonly persons: ReadonlyMap<string, string>;
}

/** The comments and links of a sheet, by row and column. */
export async function sheetNotes(source: NotesSource): Promise<readonly CellNote[]> {
  const threaded = await threadedComments(source);
  const talked = new Set(threaded.map(({ row, column }) => `${row} ${column}`));
  // Beside a thread stands a comment for older programs, with the same words.
  const comments = (await plainComments(source)).filter(({ row, column }) => !talked.has(`${row} ${column}`));
  const notes = [...comments, ...threaded, ...(await linkNotes(source))];
  return notes.toSorted((left, right) => left.row - right.row || left.column - right.column);
}

async function plainComments({ office, part }: NotesSource): Promise<readonly CellNote[]> {
  const notes: CellNote[] = [];
  for (const target of await partsOfType(office, part, "comments")) {
    const root = await treeOrNothing(office, target);
    const authors = childrenOf(childOf(root, "authors"), "author").map(textIn);
    for (const comment of childrenOf(childOf(root, "commentList"), "comment")) {
      const text = runsIn(childOf(comment, "text"));
      notes.push(...noteAt(comment, { text, author: authors[Number(comment.attributes["authorId"])] }));
    }
  }
  return notes;
}

async function threadedComments({ office, part, persons }: NotesSource): Promise<readonly CellNote[]> {
  const notes: CellNote[] = [];
  for (const target of await partsOfType(office, part, "threadedComment")) {
    for (const comment of childrenOf(await treeOrNothing(office, target), "threadedComment")) {
      const author = persons.get(comment.attributes["personId"] ?? "");
      notes.push(...noteAt(comment, { text: textIn(childOf(comment, "text")), author }));
    }
  }
  return notes;
}

function noteAt(comment: XmlElement, { text, author }: { text: string; author: string | undefined }): CellNote[] {
  const range = parseRange(comment.attributes["ref"] ?? "");
  if (range === undefined) return [];
  const { firstRow: row, firstColumn: column } = range;
  return [{ row, column, kind: "comment", text, ...(author === undefined ? {} : { author }) }];
}

/** Without how words are pronounced. */
function runsIn(element: XmlElement | undefined): string {
  const runs = childrenOf(element).filter(({ name }) => name !== "rPh");
  return runs.map((run) => (run.name === "t" ? textIn(run) : runsIn(run))).join("");
}

async function linkNotes({ office, part, links }: NotesSource): Promise<readonly CellNote[]> {
  if (links.length === 0) return [];
  const relationships = await relationshipsOf(office, part);
  return links.map(({ range, relationship, location }) => {
    const target = relationships.get(relationship)?.target ?? "";
    const place = location === "" ? "" : `#${location}`;
    return { row: range.firstRow, column: range.firstColumn, kind: "link", text: `${target}${place}` };
  });
}

/** Names of people by their identifiers, from the parts of the workbook that list them. */
export async function personsOf(office: OfficePackage, workbook: string): Promise<ReadonlyMap<string, string>> {
  const persons = new Map<string, string>();
  for (const target of await partsOfType(office, workbook, "person")) {
    for (const { attributes } of childrenOf(await treeOrNothing(office, target), "person")) {
      const { id, displayName } = attributes;
      if (id !== undefined && displayName !== undefined) persons.set(id, displayName);
    }
  }
  return persons;
}
