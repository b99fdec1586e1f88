// A program that reads documents and nothing else, for its memory. Plain JavaScript: to strip types costs 12 MB.
// `pdf FILE` and `image FILE` read one file; `many FILE…` reads a thousand and prints the resident memory in megabytes
// after a hundred and after all.
import { dirname } from "node:path";
import { anthropic, createReader } from "@reader/core";

/** Room for any document of the rows, so that one answer holds it whole. */
const budget = { maxBytes: 1e9, maxTokens: 1e9, maxLines: 1e9, documentTimeMs: 600_000 };

const [task, ...files] = process.argv.slice(2);
const handler =
  task === "image" ? (await import("@reader/handler-image")).image() : (await import("@reader/handler-pdf")).pdf();
const options = { roots: [dirname(files[0])], handlers: [handler], budget, capabilities: anthropic };

for (let count = 1; count <= (task === "many" ? 1000 : 1); count += 1) {
  // A reader keeps what it has read; a new one reads the document again.
  const outcome = await createReader(options).read({ path: files[count % files.length] });
  if (!outcome.ok) throw new Error(outcome.error.message);
  if (task !== "many" || (count !== 100 && count !== 1000)) continue;
  // Frees unused memory first, because V8 keeps pages of its heap for any time.
  globalThis.gc?.({ type: "major", execution: "sync", flavor: "last-resort" });
  process.stdout.write(`${process.memoryUsage.rss() / 2 ** 20} `);
}
