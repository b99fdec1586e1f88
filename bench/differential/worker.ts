// @boundaries-ignore the comparison is in the tests of the PDF handler, and not published
import { comparePages, openForComparison } from "../../packages/handler-pdf/test/extract/fast-path/compare-pages.ts";
// @boundaries-ignore the mutations are in the tests of the PDF handler, and not published
import { mutatePage } from "../../packages/handler-pdf/test/extract/fast-path/mutate-content.ts";
import { readFileSync } from "node:fs";
import { seededRandom } from "@reader/testkit";
import type { Task, TaskResult } from "./task.ts";

// Compares documents in a process of its own: a document may break the engine of the process, or keep it busy.
process.on("message", (task: Task) => {
  compare(task).then(
    (result) => process.send?.(result),
    () => process.exit(1),
  );
});

/** Maximum number of pages of one document. */
const maxPages = 400;

async function compare({ path, password, mutation }: Task): Promise<TaskResult> {
  const pdf = await openForComparison(readFileSync(path), password).catch(() => undefined);
  if (pdf === undefined) return { pages: [] };
  try {
    const numbers = Array.from({ length: Math.min(pdf.pageCount, maxPages) }, (_, index) => index + 1);
    if (mutation === undefined) return { pages: await comparePages(pdf, numbers) };
    const random = seededRandom(mutation);
    const number = 1 + random.below(Math.min(numbers.length, 5));
    if (!tryMutation(() => mutatePage(pdf.document, number, random))) return { pages: [] };
    return { pages: await comparePages(pdf, [number]), page: number };
  } finally {
    pdf.pages.end();
    pdf.document.destroy();
  }
}

/** False for a page without readable content. */
function tryMutation(mutate: () => void): boolean {
  try {
    mutate();
    return true;
  } catch {
    return false;
  }
}
