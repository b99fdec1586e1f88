import { existsSync, readdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { findSoffice } from "@reader/office-pages/converter";
import { createOfficePages } from "../../src/web/office-pages.ts";
import { pageWords } from "../../src/web/page-words.ts";
import type { Look, LookRequest } from "../../src/web/wire.ts";
import { folderWith } from "../support/program.ts";
import { startClient } from "./support/client.ts";
import { workspace } from "./support/workspace.ts";

const docx = "application/vnd.openxmlformats-officedocument.wordprocessingml.document";
const letter: LookRequest = { path: "letter.docx", mediaType: docx };
const installed = await findSoffice(process.env);
const needsOffice = "needs LibreOffice (Debian: apt-get install libreoffice-writer libreoffice-impress)";
const never = new AbortController().signal;

describe.skipIf(process.platform === "win32")("documents as pages", () => {
  test.for([
    ["another type", "app.log"],
    ["a file that the policy denies", ".env"],
    ["a file outside the workspace", "/etc/hostname"],
  ] as const)("%s is never given to the program", async ([, path]) => {
    // A program that leaves a file where it is started.
    const folder = folderWith({ "soffice.sh": `#!/bin/sh\necho > "$(dirname "$0")/called"\n` });
    const pages = await createOfficePages({
      roots: [workspace()],
      soffice: join(folder, "soffice.sh"),
      sandbox: "off",
    });
    expect(await pages.convert(path, docx, never)).toHaveProperty("problem");
    expect(existsSync(join(folder, "called"))).toBe(false);
    await pages.close();
  });
});

describe("the look of a document", () => {
  test("says that LibreOffice is not installed, or could not convert it", async () => {
    const without = await startClient();
    const form = "this is the reader’s text";
    expect(await without.answer<Look>("look", letter)).toMatchObject({
      kind: "document",
      form: `LibreOffice is not installed: ${form}`,
    });
    const failing = await startClient({ soffice: "/nonexistent/soffice" });
    expect(await failing.answer<Look>("look", letter)).toMatchObject({
      kind: "document",
      form: `LibreOffice could not convert this document: ${form}`,
    });
  });

  test.skipIf(installed === undefined)(`has the pages of LibreOffice, with marks: ${needsOffice}`, async () => {
    const { answer } = await startClient({ soffice: installed ?? "", officeTimeMs: 600_000, pageWords: pageWords() });
    const look = await answer<Look>("look", { ...letter, marks: ["Measured in spring"] });
    expect(look).toMatchObject({
      kind: "images",
      form: "Pages as LibreOffice prints them",
      images: [{ at: { unit: "page", index: 1 }, boxes: [{ left: expect.any(Number) as number }] }],
      pager: { label: expect.stringMatching(/^Page 1 of \d/) as string },
    });
    // The PDF file itself is no part of the workspace.
    const inside = readdirSync(tmpdir()).filter((name) => name.startsWith("reader-pages-"));
    for (const name of inside) {
      const path = join(tmpdir(), name, "1.pdf");
      expect(await answer<Look>("look", { path })).toMatchObject({ kind: "nothing" });
    }
  });
});
