import { execFileSync, spawn, spawnSync } from "node:child_process";
import { chmodSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { createServer, type AddressInfo } from "node:net";
import { join } from "node:path";
import { createReader, type ReadOutcome } from "@reader/core";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { isolate, loadThirdParty, reportProtections, type SandboxMode } from "../src/index.ts";
import { folderWith } from "./support.ts";

const { sandbox } = await reportProtections("off");
const hasSandbox = sandbox.state === "works";
const hasCompiler = spawnSync("cc", ["--version"]).status === 0;

/** Native code that tries what the permissions of Node.js do not see, and leaves what it found in a variable. */
const code = `#include <arpa/inet.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <unistd.h>
__attribute__((constructor)) static void look_around(void) {
  struct sockaddr_in address = { .sin_family = AF_INET, .sin_port = htons(PORT), .sin_addr.s_addr = htonl(INADDR_LOOPBACK) };
  int channel = socket(AF_INET, SOCK_STREAM, 0);
  int connects = channel >= 0 && connect(channel, (struct sockaddr *)&address, sizeof address) == 0;
  int reads = open(SECRET, O_RDONLY) >= 0;
  int lists = open("/etc/passwd", O_RDONLY) >= 0;
  int writes = open(TARGET, O_WRONLY | O_CREAT, 0600) >= 0;
  int overwrites = open(OWN, O_WRONLY) >= 0;
  int runs = access("/bin/sh", X_OK) == 0;
  int reaches = kill(PARENT, 0) == 0;
  char found[200];
  snprintf(found, sizeof found, "connects=%d reads=%d lists=%d writes=%d overwrites=%d runs=%d reaches=%d", connects,
    reads, lists, writes, overwrites, runs, reaches);
  setenv("FOUND", found, 1);
  setenv("PRIVILEGES", prctl(PR_GET_NO_NEW_PRIVS, 0, 0, 0, 0) == 1 ? "none new" : "new", 1);
}
`;

const handler = `
import { createRequire } from "node:module";
export function native() {
  return {
    specVersion: 1, name: "native", mediaTypes: ["application/x-native"],
    origin: { module: import.meta.url, export: "native", addons: "always" },
    sniff: (head, name) => (name.endsWith(".native") ? "application/x-native" : undefined),
    async *read(source) {
      const words = new TextDecoder().decode(await source.bytes());
      if (words === "abort") process.abort();
      if (words === "wait") await new Promise((resolve) => setTimeout(resolve, 600_000));
      try { createRequire(import.meta.url)("./code.node"); } catch {}
      yield { type: "text", text: words + " " + process.env.FOUND + " " + process.env.PRIVILEGES };
    },
  };
}`;

function place(): string {
  return folderWith({
    "package/package.json": JSON.stringify({ name: "native", type: "module" }),
    "package/native.js": handler,
    "files/a.native": "hello",
    "files/deadly.native": "abort",
    "files/waiting.native": "wait",
    secret: "a secret",
  });
}

/** Compiles the native code of a package that looks around. */
async function compile(root: string): Promise<void> {
  const server = createServer((socket) => socket.destroy()).listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const file = join(root, "package/code.node");
  const texts = { SECRET: join(root, "secret"), TARGET: join(root, "written"), OWN: join(root, "package/native.js") };
  const defines = Object.entries(texts).map(([name, value]) => `-D${name}=${JSON.stringify(value)}`);
  writeFileSync(`${file}.c`, code);
  execFileSync("cc", [
    "-shared",
    "-fPIC",
    `-DPORT=${port}`,
    `-DPARENT=${process.pid}`,
    ...defines,
    "-o",
    file,
    `${file}.c`,
  ]);
}

async function readIn(root: string, mode: SandboxMode, path: string): Promise<ReadOutcome> {
  const description = await loadThirdParty({ module: "./native.js" }, { directory: join(root, "package") });
  const isolation = isolate([description], { sandbox: mode });
  const reader = createReader({ roots: [join(root, "files")], handlers: isolation.handlers });
  const outcome = await reader.read(path);
  await reader.close();
  await isolation.close();
  return outcome;
}

function wordsOf(outcome: ReadOutcome): string {
  return outcome.ok
    ? outcome.parts.map((part) => (part.type === "text" ? part.text : "")).join("")
    : outcome.error.message;
}

describe.skipIf(!hasSandbox)("a process in a sandbox", () => {
  test.skipIf(!hasCompiler)("keeps native code from files, programs, processes and the network", async () => {
    const root = place();
    await compile(root);
    // Without it the same code can do all of that, so that the answer within says something.
    const free = wordsOf(await readIn(root, "off", "a.native"));
    expect(free).toContain("hello connects=1 reads=1 lists=1 writes=1 overwrites=1 runs=1 reaches=1");
    const confined = wordsOf(await readIn(root, "bwrap", "a.native"));
    expect(confined).toBe("hello connects=0 reads=0 lists=0 writes=0 overwrites=0 runs=0 reaches=0 none new");
  });

  test("reads what it reads outside, and tells how it died", async () => {
    const root = place();
    expect(wordsOf(await readIn(root, "auto", "a.native"))).toBe("hello undefined undefined");
    expect(wordsOf(await readIn(root, "bwrap", "deadly.native"))).toContain("was ended by SIGABRT");
  });

  test("ends with its program, even when that is killed", async () => {
    const root = place();
    const modules = ["core/dist/index.js", "isolate/dist/index.js"].map(
      (name) => new URL(`../../${name}`, import.meta.url).href,
    );
    const program = `
      const [root, core, isolation] = process.argv.slice(1);
      const [{ createReader }, { isolate, loadThirdParty }] = await Promise.all([import(core), import(isolation)]);
      const description = await loadThirdParty({ module: "./native.js" }, { directory: root + "/package" });
      const isolated = isolate([description], { sandbox: "bwrap" });
      const reader = createReader({ roots: [root + "/files"], handlers: isolated.handlers, budget: { documentTimeMs: 600_000 } });
      await reader.read("a.native");
      console.log("ready");
      await reader.read("waiting.native");
    `;
    const child = spawn(process.execPath, ["--input-type=module", "--eval", program, root, ...modules], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    onTestFinished(() => void child.kill("SIGKILL"));
    await new Promise((resolve) => child.stdout.once("data", resolve));
    expect(processesOf(root)).not.toEqual([]);
    child.kill("SIGKILL");
    await expect.poll(() => processesOf(root)).toEqual([]);
  });
});

test.skipIf(process.platform !== "linux")("a sandbox that fails to start once is tried again", async () => {
  const folder = folderWith({ bwrap: "" });
  const script = (starts: number): string =>
    `#!/bin/sh\necho >>${folder}/starts\n[ $(/usr/bin/wc -l <${folder}/starts) -ge ${starts} ] || exit 1\necho ${process.version}\n`;
  vi.stubEnv("PATH", folder);
  onTestFinished(() => void vi.unstubAllEnvs());
  for (const [starts, state] of [
    [2, "works"],
    [3, "broken"],
  ] as const) {
    writeFileSync(join(folder, "bwrap"), script(starts));
    writeFileSync(join(folder, "starts"), "");
    chmodSync(join(folder, "bwrap"), 0o755);
    vi.resetModules();
    const { probeSandbox } = await import("../src/parent/processes/sandbox.ts");
    expect(probeSandbox().state).toBe(state);
  }
});

test("a sandbox that does not exist is refused in words", async () => {
  const root = place();
  const outcome = await readIn(root, "nothing" as SandboxMode, "a.native");
  expect(outcome).toMatchObject({
    ok: false,
    error: { code: "handler-failed", message: 'There is no sandbox mode "nothing".' },
  });
});

/** The processes whose command names this folder. */
function processesOf(folder: string): readonly string[] {
  return readdirSync("/proc").filter((id) => {
    if (!/^\d+$/.test(id)) return false;
    try {
      return readFileSync(`/proc/${id}/cmdline`, "utf8").includes(folder);
    } catch {
      return false;
    }
  });
}
