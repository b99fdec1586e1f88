import { markdownTables } from "../score/tables-of.ts";
import type { Tool } from "./tool.ts";

/** LlamaIndex's parser on PDFium, asked for Markdown; without OCR, which the other tools here lack. */
export const liteparseTool: Tool = {
  name: "liteparse",
  async read({ path, password }) {
    const { LiteParse } = await import("@llamaindex/liteparse");
    const access = password === undefined ? {} : { password };
    const parser = new LiteParse({
      outputFormat: "markdown",
      imageMode: "off",
      ocrEnabled: false,
      quiet: true,
      ...access,
    });
    return { pages: (await parser.parse(path)).text, before: "" };
  },
  tablesOf: markdownTables,
};
