import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Adapter, Answer } from "../adapter.ts";

/** The coding agent pi: the tool `read` that it gives to models, from the global installation of npm. */
export function createAdapter(): Adapter {
  let entry: string | undefined;
  const installed = (): string => (entry ??= entryOf(globalFolder()));
  return {
    name: "pi",
    showsImages: true,
    missing: () =>
      existsSync(installed()) ? undefined : "the global package @earendil-works/pi-coding-agent is not installed",
    read: async (workspace, path) => {
      const { createReadTool } = (await import(pathToFileURL(installed()).href)) as Pi;
      return answerOf(createReadTool(workspace), path);
    },
  };
}

/** What this adapter uses of the package. */
interface Pi {
  readonly createReadTool: (workspace: string) => PiTool;
}

interface PiTool {
  readonly execute: (id: string, call: { readonly path: string }) => Promise<{ readonly content: readonly PiPart[] }>;
}

type PiPart = { readonly type: "text"; readonly text: string } | { readonly type: "image" };

function globalFolder(): string {
  const { stdout } = spawnSync("npm", ["root", "--global"], { encoding: "utf8", shell: process.platform === "win32" });
  return stdout.trim();
}

function entryOf(folder: string): string {
  return join(folder, "@earendil-works/pi-coding-agent/dist/index.js");
}

async function answerOf(tool: PiTool, path: string): Promise<Answer> {
  try {
    const { content } = await tool.execute("1", { path });
    const text = content.flatMap((part) => (part.type === "text" ? [part.text] : [])).join("\n");
    return { ok: true, text, images: content.filter(({ type }) => type === "image").length };
  } catch (error) {
    return { ok: false, text: error instanceof Error ? error.message : String(error) };
  }
}
