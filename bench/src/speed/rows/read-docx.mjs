// A program that reads one Word document and nothing else, for its memory. Plain JavaScript: to strip types costs 12 MB.
import { dirname } from "node:path";
import { createReader } from "@reader/core";
import { docx } from "@reader/handler-office";

/** Room for any document of the rows, so that one answer holds it whole. */
const budget = { maxBytes: 1e9, maxTokens: 1e9, maxLines: 1e9, documentTimeMs: 600_000 };

const file = process.argv[2];
const outcome = await createReader({ roots: [dirname(file)], handlers: [docx()], budget }).read({ path: file });
if (!outcome.ok) throw new Error(outcome.error.message);
