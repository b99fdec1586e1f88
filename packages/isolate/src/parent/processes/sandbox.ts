import { lstatSync, readlinkSync } from "node:fs";
import { ReadError } from "@reader/core/handler";
import { sandboxVariable, type SandboxMode, type SandboxReport } from "../../options/sandbox-mode.ts";

/** A program and its arguments. */
export interface Command {
  readonly program: string;
  readonly arguments: readonly string[];
}

/** What a sandboxed process may see besides the system's libraries. */
export interface SandboxView {
  readonly grants: readonly string[];
  /** Whether it loads native code, which may want the fonts of the system. */
  readonly hasAddons: boolean;
}

/** Libraries that Node.js and its addons are linked with, and the time zone. */
const systemPaths = [
  "/lib",
  "/lib32",
  "/lib64",
  "/usr/lib",
  "/usr/lib64",
  "/usr/local/lib",
  "/nix/store",
  "/gnu/store",
  "/etc/ld.so.cache",
  "/etc/localtime",
  "/usr/share/zoneinfo",
];

/** Fonts for the text in drawings. */
const fontPaths = ["/etc/fonts", "/usr/share/fonts", "/usr/local/share/fonts", "/usr/share/fontconfig"];

/** No network, no other process, no privileges, no terminal, and the end with the parent. */
const walls = [
  "--unshare-all",
  "--die-with-parent",
  "--new-session",
  "--cap-drop ALL",
  "--proc /proc",
  "--dev /dev",
  "--chdir /",
  // Bubblewrap itself was found by it.
  "--unsetenv PATH",
].flatMap((option) => option.split(" "));

/** What bubblewrap lays out in memory can be written to until all paths are in place. */
const sealed = ["--remount-ro", "/dev", "--remount-ro", "/"];

/** Puts a command into a sandbox by bubblewrap, which sees nothing but these paths, and writes to none. */
export function inSandbox(command: Command, { grants, hasAddons }: SandboxView): Command {
  const paths = [...systemPaths, ...(hasAddons ? fontPaths : []), command.program, ...grants];
  const mounts = [...new Set(paths)].flatMap(mountOf);
  const all = [...walls, ...mounts, ...sealed];
  return { program: "bwrap", arguments: [...all, "--", command.program, ...command.arguments] };
}

/** A link stays one, so that a module has the same real path as outside. What is not there is left out. */
function mountOf(path: string): readonly string[] {
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (found === undefined) return [];
  return found.isSymbolicLink() ? ["--symlink", readlinkSync(path), path] : ["--ro-bind", path, path];
}

let known: SandboxReport | undefined;

/** Whether bubblewrap works here, found out once by starting Node.js in it. */
export function probeSandbox(): SandboxReport {
  return (known ??= probe());
}

/** A machine that is busy starts it in a second. */
const probeTimeMs = 20_000;

function probe(): SandboxReport {
  if (process.platform !== "linux") return { state: "missing", problem: "bubblewrap is a program for Linux" };
  const { spawnSync } = process.getBuiltinModule("node:child_process");
  const node = { program: process.execPath, arguments: ["--version"] };
  const command = inSandbox(node, { grants: [], hasAddons: false });
  const { error, status, stdout, stderr } = spawnSync(command.program, command.arguments, {
    encoding: "utf8",
    env: { PATH: process.env["PATH"] },
    timeout: probeTimeMs,
  });
  if (error !== undefined && "code" in error && error.code === "ENOENT") {
    return { state: "missing", problem: "bubblewrap is not installed" };
  }
  if (status === 0 && stdout.trim() === process.version) return { state: "works" };
  const problem = stderr?.trim().split("\n").at(-1) ?? "";
  return { state: "broken", problem: problem === "" ? "Node.js does not start in it" : problem };
}

/** Whether processes run in a sandbox. Throws a `ReadError` if they must and cannot. */
export function usesSandbox(mode: SandboxMode): boolean {
  if (mode === "off") return false;
  const report = probeSandbox();
  if (report.state === "works" || mode === "auto") return report.state === "works";
  throw new ReadError("handler-failed", `No process could be started in a sandbox: ${report.problem}.`, {
    hint: `Ask the user to make bubblewrap work (\`bwrap\`), or to start the reader with ${sandboxVariable}=auto or off.`,
  });
}
