import { afterAll, expect, test } from "vitest";
import { brokenPdf, deadlyPdfs } from "./deadly-pdfs.ts";
import { createIsolatedReader } from "./isolated-reader.ts";

const impatient = createIsolatedReader(1000);
const patient = createIsolatedReader(30_000);

afterAll(() => Promise.all([impatient.close(), patient.close()]));

test.for(Object.entries(deadlyPdfs))(
  "%s ends as specified, and the next document can be read",
  { timeout: 60_000 },
  async ([, { make, view, ends }]) => {
    const reader = ends.includes("timed-out") ? impatient : patient;
    const outcome = await reader.read("deadly.pdf", make(), view === undefined ? {} : { view });
    expect(ends).toContain(outcome.ok ? "ok" : outcome.error.code);
    expect(await reader.canaryText()).toContain("The canary sings.");
  },
);

test("572 documents that cannot be opened do not affect the next one", { timeout: 240_000 }, async () => {
  for (let number = 0; number < 572; number++) {
    const outcome = await patient.read(`broken-${String(number)}.pdf`, brokenPdf(number));
    expect(outcome.ok ? "corrupt" : outcome.error.code).toBe("corrupt");
  }
  expect(await patient.canaryText()).toContain("The canary sings.");
});
