import { copyFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { findSoffice } from "@reader/office-pages/converter";
import { chromiumPath, needsChromium } from "./support/chromium.ts";
import { call, file, person, visits } from "./support/visit.ts";
import { workspace } from "./support/workspace.ts";

const soffice = await findSoffice(process.env);
/** LibreOffice takes seconds to start, and minutes on a busy machine. */
const patient = { timeout: 600_000 };
const isSkipped = chromiumPath === undefined || soffice === undefined;
const needs = `${needsChromium}, and LibreOffice (Debian: apt-get install libreoffice-writer libreoffice-impress)`;

describe.skipIf(isSkipped)(`office documents in the browser (${needs})`, () => {
  const { visit } = visits();

  test.for([
    { path: "letter.docx", find: "Measured in spring" },
    // LibreOffice cannot export the handwritten slides of the workspace.
    { path: "talk.pptx", find: "Bullet" },
  ])("$path is shown as its pages, with the matches marked", async ({ path, find }) => {
    const root = workspace();
    copyFileSync(new URL("../../../../fixtures/pptx/pandoc/input.pptx", import.meta.url), join(root, "talk.pptx"));
    const { view, problems } = await visit({ roots: [root], soffice: soffice ?? "" });
    await file(view, path).click();
    await person(view).getByText("Pages as LibreOffice prints them").waitFor(patient);
    const page = person(view).getByRole("img").first();
    await page.waitFor(patient);
    expect((await page.boundingBox())?.height).toBeGreaterThan(200);
    await call(view, { path, find });
    await person(view).locator(".page-boxes rect").first().waitFor(patient);
    expect(problems).toEqual([]);
  });
});
