import { createReader } from "@reader/core";
import { memoryFileSystem } from "@reader/testkit";
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { office } from "../../src/index.ts";

const fixtures = new URL("../../../../fixtures/", import.meta.url);

const words = "The file is cut off or damaged: parts of it are missing.";

async function readCut(path: string, missingBytes: number): Promise<readonly unknown[]> {
  const bytes = readFileSync(new URL(path, fixtures));
  const name = path.slice(path.lastIndexOf("/") + 1);
  const fileSystem = memoryFileSystem({ entries: { [`/${name}`]: bytes.subarray(0, bytes.length - missingBytes) } });
  const reader = createReader({ handlers: office(), fileSystem, roots: ["/"] });
  const outcome = await reader.read(name);
  await reader.close();
  const told = outcome.notices.map((notice) => ("message" in notice ? notice.message : notice.code));
  return outcome.ok ? told : [...told, "an error"];
}

test.for(["doc/report-libreoffice/input.doc", "xls/libreoffice-book/input.xls", "ppt/slides/input.ppt"])(
  "%s without its end says so, or cannot be read at all",
  async (path) => {
    expect(await readCut(path, 0)).not.toContain(words);
    for (const missing of [600, 1100, 2100]) {
      const told = await readCut(path, missing);
      expect(told.includes(words) || told.includes("an error"), `${missing} bytes: ${told.join(" ")}`).toBe(true);
    }
  },
);
