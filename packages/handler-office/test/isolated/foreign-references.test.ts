import { createReader, type Handler } from "@reader/core";
import { renderText } from "@reader/core/render";
import { isolate } from "@reader/isolate";
import { memoryFileSystem } from "@reader/testkit";
import { describe, expect, test } from "vitest";
import { office } from "../../src/index.ts";
import { foreignFile, referringDocuments } from "./foreign-references.ts";

const secret = "the words of the other file";

/** What is shown of a document, and every path that was touched. */
async function readingOf(name: string, handlers: readonly Handler[]): Promise<{ shown: string; touched: string[] }> {
  const entries = { [`/docs/${name}`]: referringDocuments[name] ?? "", [new URL(foreignFile).pathname]: secret };
  const fileSystem = memoryFileSystem({ entries });
  const reader = createReader({ handlers, fileSystem, roots: ["/"] });
  const shown = renderText(await reader.read({ path: `/docs/${name}` }));
  await reader.close();
  const opened = fileSystem.calls.filter((call) => call.name === "open" || call.name === "handle.read");
  return { shown, touched: [...new Set(opened.map(({ path }) => path))] };
}

describe("a document that refers to other files and to the web", () => {
  test.for(Object.keys(referringDocuments))("is the only one that is opened: %s", async (name) => {
    const { shown, touched } = await readingOf(name, office());
    expect(touched).toEqual([`/docs/${name}`]);
    expect(shown).toMatch(/words|A1/i);
    expect(shown).not.toContain(secret);
    expect(shown).not.toMatch(/^Error/);
  });

  test("is read the same in a process of its own", async () => {
    const isolation = isolate(office(), { resolveFrom: import.meta.url });
    for (const name of Object.keys(referringDocuments)) {
      expect(await readingOf(name, isolation.handlers)).toEqual(await readingOf(name, office()));
    }
    await isolation.close();
  });
});
