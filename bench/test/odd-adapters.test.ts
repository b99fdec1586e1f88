import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { filledArguments, splitCommandLine } from "../odd-files/adapters/command-line.ts";
import { mcpAdapter } from "../odd-files/adapters/mcp-adapter.ts";
import { groupBytes } from "../odd-files/group-memory.ts";
import { loadAdapter } from "../odd-files/load-adapter.ts";
import { runTool } from "../odd-files/run-tool.ts";

const folder = mkdtempSync(join(tmpdir(), "odd-adapters-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const node = JSON.stringify(process.execPath);

function script(name: string, code: string): string {
  const file = join(folder, name);
  writeFileSync(file, code);
  return file;
}

describe("a command line", () => {
  test("is taken apart at spaces, but for what is in quotation marks", () => {
    expect(splitCommandLine(`python3 -c 'print("a b")' "{file}" --x=1`)).toEqual({
      command: "python3",
      args: ["-c", 'print("a b")', "{file}", "--x=1"],
    });
    expect(() => splitCommandLine("  ")).toThrow("names no command");
  });

  test("is filled once: a path that holds a placeholder, or what a shell would run, is a path", () => {
    const args = ["{workspace}", "--in={path}", "{other}"];
    expect(filledArguments(args, "/w", "{workspace}; rm $(x)")).toEqual(["/w", "--in={workspace}; rm $(x)", "{other}"]);
    expect(filledArguments(["{file}"], folder, "a/b.txt")).toEqual([join(folder, "a", "b.txt")]);
  });
});

describe("an adapter for a command", () => {
  const prints = script(
    "prints.mjs",
    `const file = process.argv.at(-1);
    if (file.endsWith("fails")) { console.error("no such thing"); process.exit(2); }
    if (file.endsWith("silent")) process.exit(3);
    const more = () => process.stdout.write("x".repeat(65536), more);
    if (file.endsWith("endless")) more();
    else console.log("read " + file);`,
  );

  test.for([
    ["file.txt", { ok: true, text: `read ${join(folder, "file.txt")}\n` }],
    ["fails", { ok: false, text: "no such thing\n" }],
    ["silent", { ok: false, text: "exit status 3" }],
  ] as const)("answers with what it prints about %s", async ([path, answer]) => {
    const adapter = await loadAdapter(`command:${node} "${prints}" {file}`);
    expect(await adapter.read(folder, path)).toEqual(answer);
  });

  test("gives the file last where no argument names it, and hears no output without an end", async () => {
    const adapter = await loadAdapter(`command:${node} "${prints}"`);
    const { ok, text } = await adapter.read(folder, "endless");
    expect(ok).toBe(true);
    expect(text.length).toBeGreaterThan(4_000_000);
  });

  test("says that a command is missing", async () => {
    const adapter = await loadAdapter("command:no-such-command --file {file}");
    expect(adapter.missing?.()).toBe("the command no-such-command is not installed");
  });
});

/** A server that prints beside its messages, fills its stderr, and asks before it answers, with numbers of its own. */
const server = script(
  "server.mjs",
  `import { createInterface } from "node:readline";
  const send = (message) => process.stdout.write(JSON.stringify({ jsonrpc: "2.0", ...message }) + "\\n");
  console.log("starting");
  console.error("x".repeat(1_000_000));
  let roots;
  createInterface({ input: process.stdin }).on("line", (line) => {
    const { id, method, params, result } = JSON.parse(line);
    if (method === "initialize") send({ id, result: { protocolVersion: "2025-06-18", capabilities: {}, serverInfo: {} } });
    if (method === "notifications/initialized") send({ id: 2, method: "roots/list" });
    if (method === undefined) roots = result.roots.length;
    if (method === "tools/list") send({ id, result: { tools: [{ name: "other" }, { name: "read_file", inputSchema: { properties: { file_path: {} } } }] } });
    if (method !== "tools/call") return;
    const path = params.arguments.file_path;
    if (path.endsWith("dies")) process.exit(1);
    if (path.endsWith("error")) return send({ id, error: { code: -32602, message: "no such path" } });
    if (path.endsWith("image")) return send({ id, result: { content: [{ type: "image", data: "" }] } });
    send({ id, result: { isError: path.endsWith("fails"), content: [{ type: "text", text: roots + " " + params.name }] } });
  });`,
);

describe("an adapter for a server", () => {
  test.for([
    ["file.txt", { ok: true, text: "1 read_file", images: 0 }],
    ["fails", { ok: false, text: "1 read_file", images: 0 }],
    ["image", { ok: true, text: "", images: 1 }],
  ] as const)("finds the tool that reads, and answers as it does about %s", async ([path, answer]) => {
    const adapter = await loadAdapter(`mcp:${node} "${server}" {workspace}`);
    expect(await adapter.read(folder, path)).toEqual(answer);
    await adapter.close?.();
  });

  test("says which tools and arguments it looks for where there are none", async () => {
    const named = { name: "a server", command: process.execPath, args: [server] };
    const other = mcpAdapter({ ...named, tool: "fetch" });
    await expect(other.read(folder, "file.txt")).rejects.toThrow("none of the tools fetch");
    const untaken = mcpAdapter({ ...named, tool: "other" });
    await expect(untaken.read(folder, "file.txt")).rejects.toThrow("No argument of other takes a path");
  });

  test("tells a server that ends from one that refuses, and starts it again", async () => {
    const files = ["dies", "error", "fine"].map((id) => ({ id, why: "", expect: { is: "either" } as const }));
    const verdicts = await runTool(`mcp:${node} "${server}"`, {}, { workspace: folder, files });
    expect(Object.fromEntries(verdicts)).toEqual({
      dies: { is: "dies" },
      error: { is: "right" },
      fine: { is: "right" },
    });
  });
});

test.runIf(process.platform === "linux")("memory is that of a process with all that it started", async () => {
  const fill = "globalThis.kept = Buffer.alloc(200_000_000, 1); console.log('full'); setInterval(() => 0, 1000);";
  const starts = `require("node:child_process").spawn(process.execPath, ["-e", ${JSON.stringify(fill)}], { stdio: "inherit" }); setInterval(() => 0, 1000);`;
  const child = spawn(process.execPath, ["-e", starts], { stdio: ["ignore", "pipe", "ignore"], detached: true });
  await once(child.stdout, "data");
  const bytes = groupBytes(child.pid);
  process.kill(-(child.pid ?? Number.NaN), "SIGKILL");
  await once(child, "exit");
  expect(bytes).toBeGreaterThan(200_000_000);
  expect(groupBytes(undefined)).toBe(0);
});

describe("the runner", () => {
  const files = ["one", "two"].map((id) => ({ id, why: "", expect: { is: "either" } as const }));

  test("tells of a tool that does not start", async () => {
    const spec = script("ends.mjs", "process.exit(1);");
    await expect(runTool(spec, {}, { workspace: folder, files })).rejects.toThrow("ended when it was started");
    const slow = script("slow.mjs", "setInterval(() => 0, 1000); await new Promise(() => 0);");
    await expect(runTool(slow, {}, { workspace: folder, files, timeLimitMs: 2000 })).rejects.toThrow("did not start");
  });

  test("takes what is no answer for an error without a word, and a new process where the last one ended by itself", async () => {
    const spec = script(
      "odd.mjs",
      `export const createAdapter = () => ({ name: "odd", async read(_, path) {
        if (path === "one") return undefined;
        return { ok: true, text: String(process.pid) };
      } });`,
    );
    const verdicts = await runTool(spec, {}, { workspace: folder, files });
    expect(verdicts.get("one")).toEqual({ is: "wrong", reason: "an error without a word" });
    expect(verdicts.get("two")).toEqual({ is: "right" });
  });

  test("ends a tool that hangs when it is interrupted", async () => {
    const spec = script(
      "hangs.mjs",
      `export const createAdapter = () => ({ name: "h", read: () => new Promise(() => 0) });`,
    );
    const signal = AbortSignal.abort(new Error("interrupted"));
    await expect(runTool(spec, {}, { workspace: folder, files, signal })).rejects.toThrow("interrupted");
  });
});

test("what is not an adapter is reported with what could be one", async () => {
  await expect(loadAdapter("nosuch")).rejects.toThrow("There is no adapter nosuch: give one of reader, plain");
});
