import { fileURLToPath } from "node:url";
import { createReader } from "@reader/core";
import { localHandlers } from "@reader/handlers";
import { describe, expect, onTestFinished, test } from "vitest";
import { attachmentsIn } from "../../src/web/files.ts";
import { look as lookWith } from "../../src/web/look.ts";
import type { Look, LookRequest, LookSection } from "../../src/web/wire.ts";
import { folderWith } from "../support/program.ts";
import { startClient } from "./support/client.ts";

async function lookAt(request: LookRequest): Promise<Look> {
  const { answer } = await startClient();
  return answer<Look>("look", request);
}

function sectionsOf(look: Look): readonly LookSection[] {
  return look.kind === "document" ? look.sections : [];
}

describe("a person sees", () => {
  test("a page of a PDF as an image, and can turn it", async () => {
    const { answer } = await startClient();
    const first = await answer<Look>("look", { path: "report.pdf", mediaType: "application/pdf" });
    expect(first).toMatchObject({
      kind: "images",
      images: [{ mediaType: "image/jpeg", at: { unit: "page", index: 1 } }],
      pager: { label: "Page 1 of 5 (i)" },
    });
    const next = first.kind === "images" ? first.pager?.next : undefined;
    expect(await answer<Look>("look", next)).toMatchObject({
      images: [{ at: { unit: "page", index: 2 } }],
      pager: { previous: { place: { index: 1 } }, next: { place: { index: 3 } } },
    });
  });

  test("a PDF as an image, also if its type is not given", async () => {
    expect(await lookAt({ path: "mislabelled.txt" })).toMatchObject({
      kind: "images",
      pager: { label: "Page 1 of 1" },
    });
  });

  test.for(["photo.jpg", "scan.tif"])("an image: %s", async (path) => {
    const look = await lookAt({ path });
    expect(look.kind).toBe("images");
    expect(look.kind === "images" && look.images.every(({ url }) => url.startsWith("data:image/"))).toBe(true);
  });

  test("a table of values as a table", async () => {
    const [section] = sectionsOf(await lookAt({ path: "people.csv" }));
    expect(section).toMatchObject({ kind: "markdown", text: expect.stringContaining("|2|1|Ann|") as string });
  });

  test("the sheets of a workbook, each under its name", async () => {
    const sections = sectionsOf(await lookAt({ path: "orders.xlsx" }));
    expect(sections.map(({ at }) => at?.label)).toEqual([
      undefined,
      '"Orders" A1:E5',
      '"Rates" A1 · hidden',
      '"Secret" C7 · very hidden',
    ]);
  });

  test("a message with its attachments, each of which opens", async () => {
    const folder = fileURLToPath(new URL("../../../../fixtures/mail/attachments", import.meta.url));
    const handlers = localHandlers({ resolveFrom: import.meta.url }).filter(({ name }) => name === "mail");
    const reader = createReader({ roots: [folder], handlers, budget: { documentTimeMs: 600_000 } });
    onTestFinished(() => reader.close());
    const { signal } = new AbortController();
    const seen = await lookWith({ reader }, { path: "input.eml" }, signal);
    expect(seen).toMatchObject({
      attachments: [
        { name: "square.png", select: "attachment/square.png", size: "75 B" },
        { name: "Zahlen für Bob.csv", select: "attachment/Zahlen für Bob.csv", size: "25 B" },
        { name: "attachment 3.eml", select: "attachment/attachment 3.eml", size: "761 B" },
        { name: ".env", select: "attachment/.env", size: "11 B", isDenied: true },
      ],
    });
    expect(JSON.stringify(sectionsOf(seen))).not.toContain("Attachments");
    const figures = { path: "input.eml", select: "attachment/Zahlen für Bob.csv" };
    expect(await lookWith({ reader }, figures, signal)).not.toHaveProperty("attachments");
    expect((await reader.read(figures, { signal })).ok).toBe(true);
  });

  test("attachments whose names are listed in quotes, each of which opens", async () => {
    const part = (parameter: string): string =>
      `--mix\nContent-Type: text/plain\nContent-Disposition: attachment; ${parameter}\n\nwords\n`;
    const head =
      'From: a@example.org\nSubject: s\nMIME-Version: 1.0\nContent-Type: multipart/mixed; boundary="mix"\n\n';
    const parts = [part(String.raw`filename="\"draft\" 2.txt"`), part("filename*=UTF-8''in%E2%80%AEvoice.txt")];
    const root = folderWith({ "input.eml": `${head}${parts.join("")}--mix--\n` });
    const handlers = localHandlers({ resolveFrom: import.meta.url }).filter(({ name }) => name === "mail");
    const reader = createReader({ roots: [root], handlers, budget: { documentTimeMs: 600_000 } });
    onTestFinished(() => reader.close());
    const seen = await lookWith({ reader }, { path: "input.eml" }, new AbortController().signal);
    const attachments = seen.kind === "document" ? (seen.attachments ?? []) : [];
    expect(attachments.map(({ select }) => select)).toEqual([
      'attachment/"draft" 2.txt',
      "attachment/in\u202Evoice.txt",
    ]);
    expect(attachments.map(({ name }) => name).join("")).not.toContain("\u202E");
    for (const { path, select } of attachments) {
      expect(await reader.read({ path, ...(select === undefined ? {} : { select }) })).toMatchObject({ ok: true });
    }
  });

  test("a list of attachments with a line of another form as text", () => {
    const text =
      'From: a\nAttachments:\n- attachment/a.txt · text/plain · 5 B\n- attachment/"b · text/plain · 5 B\n\nbody';
    expect(attachmentsIn(text, "a.eml")).toEqual({ text, attachments: [] });
  });

  test("the cells of a notebook with their images", async () => {
    const sections = sectionsOf(await lookAt({ path: "cities.ipynb" }));
    expect(sections.filter(({ kind }) => kind === "image")).toHaveLength(2);
  });

  test("text around the line that is looked for", async () => {
    const look = await lookAt({ path: "app.log", mediaType: "text/plain", line: 1000 });
    expect(look).toMatchObject({
      kind: "text",
      firstLine: 988,
      pager: {
        label: expect.stringMatching(/^Lines 988–1\u202f387 of /) as string,
        previous: { from: 588 },
        next: { from: 1388 },
      },
    });
  });

  test("a place that is further on than the first look goes", async () => {
    const place = { unit: "slide", index: 3 };
    const look = await lookAt({ path: "slides.pptx", place });
    expect(sectionsOf(look).some(({ at }) => at?.index === 3)).toBe(true);
  });

  test("a member of an archive as what it is", async () => {
    const look = await lookAt({ path: "backup.zip", mediaType: "application/zip", select: "tree/readme.md" });
    const texts = sectionsOf(look).flatMap((section) => (section.kind === "image" ? [] : [section.text]));
    expect(texts.join("\n")).toMatch(/\w/);
  });

  test("why there is nothing to see", async () => {
    expect(await lookAt({ path: "locked.pdf", mediaType: "application/pdf" })).toMatchObject({
      kind: "nothing",
      message: expect.stringContaining("encrypted") as string,
    });
    expect(await lookAt({ path: "../secret.txt" })).toMatchObject({ kind: "nothing" });
    expect(await lookAt({ path: ".env" })).toMatchObject({ kind: "nothing" });
  });
});

test.for([
  { path: "report.pdf", mediaType: "text/plain" },
  { path: "app.log", mediaType: "application/pdf" },
  { path: "app.log", mediaType: "image/png" },
  { path: "photo.jpg", mediaType: "text/csv" },
  { path: "people.csv", mediaType: "x", from: 2 ** 40 },
  { path: "report.pdf", mediaType: "application/pdf", place: { unit: "page", index: 99 } },
])("a type that is not that of the file is answered, too: %o", async (request) => {
  const { ask } = await startClient();
  const response = await ask("look", request);
  expect(response.status).toBe(200);
  expect(["images", "document", "text", "nothing"]).toContain(((await response.json()) as Look).kind);
});
