import { spawnSync } from "node:child_process";
import { chmodSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { folderWith } from "../support/folder.ts";
import { run } from "../support/run.ts";

const odd = `export function odd() {
  return {
    specVersion: 1, version: "4.2.0", name: "odd", mediaTypes: ["application/x-odd"],
    sniff: (head, name) => (name.endsWith(".odd") ? "application/x-odd" : undefined),
    async *read(source) {
      const words = new TextDecoder().decode(await source.bytes());
      yield { type: "text", text: "read by odd\\n" };
      if (words.includes("bad")) throw new Error("cannot make sense of '/etc/x y' at byte 7");
    },
  };
}
`;

describe("a handler of somebody else's", () => {
  test.for([[], ["--no-isolate"]] as const)("reads its format: %j", async (options) => {
    const cwd = folderWith({ "a.odd": "x", "odd.mjs": odd });
    const { stdout, stderr, code } = await run(["a.odd", "-q", "--handler", "./odd.mjs", ...options], { cwd });
    expect({ stdout, stderr, code }).toEqual({ stdout: "1\tread by odd\n", stderr: "", code: 0 });
  });

  test.for([[], ["--no-isolate"]] as const)(
    "that fails is told with all that helps to mend it: %j",
    async (options) => {
      const cwd = folderWith({ "a.odd": "bad", "odd.mjs": odd });
      const { stdout, stderr, code } = await run(["a.odd", "--handler", "./odd.mjs", ...options], { cwd });
      expect(code).toBe(1);
      expect(stdout).toBe("1\tread by odd\n");
      expect(stderr.split("\n")).toEqual([
        `reader: The handler "odd" failed on a.odd: cannot make sense of '…' at byte 7.`,
        "  Tell the user which handler failed and what it reported; once it is fixed or replaced, read the file again.",
        "  Handler: odd, version 4.2.0",
        "  To see it fail: reader --no-isolate --handler ./odd.mjs a.odd",
        expect.stringMatching(/^ {2}To replace it: createReader\(.*, or reader --handler \.\/yours\.js$/) as string,
        "",
      ]);
    },
  );

  test("that is read in this process shows where it fails to whoever mends it", async () => {
    const cwd = folderWith({ "a.odd": "bad", "odd.mjs": odd });
    const argv = ["--no-isolate", "--handler", "./odd.mjs", "a.odd"];
    const { stderr } = await run(argv, { cwd, env: { READER_DEBUG: "1" } });
    expect(stderr).toMatch(/cannot make sense[^]*at .*odd\.mjs:8:/);
  });

  test("takes precedence, and the order of a configuration more than that", async () => {
    const notebook = odd.replaceAll('"odd"', '"mine"').replace("application/x-odd", "application/x-ipynb+json");
    const cwd = folderWith({
      "a.ipynb": JSON.stringify({ cells: [], nbformat: 4, nbformat_minor: 5, metadata: {} }),
      "mine.mjs": notebook,
      "order.json": JSON.stringify({ handlers: ["./mine.mjs"], order: ["notebook"] }),
    });
    expect((await run(["a.ipynb", "-q", "--handler", "./mine.mjs"], { cwd })).stdout).toBe("1\tread by odd\n");
    expect((await run(["a.ipynb", "-q", "--config", "order.json"], { cwd })).stdout).not.toContain("read by odd");
  });
});

describe("doctor", () => {
  const argv = ["doctor", "--handler", "./odd.mjs", "--handler-command", "log=head -n 2"];

  test("tells what was set up, and that it can work", async () => {
    const { code, stdout } = await run(argv, { cwd: folderWith({ "odd.mjs": odd }) });
    expect(stdout.split("\n\n")[1]).toBe(
      [
        "Your handlers",
        "  ✓ odd: application/x-odd (version 4.2.0; reader --no-isolate --handler ./odd.mjs FILE)",
        "  ✓ head:log: text/x-log (head -n 2 < FILE)",
      ].join("\n"),
    );
    expect(code).toBe(0);
  });

  test("ends with 1 for programs that cannot be started, and says why", async () => {
    const commands = { missing: "no-such-program-42", gone: "./nothing.sh", plain: "./plain.txt {file}" };
    const handlers = Object.entries(commands).map(([name, command]) => ({ name, extensions: ["odd"], command }));
    const cwd = folderWith({ "plain.txt": "x", "r.json": JSON.stringify({ handlers }) });
    const { code, stdout } = await run(["doctor", "--json", "--config", "r.json"], { cwd });
    expect(JSON.parse(stdout)).toMatchObject({
      yours: [
        { name: "missing", problem: "There is no no-such-program-42 on the PATH." },
        { name: "gone", problem: "There is no file ./nothing.sh." },
        { name: "plain", problem: "./plain.txt is not executable." },
      ],
    });
    expect(code).toBe(1);
  });

  test("refuses a configuration that cannot be, as a read does", async () => {
    const cwd = folderWith({ "r.json": '{"roots": ["gone"], "limits": {}}' });
    const { code, stderr } = await run(["doctor", "--config", "r.json"], { cwd });
    expect([code, stderr]).toEqual([2, expect.stringContaining('The root "')]);
  });
});

describe("a command", () => {
  test("reads its format, and once it is mended the same line works", async () => {
    const cwd = folderWith({ "a.odd": "x\n", "tool.sh": "#!/bin/sh\necho 'no licence' >&2\nexit 9\n" });
    chmodSync(join(cwd, "tool.sh"), 0o755);
    const argv = ["a.odd", "--handler-command", "odd=./tool.sh"];
    const { code, stderr } = await run(argv, { cwd });
    expect(code).toBe(1);
    expect(stderr).toContain("reader: ./tool.sh ended with exit code 9 on a.odd: no licence.");
    expect(stderr).toContain('  It said: "no licence"\n  To see it fail: ./tool.sh < a.odd\n');
    writeFileSync(join(cwd, "tool.sh"), "#!/bin/sh\nsed s/x/mended/\n");
    expect((await run([...argv, "-q"], { cwd })).stdout).toBe("1\tmended\n");
  });

  test("names the path that was typed, wherever it leads", async () => {
    const cwd = folderWith({ "docs/a b.odd": "x\n", "here/x": "" });
    const argv = ["../docs/a b.odd", "--handler-command", "odd=sh -c 'exit 3'"];
    const { stderr } = await run(argv, { cwd: join(cwd, "here") });
    expect(stderr).toContain("  To see it fail: sh -c 'exit 3' < '../docs/a b.odd'\n");
  });

  test.for([
    ["a root", ["b.odd", "--root", "docs"], "docs/b.odd"],
    ["the root of a configuration", ["b.odd", "--config", "r.json"], "docs/b.odd"],
    ["a name with a line end", ["docs/c\n.odd"], String.raw`$'docs/c\U0000000a.odd'`],
  ] as const)("is told by hand so that it can be pasted: %s", async ([, argv, shown]) => {
    const roots = JSON.stringify({ roots: ["docs"] });
    const cwd = folderWith({ "docs/b.odd": "x\n", "docs/c\n.odd": "x\n", "r.json": roots });
    const { stderr } = await run([...argv, "--handler-command", "odd=sh -c 'cat; exit 3'"], { cwd });
    const [, byHand = ""] = /^ {2}To see it fail: (.*)$/m.exec(stderr) ?? [];
    expect(byHand).toBe(`sh -c 'cat; exit 3' < ${shown}`);
    expect(spawnSync("bash", ["-c", byHand], { cwd, encoding: "utf8" })).toMatchObject({ status: 3, stdout: "x\n" });
  });

  test("that takes longer than its own time is not advised to get more from an option", async () => {
    const cwd = folderWith({
      "a.odd": "x\n",
      "r.json": JSON.stringify({
        handlers: [{ name: "slow", extensions: ["odd"], command: "sleep 600", timeoutMs: 50 }],
      }),
    });
    const { stderr } = await run(["a.odd", "--config", "r.json"], { cwd });
    expect(stderr).toContain("sleep took longer than 50 ms on a.odd.\n  Give the command a longer `timeoutMs`");
  });

  test("that is invalid, or has no program, is reported", async () => {
    const cwd = folderWith({ "a.odd": "x\n" });
    const none = await run(["a.odd", "--handler-command", "cat"], { cwd });
    expect(none.code).toBe(2);
    expect(none.stderr).toContain("'org=pandoc -f org -t gfm'");
    const missing = await run(["a.odd", "--handler-command", "odd=no-such-program-42"], { cwd });
    expect(missing.code).toBe(1);
    expect(missing.stderr).toContain('There is no program "no-such-program-42" on this machine');
  });

  const hasPandoc = spawnSync("pandoc", ["--version"]).status === 0;

  test.skipIf(!hasPandoc)("may be pandoc (skipped where there is none)", async () => {
    const cwd = folderWith({ "a.org": "* Plan\n" });
    const argv = ["a.org", "-q", "--handler-command", "org=pandoc -f org -t gfm {file}"];
    expect((await run(argv, { cwd })).stdout).toBe("1\t# Plan\n");
  });
});

describe("a configuration file", () => {
  const shout = { handlers: [{ name: "shout", extensions: ["odd"], command: "tr a-z A-Z" }] };

  test("sets up handlers, limits and roots, and an option counts more", async () => {
    const config = { ...shout, limits: { maxLines: 1 }, roots: ["inside"] };
    const cwd = folderWith({
      "etc/r.json": JSON.stringify(config),
      "etc/inside/a.odd": "one\ntwo\n",
      "a.odd": "out\n",
    });
    const inside = await run(["etc/inside/a.odd", "--config", "etc/r.json"], { cwd });
    expect(inside.stdout).toMatch(/^1\tONE\n\nShown: line 1/);
    const more = await run(["etc/inside/a.odd", "-q", "--config", "etc/r.json", "--limit", "5"], { cwd });
    expect(more.stdout).toBe("1\tONE\n2\tTWO\n");
    const outside = await run([join(cwd, "a.odd"), "--config", "etc/r.json"], { cwd });
    expect(outside.code).toBe(1);
    expect(outside.stderr).toContain("--root");
  });

  test("raises the limits of processes, by the very words of the message that tells of one", async () => {
    const notebook = { nbformat: 4, nbformat_minor: 5, metadata: {}, cells: [{ cell_type: "raw", source: "x" }] };
    const text = JSON.stringify(notebook);
    const cwd = folderWith({
      "a.ipynb": text + " ".repeat(100_000_001 - text.length),
      "low.json": '{"limits":{"maxInflatedBytes":1000}}',
    });
    // A busy machine needs longer for so large a file.
    const argv = ["a.ipynb", "--timeout", "600"];
    const refused = await run([...argv, "--config", "low.json"], { cwd });
    expect(refused.stderr).toContain("needs 100000001 bytes at once, and the limit is 100000000.");
    const [, limits = ""] = /--limits FILE, with (.*) in FILE\./.exec(refused.stderr) ?? [];
    writeFileSync(join(cwd, "r.json"), limits);
    const { code, stdout } = await run([...argv, "-q", "--config", "low.json", "--limits", "r.json"], { cwd });
    expect([code, stdout]).toEqual([0, expect.stringContaining("\tx\n")]);
  });

  test("of the user's own is read without being named", async () => {
    const home = folderWith({ "reader/reader.config.json": JSON.stringify(shout) });
    const cwd = folderWith({ "a.odd": "one\n" });
    const { stdout } = await run(["a.odd", "-q"], { cwd, env: { XDG_CONFIG_HOME: home } });
    expect(stdout).toBe("1\tONE\n");
  });

  test("that only lies in the working directory is anybody's: it is not read, and that is said", async () => {
    const cwd = folderWith({ "a.odd": "one\n", "reader.config.json": JSON.stringify(shout) });
    const { stdout, stderr } = await run(["a.odd"], { cwd });
    expect(stdout).toMatch(/^1\tone\n/);
    expect(stderr).toContain(
      "reader.config.json in this folder is not used unless --config reader.config.json names it.",
    );
    expect((await run(["a.odd", "-q"], { cwd })).stderr).toBe("");
  });

  test("with faults is refused with all of them", async () => {
    const cwd = folderWith({ "a.odd": "one\n", "r.json": '{"handlrs": [], "limits": {"maxLine": 7}}' });
    const { code, stderr } = await run(["a.odd", "--config", "r.json"], { cwd });
    expect(code).toBe(2);
    expect(stderr).toContain('handlrs is not known; did you mean "handlers"; limits.maxLine is not known');
  });
});
