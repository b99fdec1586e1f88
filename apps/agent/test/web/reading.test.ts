import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { anthropic, type Json } from "@reader/core";
import { createReadTool } from "@reader/tool";
// @boundaries-ignore one function of the test kit, on which this program does not depend
import { buildZip } from "../../../../packages/testkit/src/bytes/build-zip.ts";
import type { Listing, Payload, Seen, Start } from "../../src/web/wire.ts";
import { startClient } from "./support/client.ts";
import { readerOf } from "./support/workspace.ts";

const everything = [
  "report.pdf",
  "mislabelled.txt",
  "photo.jpg",
  "scan.tif",
  "orders.xlsx",
  "people.csv",
  "cities.ipynb",
  "letter.docx",
  "slides.pptx",
  "backup.zip",
  "locked.pdf",
  "app.log",
  "hostile.md",
  ".env",
  "nowhere.txt",
  "../outside.txt",
];

const requests: readonly Json[] = [
  ...everything.map((path) => ({ path })),
  { path: "app.log", offset: -3 },
  { path: "app.log", lines: "5-7,100-101" },
  { path: "app.log", find: "line 25", context: 1 },
  { path: "report.pdf", pages: "2-3", view: "image" },
  { path: "report.pdf", view: "native" },
  { path: "backup.zip", select: "tree/docs/people.csv" },
  { path: "." },
];

test.for(requests)("the page is given exactly what a model gets of %o", async (request) => {
  const { answer, root } = await startClient();
  const seen = await answer<Seen>("see", { request, model: "anthropic" });
  const tool = createReadTool(readerOf([root]), { capabilities: anthropic });
  const { content, notes, media } = await tool.execute(request);
  expect(seen.blocks.map(({ text }) => text).join("\n")).toBe(content);
  expect(seen.notes.map(({ text }) => text).join("\n")).toBe(notes);
  const images = seen.blocks.flatMap((block) => (block.kind === "image" ? [block.image.url] : []));
  expect(images).toEqual(
    media.filter(({ kind }) => kind === "image").map(({ mediaType, base64 }) => `data:${mediaType};base64,${base64}`),
  );
});

