import type { Recording } from "@reader/document/builder";
import { cleaned } from "@reader/document/content";
import { captured, hidden, type ElementAction, type ElementActions } from "./paragraph-elements.ts";
import type { OdfChange, OdfReader } from "./odf-reader.ts";
import { startPending } from "./odf-text.ts";

/** An element whose text is recorded and written elsewhere. */
function inset(done: (reader: OdfReader, aside: Recording) => void): ElementAction {
  return { open: beginInset, close: (reader) => done(reader, endInset(reader)) };
}

/** Starts recording a text without the list and format of its surroundings. */
export function beginInset(reader: OdfReader): void {
  reader.builder.beginAside();
  reader.lists.suspend();
  reader.formats.push({});
}

/** Ends the recording. */
export function endInset(reader: OdfReader): Recording {
  reader.formats.pop();
  reader.lists.resume();
  return reader.builder.endAside();
}

function writeNote(reader: OdfReader, aside: Recording): void {
  if (aside.isEmpty) return;
  startPending(reader, reader.paragraphs.at(-1));
  reader.builder.note(aside, hasRomanMark(reader) ? "endnote" : "footnote");
}

/** Endnotes have Roman numbers, which differ from those of footnotes. Without footnotes they may keep their own. */
function hasRomanMark({ isEndnote, noteMark, hasFootnotes }: OdfReader): boolean {
  return isEndnote && (hasFootnotes || !/^\d+$/.test(noteMark));
}

const noteMark = captured((reader, mark) => void (reader.noteMark = mark.trim()));

function writeComment(reader: OdfReader, words: Recording): void {
  const { author = "", isResolved = false } = reader.comments.pop() ?? {};
  startPending(reader, reader.paragraphs.at(-1));
  reader.builder.comment({ author, isResolved, words });
}

function openRegion(reader: OdfReader, kind: OdfChange["kind"]): void {
  if (reader.change === undefined) return;
  reader.change = Object.assign(reader.change, { kind });
}

/** Returns the identifier of a change; older documents have only `text:change-id`. */
function identifierOf(attributes: Readonly<Record<string, string>>): string {
  return attributes["text:id"] ?? attributes["xml:id"] ?? attributes["text:change-id"] ?? "";
}

/** Maximum number of tracked changes. */
const maxChanges = 50_000;

function writeDeletion(reader: OdfReader, identifier: string): void {
  const change = reader.changes.get(identifier);
  const words = change?.words;
  if (change === undefined || words === undefined || words.isEmpty) return;
  change.words = undefined;
  startPending(reader, reader.paragraphs.at(-1));
  reader.builder.deletion(words);
}

function closeRegion(reader: OdfReader): void {
  const { change } = reader;
  reader.change = undefined;
  if (change !== undefined && change.kind !== "format")
    reader.builder.changes.count(change.kind, change.author, change.date);
}

/** Actions for notes, comments and tracked changes. */
export const insetElements: ElementActions = {
  "text:note": {
    open(reader, attributes) {
      reader.isEndnote = attributes["text:note-class"] === "endnote";
      reader.noteMark = "";
    },
  },
  "text:note-citation": noteMark,
  "text:footnote-citation": noteMark,
  "text:endnote-citation": noteMark,
  "text:note-body": inset(writeNote),
  "text:footnote-body": inset(writeNote),
  "text:endnote-body": inset(writeNote),
  "office:annotation": {
    open(reader, attributes) {
      const isResolved = attributes["loext:resolved"] === "true";
      reader.comments.push({ author: attributes["office:author"] ?? "", isResolved });
      beginInset(reader);
    },
    close: (reader) => writeComment(reader, endInset(reader)),
  },
  "dc:creator": captured((reader, text) => setAuthor(reader, text)),
  "dc:date": captured((reader, text) => setDate(reader, text)),
  "meta:creator-initials": hidden,
  "meta:date-string": hidden,
  "text:changed-region": {
    open(reader, attributes) {
      const change: OdfChange = { kind: "format", author: "", date: undefined, words: undefined };
      reader.change = change;
      for (const name of new Set([identifierOf(attributes), attributes["xml:id"] ?? ""])) {
        if (reader.changes.size < maxChanges) reader.changes.set(name, change);
      }
    },
    close: closeRegion,
  },
  "text:insertion": { open: (reader) => openRegion(reader, "insertion") },
  "text:deletion": {
    open(reader) {
      openRegion(reader, "deletion");
      beginInset(reader);
    },
    close(reader) {
      const words = endInset(reader);
      if (reader.change !== undefined) reader.change.words = words;
    },
  },
  "text:change": { open: (reader, attributes) => writeDeletion(reader, attributes["text:change-id"] ?? "") },
  "text:change-start": {
    open(reader, attributes) {
      const identifier = attributes["text:change-id"] ?? "";
      const kind = reader.changes.get(identifier)?.kind;
      if (kind === "insertion") reader.insertions.add(identifier);
      // Flat files keep deleted words in their place.
      if (kind === "deletion") reader.deletions.add(identifier);
    },
  },
  "text:change-end": {
    open(reader, attributes) {
      const identifier = attributes["text:change-id"] ?? "";
      reader.insertions.delete(identifier);
      reader.deletions.delete(identifier);
    },
  },
};

function setAuthor({ comments, change, facts }: OdfReader, text: string): void {
  const comment = comments.at(-1);
  if (comment !== undefined) comment.author = text.trim();
  else if (change !== undefined) change.author = text.trim();
  else facts.author = text;
}

function setDate({ comments, change, facts }: OdfReader, text: string): void {
  if (comments.length > 0) return;
  if (change !== undefined) change.date = cleaned(text);
  else facts.modified = text;
}
