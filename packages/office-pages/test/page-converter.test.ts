import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { type ConverterOptions, createPageConverter, findSoffice, type PageConverter } from "../src/converter.ts";
import { converted, documentNamed, flatText, folderWith, letter, program } from "./support.ts";

const installed = await findSoffice(process.env);

async function converterOf(options: ConverterOptions): Promise<PageConverter> {
  // The programs of these tests write outside their folder, which bubblewrap would prevent.
  const converter = await createPageConverter({ sandbox: "off", ...options });
  onTestFinished(() => converter.close());
  return converter;
}

describe.skipIf(process.platform === "win32")("documents as pages", () => {
  test("a version of a document is converted once, in a folder that is removed", async () => {
    const { soffice, calls } = program('cp "$in" "$pdf"');
    const converter = await converterOf({ soffice });
    const [first, second] = await Promise.all([converted(converter, letter), converted(converter, letter)]);
    expect(first).toMatchObject({ path: expect.stringMatching(/\.pdf$/) as string });
    expect(second).toMatchObject({ path: "path" in first ? first.path : "" });
    expect("read" in first && Buffer.from(await first.read())).toEqual(readFileSync(letter));
    expect(calls()).toBe(1);
    expect(readdirSync(converter.root)).toEqual(["1.pdf"]);
    await converter.close();
    expect(existsSync(converter.root)).toBe(false);
  });

  test("the oldest of too many files is removed, and converted again", async () => {
    const { soffice, calls } = program('cp "$in" "$pdf"');
    const converter = await converterOf({ soffice, cache: { maxFiles: 1, maxBytes: 1e9 } });
    const copy = documentNamed("copy.docx");
    for (const path of [letter, copy, letter]) await converted(converter, path);
    expect(calls()).toBe(3);
    expect(readdirSync(converter.root)).toHaveLength(1);
  });

  test.for([
    { why: "it writes nothing", script: "exit 0" },
    { why: "it writes a link", script: 'ln -s /etc/hostname "$pdf"' },
    { why: "it does not end in time", script: "sleep 600", timeMs: 1 },
  ])("nothing is kept if $why", async ({ script, timeMs }) => {
    const { soffice } = program(script);
    const converter = await converterOf({ soffice, ...(timeMs === undefined ? {} : { timeMs }) });
    expect(await converted(converter, letter)).toEqual({ problem: "LibreOffice could not convert this document" });
    expect(readdirSync(converter.root)).toEqual([]);
  });

  test("closing ends the program and the processes that it started", async () => {
    const { soffice } = program('sleep 600 & echo $! > "$PWD/child"; wait');
    const converter = await converterOf({ soffice });
    const result = converted(converter, letter);
    const child = join(converter.root, "job-1", "child");
    await expect.poll(() => (existsSync(child) ? readFileSync(child, "utf8").trim() : "")).toMatch(/^\d+$/);
    const number = Number(readFileSync(child, "utf8"));
    await converter.close();
    expect(await result).toEqual({ problem: "the conversion was stopped" });
    await expect.poll(() => isRunning(number)).toBe(false);
  });

  test("a signal that is aborted ends the program", async () => {
    const { soffice } = program('echo > "$PWD/started"; sleep 600');
    const converter = await converterOf({ soffice });
    const abort = new AbortController();
    const result = converted(converter, letter, abort.signal);
    await expect.poll(() => existsSync(join(converter.root, "job-1", "started"))).toBe(true);
    abort.abort();
    expect(await result).toEqual({ problem: "the conversion was stopped" });
  });

  test("the program gets no environment of this process, and a new profile without macros and links", async () => {
    vi.stubEnv("SOME_API_KEY", "hunter2");
    onTestFinished(() => void vi.unstubAllEnvs());
    const { soffice } = program('{ env; cat profile/user/registrymodifications.xcu; echo "$@"; } > "$pdf"');
    const converter = await converterOf({ soffice });
    const pdf = await converted(converter, letter);
    const said = "path" in pdf ? readFileSync(pdf.path, "utf8") : "";
    expect(said).toContain("HOME=");
    expect(said).not.toContain("hunter2");
    expect(said).toContain('"DisableMacrosExecution" oor:op="fuse"><value>true<');
    expect(said).toContain('"BlockUntrustedRefererLinks" oor:op="fuse"><value>true<');
    expect(said).toContain(`-env:UserInstallation=file://${converter.root}`);
  });

  test("nothing is converted if the user requires a sandbox that does not work", async () => {
    // Bubblewrap is not found there.
    vi.stubEnv("PATH", folderWith());
    onTestFinished(() => void vi.unstubAllEnvs());
    vi.resetModules();
    const fresh = await import("../src/converter.ts");
    const { soffice, calls } = program('cp "$in" "$pdf"');
    const converter = await fresh.createPageConverter({ soffice, sandbox: "bwrap" });
    onTestFinished(() => converter.close());
    expect(await converted(converter, letter)).toEqual({
      problem: "bubblewrap, which READER_SANDBOX requires, does not work",
    });
    expect(calls()).toBe(0);
  });

  test("LibreOffice that is not installed is said", async () => {
    vi.stubEnv("PATH", folderWith());
    onTestFinished(() => void vi.unstubAllEnvs());
    expect(await findSoffice(process.env)).toBeUndefined();
    expect(await converted(await converterOf({}), letter)).toEqual({ problem: "LibreOffice is not installed" });
  });
});

test.skipIf(installed === undefined)(
  "a linked image is not loaded (needs LibreOffice: apt-get install libreoffice-writer)",
  async () => {
    const png = join(import.meta.dirname, "../../../docs/images/web-view.png");
    const shows = async (href: string): Promise<boolean> => {
      const path = join(folderWith({ "linking.fodt": flatDocument(href) }), "linking.fodt");
      const converter = await converterOf({ soffice: installed ?? "", timeMs: 600_000 });
      const pdf = await converted(converter, path);
      return "path" in pdf && /\/Subtype\s*\/Image/.test(readFileSync(pdf.path, "latin1"));
    };
    expect(await shows(pathToFileURL(png).href)).toBe(false);
    // An image in the document itself is shown, so the check above can fail.
    expect(await shows(`data:image/png;base64,${readFileSync(png).toString("base64")}`)).toBe(true);
  },
);

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
  office:mimetype="${flatText.replace("-flat-xml", "")}"><office:body><office:text><text:p>A
  <draw:frame text:anchor-type="as-char" svg:width="5cm" svg:height="5cm">${image}</draw:frame>
</text:p></office:text></office:body></office:document>`;
}

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