describe("what stands around the answer", () => {
  test("a place can be asked for by itself", async () => {
    const { answer } = await startClient();
    const seen = await answer<Seen>("see", { request: { path: "cities.ipynb" }, model: "text" });
    const places = seen.blocks.filter((block) => block.kind === "place");
    expect(places[1]).toEqual({
      kind: "place",
      text: "[cell 2 of 9 · code · In [1]]",
      at: { unit: "cell", index: 2, label: "code · In [1]" },
      request: { path: "cities.ipynb", pages: "2" },
    });
  });

  test("the type that was found is held against the name", async () => {
    const { answer } = await startClient();
    const seen = await answer<Seen>("see", { request: { path: "mislabelled.txt" }, model: "anthropic" });
    expect(seen.facts).toMatchObject({
      mediaType: "application/pdf",
      extension: ".txt",
      nameDisagrees: true,
      handler: "pdf",
      extents: ["1 page", "1 line"],
    });
    expect(seen.notes).toContainEqual({ text: expect.stringMatching(/^Note: /) as string, code: "name-disagrees" });
    expect(seen.milliseconds).toBeGreaterThan(0);
  });

  test("a continuation is a request that goes on where the answer stops", async () => {
    const { answer } = await startClient();
    const first = await answer<Seen>("see", { request: { path: "app.log" }, model: "anthropic" });
    const { next, meter } = first.facts ?? {};
    expect(meter?.tokens).toBeLessThanOrEqual(meter?.maxTokens ?? 0);
    const second = await answer<Seen>("see", { request: next?.request, model: "anthropic" });
    const last = Number.parseInt(first.blocks.at(-1)?.text.split("\n").at(-1) ?? "", 10);
    expect(second.blocks[0]?.text).toMatch(new RegExp(`^${last + 1}\t`));
    expect(next?.request).toEqual({ path: "app.log", offset: last + 1 });
  });

  test("an image has the size that it had and the size that is sent", async () => {
    const { answer } = await startClient();
    const seen = await answer<Seen>("see", { request: { path: "photo.jpg" }, model: "anthropic" });
    const image = seen.blocks.find((block) => block.kind === "image");
    expect(image).toMatchObject({ tokens: 12, image: { widthPx: 96, heightPx: 72, mediaType: "image/jpeg" } });
    expect(image?.image.bytes).toBeGreaterThan(1000);
    const large = await answer<Seen>("see", { request: { path: "large.png" }, model: "anthropic" });
    const { widthPx = 0, originalWidthPx = 0 } = large.blocks.find((block) => block.kind === "image")?.image ?? {};
    expect(widthPx).toBeGreaterThan(0);
    expect(originalWidthPx).toBeGreaterThan(widthPx);
  });

  test("a model that takes no images gets none", async () => {
    const { answer } = await startClient();
    const seen = await answer<Seen>("see", { request: { path: "photo.jpg" }, model: "text" });
    expect(seen.blocks.some(({ kind }) => kind === "image")).toBe(false);
    expect(seen.facts?.meter.images).toBe(0);
  });

  test("whatever a model might send is understood or refused, and nothing else happens", async () => {
    const { answer } = await startClient();
    const see = (request: Json): Promise<Seen> => answer<Seen>("see", { request, model: "anthropic" });
    expect((await see({ file_path: "people.csv", limit: "1" })).blocks).toHaveLength(1);
    expect((await see("people.csv")).facts?.handler).toBe("text");
    for (const request of [null, { path: "people.csv", limit: "many" }, { path: "people.csv", view: "x" }]) {
      expect((await see(request)).error?.code).toBe("invalid-request");
    }
    expect((await see(7)).error?.code).toBe("not-found");
    expect((await see({ path: "../../etc/passwd" })).error?.code).toBe("outside-workspace");
    expect((await see({ path: ".env" })).error?.code).toBe("denied-by-policy");
  });
});

/** The targets of the tool, by their entries. */
function targets(): readonly string[] {
  const manifest = new URL("../../../../packages/tool/package.json", import.meta.url);
  const { exports } = JSON.parse(readFileSync(manifest, "utf8")) as { readonly exports: object };
  const entries = Object.keys(exports).filter((entry) => ![".", "./walk", "./package.json"].includes(entry));
  return entries.map((entry) => entry.slice(2)).toSorted();
}

describe("what each provider is sent", () => {
  test("has its real message, with bytes named instead of shown", async () => {
    const { answer } = await startClient();
    const { providers } = await answer<Start>("start");
    const request = { path: "photo.jpg" };
    expect(providers.map(({ id }) => id).toSorted()).toEqual(targets());
    for (const { id } of providers) {
      const payload = await answer<Payload>("payload", { provider: id, request, model: "anthropic" });
      const text = JSON.stringify(payload.message);
      expect.soft(text, id).toMatch(/<base64 image\/jpeg, [\d ]+ bytes>/);
      expect.soft(text, id).not.toMatch(/[A-Za-z0-9+/]{80}/);
      expect.soft(payload.bytes, id).toBeGreaterThan(text.length);
      expect.soft(JSON.stringify(payload.definition), id).toContain("read");
    }
  });

  test("has the shape that the provider takes", async () => {
    const { answer } = await startClient();
    const payload = await answer<Payload>("payload", {
      provider: "anthropic",
      request: { path: "photo.jpg" },
      model: "text",
    });
    expect(payload.message).toMatchObject({
      role: "user",
      content: [
        {
          type: "tool_result",
          content: [
            { type: "text" },
            { type: "image", source: { type: "base64", data: expect.stringMatching(/^<base64 /) as string } },
          ],
        },
      ],
    });
  });

  test("is sent errors as it takes them", async () => {
    const { answer } = await startClient();
    const request = { path: "nowhere.txt" };
    for (const { id } of (await answer<Start>("start")).providers) {
      const payload = await answer<Payload>("payload", { provider: id, request, model: "anthropic" });
      expect.soft(JSON.stringify(payload.message), id).toContain("Error (not-found)");
    }
  });

  test("keeps text that only looks like base64", async () => {
    const { answer, drop } = await startClient();
    const text = "QUJD".repeat(100);
    await drop("key.txt", text);
    const request = { path: "dropped/key.txt" };
    const payload = await answer<Payload>("payload", { provider: "anthropic", request, model: "text" });
    expect(JSON.stringify(payload.message)).toContain(text);
  });
});

