import { chmodSync, existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { createOfficePages, type OfficeOptions } from "../../src/web/office-pages.ts";
import { pageWords } from "../../src/web/page-words.ts";
import { findSoffice } from "../../src/web/soffice.ts";
import type { Look, LookRequest } from "../../src/web/wire.ts";
import { folderWith } from "../support/program.ts";
import { startClient } from "./support/client.ts";
import { workspace } from "./support/workspace.ts";

const docx = "application/vnd.openxmlformats-officedocument.wordprocessingml.document";
const letter: LookRequest = { path: "letter.docx", mediaType: docx };
const installed = await findSoffice(process.env);
const needsOffice = "needs LibreOffice (Debian: apt-get install libreoffice-writer libreoffice-impress)";
const never = new AbortController().signal;

/**
 * A program that takes the arguments of LibreOffice: it logs each call, then runs a script with the paths of the
 * document and the PDF file in `$in` and `$pdf`.
 */
function program(script: string): { readonly soffice: string; readonly calls: () => number } {
  const folder = folderWith({ calls: "" });
  const soffice = join(folder, "soffice");
  const lines = [
    "#!/bin/sh",
    `echo call >> '${folder}/calls'`,
    'for in; do :; done; pdf="$PWD/out/document.pdf"; mkdir -p out',
    script,
  ];
  writeFileSync(soffice, `${lines.join("\n")}\n`);
  chmodSync(soffice, 0o755);
  return { soffice, calls: () => readFileSync(join(folder, "calls"), "utf8").split("\n").length - 1 };
}

async function pagesOf(
  options: Partial<OfficeOptions> & { readonly soffice: string },
): ReturnType<typeof createOfficePages> {
  return createOfficePages({ roots: [workspace()], sandbox: () => Promise.resolve(false), ...options });
}

describe.skipIf(process.platform === "win32")("documents as pages", () => {
  test("a version of a document is converted once, in a folder that is removed", async () => {
    const { soffice, calls } = program('cp "$in" "$pdf"');
    const pages = await pagesOf({ soffice });
    const [first, second] = await Promise.all([
      pages.convert("letter.docx", docx, never),
      pages.convert("letter.docx", docx, never),
    ]);
    expect(first).toMatch(/\.pdf$/);
    expect(second).toBe(first);
    expect(calls()).toBe(1);
    expect(readdirSync(pages.root)).toEqual(["1.pdf"]);
    await pages.close();
    expect(existsSync(pages.root)).toBe(false);
  });

  test("the oldest of too many files is removed, and converted again", async () => {
    const { soffice, calls } = program('cp "$in" "$pdf"');
    const root = workspace();
    writeFileSync(join(root, "copy.docx"), readFileSync(join(root, "letter.docx")));
    const pages = await pagesOf({ soffice, roots: [root], cache: { maxFiles: 1, maxBytes: 1e9 } });
    for (const name of ["letter.docx", "copy.docx", "letter.docx"]) await pages.convert(name, docx, never);
    expect(calls()).toBe(3);
    expect(readdirSync(pages.root)).toHaveLength(1);
    await pages.close();
  });

  test.for([
    { why: "it writes nothing", script: "exit 0" },
    { why: "it writes a link", script: 'ln -s /etc/hostname "$pdf"' },
    { why: "it does not end in time", script: "sleep 600", timeMs: 1 },
  ])("nothing is kept if $why", async ({ script, timeMs }) => {
    const { soffice } = program(script);
    const pages = await pagesOf({ soffice, ...(timeMs === undefined ? {} : { timeMs }) });
    expect(await pages.convert("letter.docx", docx, never)).toBeUndefined();
    expect(readdirSync(pages.root)).toEqual([]);
    await pages.close();
  });

  test("closing ends the program and the processes that it started", async () => {
    const { soffice } = program('sleep 600 & echo $! > "$PWD/child"; wait');
    const pages = await pagesOf({ soffice });
    const converted = pages.convert("letter.docx", docx, never);
    const child = join(pages.root, "job-1", "child");
    const number = await expect
      .poll(() => (existsSync(child) ? readFileSync(child, "utf8").trim() : ""))
      .toMatch(/^\d+$/)
      .then(() => Number(readFileSync(child, "utf8")));
    await pages.close();
    expect(await converted).toBeUndefined();
    await expect.poll(() => isRunning(number)).toBe(false);
  });

  test("the program gets no environment of this process, and a new profile without macros and links", async () => {
    vi.stubEnv("SOME_API_KEY", "hunter2");
    onTestFinished(() => void vi.unstubAllEnvs());
    const { soffice } = program('{ env; cat profile/user/registrymodifications.xcu; echo "$@"; } > "$pdf"');
    const pages = await pagesOf({ soffice });
    const said = readFileSync((await pages.convert("letter.docx", docx, never)) ?? "", "utf8");
    await pages.close();
    expect(said).toContain("HOME=");
    expect(said).not.toContain("hunter2");
    expect(said).toContain('"DisableMacrosExecution" oor:op="fuse"><value>true<');
    expect(said).toContain('"BlockUntrustedRefererLinks" oor:op="fuse"><value>true<');
    expect(said).toContain(`-env:UserInstallation=file://${pages.root}`);
  });

  test.for([
    ["another type", "app.log"],
    ["a file that the policy denies", ".env"],
    ["a file outside the workspace", "/etc/hostname"],
  ] as const)("%s is never given to the program", async ([, path]) => {
    const { soffice, calls } = program('cp "$in" "$pdf"');
    const pages = await pagesOf({ soffice });
    expect(await pages.convert(path, docx, never)).toBeUndefined();
    expect(calls()).toBe(0);
    await pages.close();
  });

  test("nothing is converted if the user requires a sandbox that does not work", async () => {
    const { soffice, calls } = program('cp "$in" "$pdf"');
    const pages = await pagesOf({ soffice, sandbox: () => Promise.resolve(undefined) });
    expect(await pages.convert("letter.docx", docx, never)).toBeUndefined();
    expect(calls()).toBe(0);
    await pages.close();
  });
});

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    // A killed process that nobody has waited for is over.
    const status = `/proc/${pid}/stat`;
    return !existsSync(status) || !/\) [ZX] /.test(readFileSync(status, "latin1"));
  } catch {
    return false;
  }
}

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

  test.skipIf(installed === undefined)(`has no image of another file that it links: ${needsOffice}`, async () => {
    const root = workspace();
    const image = pathToFileURL(join(root, "large.png")).href;
    const isRead = async (href: string): Promise<boolean> => {
      writeFileSync(join(root, "linking.fodt"), flatDocument(href));
      // Without bubblewrap, which would hide the other file anyway.
      const pages = await pagesOf({ soffice: installed ?? "", roots: [root], timeMs: 600_000 });
      const pdf = await pages.convert("linking.fodt", `${openText}-flat-xml`, never);
      const bytes = readFileSync(pdf ?? "", "latin1");
      await pages.close();
      return /\/Subtype\s*\/Image/.test(bytes);
    };
    expect(await isRead(image)).toBe(false);
    // An image in the document itself is shown, so the check above can fail.
    const inside = readFileSync(join(root, "large.png")).toString("base64");
    expect(await isRead(`data:image/png;base64,${inside}`)).toBe(true);
  });
});

const openText = "application/vnd.oasis.opendocument.text";

/** A text document in one XML file, with one image. */
function flatDocument(href: string): string {
  const name = "urn:oasis:names:tc:opendocument:xmlns";
  const data = /^data:.*,(.*)$/.exec(href)?.[1];
  const image =
    data === undefined
      ? `<draw:image xlink:href="${href}" xlink:type="simple" xlink:show="embed" xlink:actuate="onLoad"/>`
      : `<draw:image><office:binary-data>${data}</office:binary-data></draw:image>`;
  return `<?xml version="1.0"?>
<office:document xmlns:office="${name}:office:1.0" xmlns:text="${name}:text:1.0" xmlns:draw="${name}:drawing:1.0"
  xmlns:svg="${name}:svg-compatible:1.0" xmlns:xlink="http://www.w3.org/1999/xlink" office:version="1.2"
  office:mimetype="${openText}"><office:body><office:text><text:p>A
  <draw:frame text:anchor-type="as-char" svg:width="5cm" svg:height="5cm">${image}</draw:frame>
</text:p></office:text></office:body></office:document>`;
}
