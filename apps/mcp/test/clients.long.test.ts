import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { clients, textOf, type TestClient, type Way } from "./support/clients.ts";
import { folderWith, notebookOf, pdfOf, png } from "./support/files.ts";
import { startHttp } from "./support/program.ts";

// Real clients over real pipes and sockets.

const files = {
  "notes/a.txt": "alpha\nneedle in a haystack\n",
  "picture.png": png,
  "report.pdf": pdfOf("A needle in a report"),
  "sums.ipynb": notebookOf("# Sums"),
  "program.bin": Buffer.from("7f454c4602010100000000000000000003003e0001000000", "hex"),
};

const ways: readonly {
  readonly name: string;
  readonly reach: (folder: string, until: (end: () => void) => void) => Promise<Way>;
}[] = [
  { name: "stdio", reach: async (folder) => ({ args: [folder] }) },
  { name: "HTTP", reach: async (folder, until) => ({ url: await startHttp([folder], { until }) }) },
];

const cases = clients.flatMap((client) =>
  ways.map((way) => ({ client, way, title: `${client.name} over ${way.name}` })),
);

describe.each(cases)("$title", ({ client, way }) => {
  let folder: string;
  const ends: (() => void | Promise<void>)[] = [];
  const until = (end: () => void | Promise<void>): void => void ends.unshift(end);
  let served: TestClient;

  beforeAll(async () => {
    folder = folderWith(files, until);
    served = await client.connect(await way.reach(folder, until), until);
  });

  afterAll(async () => {
    for (const end of ends) await end();
  });

  test("learns of three tools that change nothing", async () => {
    const tools = await served.listTools();
    expect(tools.map(({ name }) => name)).toEqual(["read", "list", "find"]);
    for (const tool of tools) {
      expect(tool).toMatchObject({
        inputSchema: { type: "object" },
        annotations: { readOnlyHint: true, idempotentHint: true, destructiveHint: false, openWorldHint: false },
      });
      expect(tool).not.toHaveProperty("outputSchema");
      expect(String(tool["description"]).length).toBeLessThan(2048);
    }
  });

  test("reads text, an image, a document and a notebook, and gets errors", async () => {
    const text = await served.call("read", { path: "notes/a.txt" });
    expect(text).toMatchObject({ content: [{ type: "text", text: "1\talpha\n2\tneedle in a haystack" }] });
    expect(text).not.toHaveProperty("structuredContent");
    const picture = await served.call("read", { path: "picture.png" });
    expect(picture.content.at(-1)).toMatchObject({ type: "image", mimeType: "image/png" });
    expect(textOf(await served.call("read", { path: "report.pdf" }))).toContain("A needle in a report");
    expect(textOf(await served.call("read", { path: "sums.ipynb" }))).toContain("1\t# Sums");
    const missing = await served.call("read", { path: "nothing.txt" });
    expect(missing.isError).toBe(true);
    expect(textOf(missing)).toContain("Error (not-found)");
    const binary = await served.call("read", { path: "program.bin" });
    expect(binary.isError).toBe(true);
    expect(binary.content.at(-1)).toEqual({
      type: "resource_link",
      uri: pathToFileURL(`${folder}/program.bin`).href,
      name: "program.bin",
      size: 24,
    });
  });

  test("lists a folder and finds a pattern in files of any format", async () => {
    expect(textOf(await served.call("list", {}))).toContain("1\tnotes/");
    const found = textOf(await served.call("find", { pattern: "needle" }));
    expect(found).toContain("needle in a haystack");
    expect(found).toContain("A needle in a report");
  });
});
