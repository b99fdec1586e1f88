import type { Recording } from "@reader/document/builder";
import { cleaned } from "@reader/document/content";
import { captured, unseen, type ElementAction, type ElementActions } from "./element-action.ts";
import type { OdfChange, OdfReader } from "./odf-reader.ts";
import { startPending } from "./odf-text.ts";

/** A text inside the text, which is told elsewhere. */
function inset(done: (reader: OdfReader, aside: Recording) => void): ElementAction {
  return { open: beginInset, close: (reader) => done(reader, endInset(reader)) };
}

/** What follows is held back, and stands in no list and no format of what is around it. */
export function beginInset(reader: OdfReader): void {
  reader.flow.beginAside();
  reader.lists.suspend();
  reader.formats.push({});
}

/** Ends what is held back. */
export function endInset(reader: OdfReader): Recording {
  reader.formats.pop();
  reader.lists.resume();
  return reader.flow.endAside();
}

function tellNote(reader: OdfReader, aside: Recording): void {
  if (aside.isEmpty) return;
  startPending(reader, reader.paragraphs.at(-1));
  reader.flow.note(aside, reader.isEndnote ? "endnote" : "footnote");
}

function tellRemark(reader: OdfReader, words: Recording): void {
  const { author = "", isResolved = false } = reader.remarks.pop() ?? {};
  startPending(reader, reader.paragraphs.at(-1));
  reader.flow.comment({ author, isResolved, words });
}

function openRegion(reader: OdfReader, kind: OdfChange["kind"]): void {
  if (reader.change === undefined) return;
  reader.change = Object.assign(reader.change, { kind });
}

/** What a change is called by: older documents have only the second. */
function identifierOf(attributes: Readonly<Record<string, string>>): string {
  return attributes["text:id"] ?? attributes["xml:id"] ?? attributes["text:change-id"] ?? "";
}

/** Changes that are told apart. */
const maxChanges = 50_000;

function tellDeletion(reader: OdfReader, identifier: string): void {
  const change = reader.changes.get(identifier);
  const words = change?.words;
  if (change === undefined || words === undefined || words.isEmpty) return;
  change.words = undefined;
  startPending(reader, reader.paragraphs.at(-1));
  reader.flow.deletion(words);
}

function closeRegion(reader: OdfReader): void {
  const { change } = reader;
  reader.change = undefined;
  if (change !== undefined && change.kind !== "format")
    reader.flow.changes.count(change.kind, change.author, change.date);
}

/** Notes, remarks, and changes that were tracked. */
export const insetElements: ElementActions = {
  "text:note": {
    open: (reader, attributes) => void (reader.isEndnote = attributes["text:note-class"] === "endnote"),
  },
  "text:note-citation": unseen,
  "text:footnote-citation": unseen,
  "text:endnote-citation": unseen,
  "text:note-body": inset(tellNote),
  "text:footnote-body": inset(tellNote),
  "text:endnote-body": inset(tellNote),
  "office:annotation": {
    open(reader, attributes) {
      const isResolved = attributes["loext:resolved"] === "true";
      reader.remarks.push({ author: attributes["office:author"] ?? "", isResolved });
      beginInset(reader);
    },
    close: (reader) => tellRemark(reader, endInset(reader)),
  },
  "dc:creator": captured((reader, text) => setAuthor(reader, text)),
  "dc:date": captured((reader, text) => setDate(reader, text)),
  "meta:creator-initials": unseen,
  "meta:date-string": unseen,
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
  "text:change": { open: (reader, attributes) => tellDeletion(reader, attributes["text:change-id"] ?? "") },
  "text:change-start": {
    open(reader, attributes) {
      const identifier = attributes["text:change-id"] ?? "";
      if (reader.changes.get(identifier)?.kind === "insertion") reader.insertions.add(identifier);
    },
  },
  "text:change-end": {
    open: (reader, attributes) => void reader.insertions.delete(attributes["text:change-id"] ?? ""),
  },
};

function setAuthor({ remarks, change, facts }: OdfReader, text: string): void {
  const remark = remarks.at(-1);
  if (remark !== undefined) remark.author = text.trim();
  else if (change !== undefined) change.author = text.trim();
  else facts.author = text;
}

function setDate({ remarks, change, facts }: OdfReader, text: string): void {
  if (remarks.length > 0) return;
  if (change !== undefined) change.date = cleaned(text);
  else facts.modified = text;
}
