import { spawnSync } from "node:child_process";
import { chmodSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { commandNames, options } from "../../src/arguments/options.ts";
import { folderWith, numberedLines } from "../support/folder.ts";
import { program, run } from "../support/run.ts";

describe("help", () => {
  const whole = spawnSync(process.execPath, [program], { stdio: ["ignore", "pipe", "pipe"], encoding: "utf8" }).stdout;

  test.for([[["help"]], [["--help"]], [["-h"]]] as const)(
    "is what %j prints, without colour into a pipe",
    async ([argv]) => {
      const { code, stdout, stderr } = await run(argv, { env: { FORCE_COLOR: "1" } });
      expect([code, stderr]).toEqual([0, ""]);
      expect(stdout).toBe(whole);
      expect(stdout).not.toContain("\u001b");
      for (const name of commandNames) expect(stdout).toContain(name);
    },
  );

  test.for(commandNames.filter((name) => name !== "help"))("of %s has its options, and no others", async (command) => {
    const { code, stdout, stderr } = await run([command, "--help"]);
    expect([code, stderr]).toEqual([0, ""]);
    const shown = new Set(stdout.match(/^ {2}(?:-\w, )?--[\w-]+/gm)?.map((each) => each.replace(/^.*--/, "")));
    const wanted = options.filter(({ commands }) => commands.includes(command)).map(({ name }) => name);
    expect([...shown].toSorted()).toEqual(wanted.toSorted());
    expect((await run(["help", command])).stdout).toBe(stdout);
  });

  test("of an unknown command names the nearest", async () => {
    const { code, stderr } = await run(["help", "fnd"]);
    expect([code, stderr]).toEqual([2, expect.stringContaining("Did you mean reader help find?")]);
  });
});

test.for([["--version"], ["-V"]])("%s prints the version alone", async ([flag = ""]) => {
  expect(await run([flag])).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/^\d+\.\d+\.\d+\S*\n$/),
    stderr: "",
  });
});

describe("wrong use", () => {
  test.for([
    [["--nope"], "There is no option"],
    [["a", "--limit", "many"], "--limit cannot be"],
    [[""], "A path is empty."],
    [["-", "-"], "Standard input is named twice."],
    [["doctor", "x"], "takes no path"],
    [["completion"], "needs the name of a shell"],
    [["completion", "tcsh"], 'no completion for "tcsh"'],
    [["completion", "bash", "zsh"], "takes one shell"],
    [["a.txt", "--lines", "9-3"], "9-3"],
    [["a.txt", "--lines", "1-2", "--offset", "3"], "lines"],
    [["a.txt", "--find", "/(/"], "("],
    [["a.txt", "--encoding", "klingon"], "klingon"],
    [["a.txt", "--pages", "1"], "pages"],
  ] as const)("%j is told in two lines and ends with 2", async ([argv, message]) => {
    const { code, stdout, stderr } = await run(argv, { cwd: folderWith({ "a.txt": "a\n" }) });
    expect([code, stdout]).toEqual([2, ""]);
    expect(stderr).toMatch(/^reader: .+\n {2}.+\n$/);
    expect(stderr).toContain(message);
  });

  test("hints name options, not the fields of a request", async () => {
    const { stderr } = await run(["a.txt", "--pages", "1"], { cwd: folderWith({ "a.txt": "a\n" }) });
    expect(stderr).toContain("--offset");
    expect(stderr).not.toContain("`");
  });
});

