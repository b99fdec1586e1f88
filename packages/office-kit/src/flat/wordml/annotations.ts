import type { XmlAttributes } from "../../xml/xml-reader.ts";
import type { WordmlParts } from "./wordml-parts.ts";

/** Changes, comments and bookmarks are one element in XML of Word 2003 (`aml:annotation`), told apart by a type. */
export function annotation(attributes: XmlAttributes, parts: WordmlParts): (() => void) | undefined {
  const type = attributes["w:type"] ?? "";
  if (type === "Word.Comment") return comment(attributes, parts);
  const change = changes.get(type);
  if (change !== undefined) return parts.element(change, authorOf(attributes));
  const mark = marks.get(type);
  // What is left is how something looked before it was changed.
  return mark === undefined ? undefined : parts.empty(mark, markOf(attributes));
}

const changes: ReadonlyMap<string, string> = new Map([
  ["Word.Insertion", "w:ins"],
  ["Word.Deletion", "w:del"],
]);

const marks: ReadonlyMap<string, string> = new Map([
  ["Word.Comment.Start", "w:commentRangeStart"],
  ["Word.Comment.End", "w:commentRangeEnd"],
  ["Word.Bookmark.Start", "w:bookmarkStart"],
  ["Word.Bookmark.End", "w:bookmarkEnd"],
]);

function markOf({ "aml:id": id = "", "w:name": name }: XmlAttributes): XmlAttributes {
  return name === undefined ? { "w:id": id } : { "w:id": id, "w:name": name };
}

function authorOf({ "aml:author": author = "", "aml:createdate": date = "" }: XmlAttributes): XmlAttributes {
  return { "w:author": author, "w:date": date };
}

/** A comment stands in the run that refers to it. */
function comment(attributes: XmlAttributes, parts: WordmlParts): () => void {
  const { "aml:id": id = "" } = attributes;
  parts.empty("w:commentReference", { "w:id": id });
  const leave = parts.enter("comments.xml", "w:comments");
  const end = parts.element("w:comment", { "w:id": id, ...authorOf(attributes) });
  return parts.aside(() => {
    end();
    leave();
  });
}
