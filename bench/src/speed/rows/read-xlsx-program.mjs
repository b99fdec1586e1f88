// A program that reads a workbook and nothing else, for its memory. Plain JavaScript: to strip types costs 12 MB.
// `all FILE` reads every row to text in one answer, `rows FILE` drops each piece of text when it has come, and
// `first FILE` reads the first hundred rows.
import { dirname } from "node:path";
import { createReader } from "@reader/core";
import { xlsx } from "@reader/handler-office";

/** Room for half a million rows. */
const budget = { maxBytes: 1e9, maxTokens: 1e9, maxLines: 1e9, documentTimeMs: 600_000, maxInflatedBytes: 1e9 };

const [task, file] = process.argv.slice(2);
const handler = task === "rows" ? dropping(xlsx()) : xlsx();
const reader = createReader({ roots: [dirname(file)], handlers: [handler], budget });
const outcome = await reader.read({ path: file, ...(task === "first" ? { limit: 102 } : {}) });
if (!outcome.ok) throw new Error(outcome.error.message);
await reader.close();

/** The same handler, of whose text nothing is kept. */
function dropping(original) {
  return {
    ...original,
    async *read(source, context) {
      let bytes = 0;
      for await (const event of original.read(source, context)) bytes += event.type === "text" ? event.text.length : 0;
      yield { type: "text", text: `${bytes}\n` };
    },
  };
}