describe("info", () => {
  test("tells everything about a text in one block", async () => {
    const cwd = folderWith({ "x.log": numberedLines(12_345) });
    const { code, stdout, stderr } = await run(["info", "x.log"], { cwd });
    expect([code, stderr]).toEqual([0, ""]);
    expect(stdout).toMatch(/^x\.log\n {2}type +text\/plain, read as text\n/);
    expect(stdout).toMatch(/^ {2}size +\d+ \d+ bytes \(\d+ KB\)$/m);
    expect(stdout).toMatch(/^ {2}lines +12 345$/m);
    expect(stdout).toMatch(/^ {2}encoding +utf-8, LF$/m);
    expect(stdout).toMatch(/^ {2}tokens +(?:about|roughly) \d+ \d+; the first answer \d/m);
    expect(stdout).toMatch(/^ {2}next +reader x\.log$/m);
  });

  test("tells a byte order mark, a missing line end and a name that lies", async () => {
    const cwd = folderWith({ "t.png": Buffer.from("\ufeffa\r\nb", "utf16le") });
    const { stdout } = await run(["info", "t.png"], { cwd });
    expect(stdout).toMatch(/^ {2}encoding +utf-16le, with a byte order mark, CRLF, none after the last line$/m);
    expect(stdout).toMatch(/^ {2}notice +.*png/m);
  });

  test("tells once how many pages there are", async () => {
    const fixture = new URL("../../../../fixtures/pdf/attachments/input.pdf", import.meta.url);
    const cwd = folderWith({ "a.pdf": new Uint8Array(readFileSync(fixture)) });
    const { stdout } = await run(["info", "a.pdf"], { cwd });
    expect(stdout.match(/^ {2}pages +1$/gm)).toHaveLength(1);
  });

  test("the next command keeps the options that matter and quotes the path", async () => {
    const cwd = folderWith({ "a b.txt": "x\n" });
    const { stdout } = await run(["info", "a b.txt", "--encoding", "utf-8", "--root", "."], { cwd });
    expect(stdout).toMatch(/^ {2}next +reader 'a b\.txt' --root \. --encoding utf-8$/m);
  });

  test("describes a folder: entries, sizes, types and the next commands", async () => {
    const cwd = folderWith({ "d/a.ts": "12345\n", "d/b.ts": "1\n", "d/README": "", "d/in/c.ts": "1\n" });
    const { code, stdout } = await run(["info", "d"], { cwd });
    expect([code, stdout]).toEqual([
      0,
      `d
  type     folder
  size     8 bytes in its own files
  entries  4
  folders  1
  files    3
  types    .ts 2, without extension 1
  next     reader d
           reader find PATTERN d
`,
    ]);
    const json: unknown = JSON.parse((await run(["info", "d", "--json"], { cwd })).stdout);
    expect(json).toMatchObject({ ok: true, path: "d", mediaType: "inode/directory", bytes: 8, next: { path: "d" } });
  });

  test("what nothing reads still has a type and a size", async () => {
    const cwd = folderWith({ "x.bin": new Uint8Array(5000).map((_, at) => (at * 7919) % 251) });
    const { code, stdout } = await run(["info", "x.bin"], { cwd });
    expect(code).toBe(0);
    expect(stdout).toMatch(/unsupported\n {2}size +5000 bytes \(5 KB\)\n$/);
  });

  test("several paths are several blocks, with an error between them", async () => {
    const cwd = folderWith({ a: "1\n", b: "" });
    const { code, stdout, stderr } = await run(["info", "a", "gone", "b"], { cwd });
    expect(code).toBe(1);
    expect(stdout.match(/^\S.*$/gm)).toEqual(["a", "b"]);
    expect(stderr).toContain("reader: gone does not exist.");
  });

  test("standard input is described to its end", async () => {
    const { stdout } = await run(["info", "-"], { input: numberedLines(30_000) });
    expect(stdout).toMatch(/^-\n[^]*^ {2}lines +30 000$/m);
  });
});

