import type { Table } from "../score/table-similarity.ts";

/** A document to be read. */
export interface ToolInput {
  readonly path: string;
  readonly password?: string;
}

/** What a tool made of a document. */
export interface ToolText {
  readonly pages: string;
  /** What it says of the document before the pages, such as a title of the metadata. */
  readonly before: string;
}

/** Something that makes text of a PDF. */
export interface Tool {
  readonly name: string;
  /** The program that it needs; without it the tool is left out. */
  readonly program?: string;
  /** Reads a document; throws where the tool cannot. */
  read(input: ToolInput): Promise<ToolText>;
  /** The tables in a text of this tool. */
  tablesOf(text: string): readonly Table[];
}
