import { afterAll, expect, test } from "vitest";
import { brokenPdf, deadlyPdfs } from "./deadly-pdfs.ts";
import { createIsolatedReader } from "./isolated-reader.ts";

const reader = createIsolatedReader(1000);

afterAll(() => reader.close());

test.for(Object.entries(deadlyPdfs))(
  "%s ends as specified, and the next document can be read",
  async ([, { make, view, ends }]) => {
    const read = ends.includes("timed-out") ? reader.read : reader.readPatiently;
    const outcome = await read("deadly.pdf", make(), view === undefined ? {} : { view });
    expect(ends).toContain(outcome.ok ? "ok" : outcome.error.code);
    expect(await reader.canaryText()).toContain("The canary sings.");
  },
);

test("120 documents that cannot be opened do not affect the next one", async () => {
  for (let number = 0; number < 120; number++) {
    const outcome = await reader.readPatiently(`broken-${String(number)}.pdf`, brokenPdf(number));
    expect(outcome.ok ? "corrupt" : outcome.error.code).toBe("corrupt");
  }
  expect(await reader.canaryText()).toContain("The canary sings.");
});
