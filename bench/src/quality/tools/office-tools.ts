import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, extname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { office } from "@reader/handler-office";
import { folder as cache } from "../../speed/files/bench-data.ts";
import { markdownTables } from "../score/tables-of.ts";
import { officeparserTool } from "./officeparser-tool.ts";
import { readerWith } from "./reader-tool.ts";
import type { Tool } from "./tool.ts";

const pandocTool: Tool = {
  name: "pandoc",
  program: "pandoc",
  read({ path }) {
    const options = ["--to", "gfm", "--wrap=none", "--sandbox", path];
    const { status, stdout, stderr } = spawnSync("pandoc", options, { encoding: "utf8", maxBuffer: 1e9 });
    return status === 0 ? Promise.resolve({ pages: stdout, before: "" }) : Promise.reject(new Error(stderr));
  },
  tablesOf: markdownTables,
};

const libreOfficeTool: Tool = {
  name: "LibreOffice",
  program: "soffice",
  read({ path }) {
    const folder = mkdtempSync(join(tmpdir(), "quality-"));
    try {
      // With a profile of its own: a LibreOffice that is open would refuse to convert.
      const profile = `-env:UserInstallation=${pathToFileURL(join(cache, "libreoffice")).href}`;
      const options = ["--headless", profile, "--convert-to", "txt:Text (encoded):UTF8", "--outdir", folder, path];
      spawnSync("soffice", options, { stdio: "ignore", timeout: 300_000 });
      const text = readFileSync(join(folder, `${basename(path, extname(path))}.txt`), "utf8");
      return Promise.resolve({ pages: text, before: "" });
    } catch (error) {
      return Promise.reject(error instanceof Error ? error : new Error(String(error)));
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
  tablesOf: markdownTables,
};

/** Every tool for office files, this project first. */
export const officeTools: readonly Tool[] = [
  readerWith("reader", office(), () => true),
  pandocTool,
  officeparserTool,
  libreOfficeTool,
];
