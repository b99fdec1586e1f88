import { childOf, childrenOf, textIn, type XmlElement } from "@reader/office-kit/xml";
import { rowsOf } from "./sheet-cells.ts";

/** A comment on a page or on a shape of it. */
export interface DrawingComment {
  readonly author: string;
  readonly text: string;
  /** The identifier of the shape; `undefined` for a comment on the page. */
  readonly shape: string | undefined;
}

/** The comments of a drawing. */
export interface DrawingComments {
  /** Returns the comments on a page. `sheet` are the properties of the page, where Visio 2010 stores comments. */
  on(page: string, sheet: XmlElement | undefined): readonly DrawingComment[];
}

/** Reads the comments part of Visio 2013 and later, and the reviewers of comments in page properties. */
export function readDrawingComments(main: XmlElement, part: XmlElement | undefined): DrawingComments {
  const authors = new Map(
    childrenOf(childOf(part, "AuthorList"), "AuthorEntry").map(({ attributes }) => [
      attributes["ID"] ?? "",
      attributes["Name"] ?? "",
    ]),
  );
  const byPage = new Map<string, DrawingComment[]>();
  for (const entry of childrenOf(childOf(part, "CommentList"), "CommentEntry")) {
    const { PageID: page = "", AuthorID: author = "", ShapeID: shape } = entry.attributes;
    const comment = { author: authors.get(author) ?? "", text: textIn(entry).trim(), shape };
    byPage.set(page, [...(byPage.get(page) ?? []), comment]);
  }
  const reviewers = rowsIn(childOf(main, "DocumentSheet"), "Reviewer");
  return {
    on(page, sheet) {
      const annotations = [...rowsIn(sheet, "Annotation").values()].map((row) => ({
        author: reviewers.get(row.get("ReviewerID") ?? "")?.get("Name") ?? "",
        text: (row.get("Comment") ?? "").trim(),
        shape: undefined,
      }));
      return [...(byPage.get(page) ?? []), ...annotations].filter(({ text }) => text !== "");
    },
  };
}

function rowsIn(sheet: XmlElement | undefined, section: string): ReturnType<typeof rowsOf> {
  return sheet === undefined ? new Map() : rowsOf({ element: sheet, master: undefined }, section);
}
