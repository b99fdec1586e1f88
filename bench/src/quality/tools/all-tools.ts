import { liteparseTool } from "./liteparse-tool.ts";
import { mupdfTool } from "./mupdf-tool.ts";
import { officeTools } from "./office-tools.ts";
import { popplerTools } from "./poppler-tools.ts";
import { readerTools } from "./reader-tool.ts";
import type { Tool } from "./tool.ts";
import { unpdfTool } from "./unpdf-tool.ts";

/** Every tool for PDFs, this project first. */
export const pdfTools: readonly Tool[] = [...readerTools, mupdfTool, ...popplerTools, liteparseTool, unpdfTool];

/** Every tool. */
export const allTools: readonly Tool[] = [...pdfTools, ...officeTools];