describe("doctor", () => {
  test("tells versions, handlers, engines, licences and what is missing", async () => {
    const { code, stdout, stderr } = await run(["doctor"], { env: { PATH: "/nothing", READER_SANDBOX: "" } });
    expect([code, stderr]).toEqual([0, ""]);
    // What to do for a sandbox that the user did not ask for.
    expect(stdout).toMatch(/^ {2}– sandbox \(optional\): none, so native code .* has your permissions; /m);
    expect(stdout).toContain(`Node.js ${process.versions.node}`);
    expect(stdout).toMatch(/✓ notebook: application\/x-ipynb\+json \(@reader\/handler-notebook/);
    expect(stdout).toMatch(/^Licences\n {2}AGPL-3.0-or-later: @reader\/handler-pdf, mupdf\n(?: {2}.*\n)* {2}MIT: /m);
    expect(stdout).toMatch(/^ {2}LGPL-3.0-or-later: @img\/sharp-libvips/m);
    expect(stdout).toMatch(/^Missing\n {2}\S/m);
    expect(stdout).not.toContain("✗");
  });

  test("ends with 1 where the sandbox that the user asked for is missing, and says what to do", async () => {
    const { code, stdout } = await run(["doctor"], { env: { PATH: "/nothing", READER_SANDBOX: "bwrap" } });
    expect(code).toBe(1);
    expect(stdout).toMatch(
      /^ {2}✗ sandbox: required by READER_SANDBOX=bwrap, .* cannot read: .*: .*set READER_SANDBOX=off$/m,
    );
  });

  test.skipIf(process.platform === "win32")("says where LibreOffice is, and whether a sandbox limits it", async () => {
    const folder = folderWith({ soffice: "#!/bin/sh\n" });
    chmodSync(join(folder, "soffice"), 0o755);
    const { stdout } = await run(["doctor"], { env: { PATH: folder, READER_SANDBOX: "off" } });
    expect(stdout).toContain(`✓ LibreOffice: ${join(folder, "soffice")}, for --view image of office documents`);
    expect(stdout).toMatch(/LibreOffice: .* it runs without a sandbox/);
  });

  test("says which words READER_SANDBOX takes", async () => {
    const { code, stdout, stderr } = await run(["doctor"], { env: { READER_SANDBOX: "nonsense" } });
    expect([code, stdout]).toEqual([2, ""]);
    expect(stderr).toBe(
      'reader: There is no sandbox mode "nonsense".\n  Ask the user to set READER_SANDBOX to one of: off, bwrap, auto.\n',
    );
  });

  test("as JSON is one object", async () => {
    const { stdout } = await run(["doctor", "--json"]);
    expect(JSON.parse(stdout)).toMatchObject({
      versions: { node: process.versions.node },
      parts: expect.arrayContaining([
        expect.objectContaining({ name: "text", package: "@reader/core" }),
        expect.objectContaining({ name: "pdf", package: "@reader/handler-pdf" }),
        expect.objectContaining({ name: "xlsx", package: "@reader/handler-office" }),
      ]),
      exactTokens: { isAvailable: expect.any(Boolean) },
      licences: { MIT: expect.arrayContaining(["@reader/cli"]) },
    });
  });
});

test.for(["bash", "zsh", "fish"])("completion %s prints a script and nothing else", async (shell) => {
  const { code, stdout, stderr } = await run(["completion", shell]);
  expect([code, stderr]).toEqual([0, ""]);
  expect(stdout).toContain(`# Completion of reader for ${shell}.`);
});

describe("a fault of the program itself", () => {
  const breakWriting = [
    "const fs = process.getBuiltinModule('node:fs');",
    "const { writeSync } = fs;",
    "fs.writeSync = (descriptor, ...rest) => {",
    "  if (descriptor === 1) throw new RangeError('boom');",
    "  return writeSync(descriptor, ...rest);",
    "};",
  ].join("\n");
  const nodeOptions = ["--import", `data:text/javascript,${encodeURIComponent(breakWriting)}`];

  test("is one message that asks for a report, without a stack", async () => {
    const cwd = folderWith({ "a.txt": "a\n" });
    const { code, stderr } = await run(["a.txt"], { cwd, nodeOptions });
    expect(code).toBe(1);
    expect(stderr).toMatch(/^reader: RangeError in the program itself: boom\n {2}Please report it.*\n$/);
  });

  test("shows its stack when asked", async () => {
    const cwd = folderWith({ "a.txt": "a\n" });
    const { stderr } = await run(["a.txt"], { cwd, nodeOptions, env: { READER_DEBUG: "1" } });
    expect(stderr).toMatch(/boom\n +at /);
  });
});

describe("on a terminal", () => {
  const hasScript = spawnSync("script", ["--version"]).status === 0;

  /** What a terminal shows, of both channels. */
  function show(command: string, env: Readonly<Record<string, string>> = {}): string {
    const cwd = folderWith({ "x.log": numberedLines(3000) });
    const quoted = `'${process.execPath}' '${program}' ${command}`;
    const { PATH = "", HOME = "/" } = process.env;
    const { stdout } = spawnSync("script", ["-qec", quoted, "/dev/null"], {
      cwd,
      encoding: "utf8",
      env: { PATH, HOME, TERM: "xterm", ...env },
    });
    return stdout.replaceAll("\r", "");
  }

  test.skipIf(!hasScript)("one line on stderr tells what was read and the command that goes on", () => {
    const shown = show("x.log --limit 2 > /dev/null");
    expect(shown).toContain("Read 2 of 3000 lines, x.log; to go on, run reader x.log --offset 3 --limit 2");
    expect(shown).toContain("\u001b[2m");
  });

  test.skipIf(!hasScript)("the command that goes on is told once where both outputs are seen", () => {
    const shown = show("x.log --limit 2");
    expect(shown).toContain("To go on (2998 lines left), run reader x.log --offset 3 --limit 2");
    expect(shown.split("--offset 3")).toHaveLength(2);
  });

  test.skipIf(!hasScript).for([{ NO_COLOR: "1" }, { TERM: "dumb" }])("%j means no escapes", (env) => {
    expect(show("x.log --limit 2", env)).not.toContain("\u001b");
    expect(show("x.log --limit 2", env)).toContain("Read 2 of 3000 lines");
    expect(show("gone", env)).toMatch(/^reader: gone does not exist\./);
  });

  test.skipIf(!hasScript)("--quiet and a pipe mean no such line", async () => {
    expect(show("x.log --limit 1 --quiet")).toBe("1\tline 1\n");
    expect(show("x.log --limit 1 2> /dev/null > /dev/null")).toBe("");
  });
});