describe("the list of files", () => {
  test("has folders first, and says which files are denied", async () => {
    const { answer } = await startClient();
    const listing = await answer<Listing>("list", { path: "." });
    expect(listing).toMatchObject({ ok: true, isComplete: true });
    const entries = listing.ok ? listing.entries : [];
    expect(entries[0]).toEqual({ name: "logs", path: "logs", kind: "folder" });
    expect(entries.find(({ name }) => name === ".env")).toMatchObject({ isDenied: true });
    expect(await answer<Listing>("list", { path: "logs" })).toMatchObject({
      entries: [{ name: "second.log", path: "logs/second.log", kind: "file", size: "7 B" }],
    });
  });

  test("has the members of an archive, each of which can be read", async () => {
    const { answer } = await startClient();
    const listing = await answer<Listing>("members", { path: "backup.zip" });
    const entries = listing.ok ? listing.entries : [];
    expect(entries.map(({ name }) => name)).toEqual([
      "tree/docs/Grüße.txt",
      "tree/docs/images/dot.png",
      "tree/docs/link.md",
      "tree/docs/numbers.txt",
      "tree/docs/people.csv",
      "tree/readme.md",
    ]);
    expect(entries[5]).toMatchObject({ path: "backup.zip", select: "tree/readme.md", size: "31 B" });
    for (const { path, select = "", kind } of entries.filter(({ name }) => /(?:md|txt|csv)$/.test(name))) {
      if (kind === "link") continue;
      const seen = await answer<Seen>("see", { request: { path, select }, model: "text" });
      expect.soft(seen.error, select).toBeUndefined();
    }
    expect(await answer<Listing>("members", { path: "notes.md" })).toMatchObject({ ok: false });
    expect(await answer<Listing>("members", { path: "../x.zip" })).toMatchObject({ ok: false });
  });

  test("has members whose names and folders the archive lists in quotes", async () => {
    const { answer, root } = await startClient();
    const names = ["a\tb/inner.txt", "a\tb/c\td.txt", "plain.txt"];
    writeFileSync(join(root, "odd.zip"), buildZip(names.map((name) => ({ name, data: "x" }))));
    const listing = await answer<Listing>("members", { path: "odd.zip" });
    const entries = listing.ok ? listing.entries : [];
    expect(new Set(entries.map(({ select }) => select))).toEqual(new Set(names));
    for (const { select = "" } of entries) {
      const seen = await answer<Seen>("see", { request: { path: "odd.zip", select }, model: "text" });
      expect.soft(seen.error, select).toBeUndefined();
    }
  });

  test.for(["..", "../..", "/etc", "/", "logs/../..", "~"])("never leads out of the workspace: %s", async (path) => {
    const { answer } = await startClient();
    const listing = await answer<Listing>("list", { path });
    expect(listing.ok).toBe(false);
    expect(JSON.stringify(listing)).not.toContain("passwd");
  });

  test("tells files of one name in two roots apart", async () => {
    const [first, second] = [await startClient(), await startClient()];
    const roots = [first.root, second.root];
    const { answer } = await startClient({ reader: readerOf(roots), roots });
    const { folders } = await answer<Start>("start");
    expect(folders.map(({ path }) => path)).toEqual([".", second.root, "dropped"]);
    const listing = await answer<Listing>("list", { path: second.root });
    const entry = listing.ok ? listing.entries.find(({ name }) => name === "notes.md") : undefined;
    expect(entry?.path).toBe(`${second.root}/notes.md`);
    expect((await answer<Seen>("see", { request: { path: entry?.path ?? "" }, model: "text" })).facts?.handler).toBe(
      "text",
    );
  });
});
