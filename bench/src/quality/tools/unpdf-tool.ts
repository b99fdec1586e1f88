import { readFileSync } from "node:fs";
import { markdownTables } from "../score/tables-of.ts";
import type { Tool } from "./tool.ts";

/** pdf.js as it is packed for servers. */
export const unpdfTool: Tool = {
  name: "unpdf",
  async read({ path, password }) {
    const { extractText, getDocumentProxy } = await import("unpdf");
    const bytes = new Uint8Array(readFileSync(path));
    const document = await getDocumentProxy(bytes, { verbosity: 0, ...(password === undefined ? {} : { password }) });
    const { text } = await extractText(document, { mergePages: false });
    return { pages: text.join("\n"), before: "" };
  },
  tablesOf: markdownTables,
};
