import { anthropic, createReader, defaultBudget, type Reader, type ReadOutcome, type ReadRequest } from "@reader/core";
import { isolate } from "@reader/isolate";
import { memoryFileSystem, testHandlerIsolated } from "@reader/testkit";
import { afterAll, expect, test } from "vitest";
// @boundaries-ignore the same attacks for both engines
import { brokenPdf, canaryPdf, deadlyPdfs } from "../../handler-pdf/test/deadly/deadly-pdfs.ts";
// @boundaries-ignore what all tests share is in the tests of the test kit, and not published
import { builtChild } from "../../testkit/test/support/built-child.ts";
import { pdfium } from "../src/index.ts";

const fixtures = new URL("../../../fixtures/pdfium/", import.meta.url);
const options = { resolveFrom: import.meta.url, childModule: builtChild(import.meta.url), limits: { maxProcesses: 2 } };

testHandlerIsolated(pdfium(), fixtures, (handlers) => isolate(handlers, options));

const isolation = isolate([pdfium()], options);
const files = memoryFileSystem();
afterAll(() => isolation.close());

function readerWithin(documentTimeMs: number): Reader {
  const { handlers } = isolation;
  return createReader({
    handlers,
    fileSystem: files,
    roots: ["/"],
    capabilities: anthropic,
    budget: { documentTimeMs },
  });
}

const hasty = readerWithin(1000);
const patient = readerWithin(defaultBudget.documentTimeMs);

async function readBytes(bytes: Uint8Array, request: Partial<ReadRequest>, reader: Reader): Promise<ReadOutcome> {
  files.put("/input.pdf", bytes);
  try {
    return await reader.read({ path: "/input.pdf", ...request });
  } finally {
    await reader.close();
  }
}

function endOf(outcome: ReadOutcome): string {
  return outcome.ok ? "ok" : outcome.error.code;
}

async function expectCanary(): Promise<void> {
  const outcome = await readBytes(canaryPdf(), {}, patient);
  const text = outcome.ok ? outcome.parts.map((part) => (part.type === "text" ? part.text : "")).join("") : "";
  expect(text).toContain("The canary sings.");
}

test.for(Object.entries(deadlyPdfs))(
  "%s ends with a result or an error of the file, and the next document can be read",
  async ([, { make, view, ends }]) => {
    const reader = ends.includes("timed-out") ? hasty : patient;
    const outcome = await readBytes(make(), view === undefined ? {} : { view }, reader);
    expect(["ok", "corrupt", "timed-out", "too-large"]).toContain(endOf(outcome));
    await expectCanary();
  },
);

test("120 documents that cannot be opened do not affect the next one", async () => {
  for (let number = 0; number < 120; number++) {
    expect(endOf(await readBytes(brokenPdf(number), {}, patient))).toBe("corrupt");
  }
  await expectCanary();
});
