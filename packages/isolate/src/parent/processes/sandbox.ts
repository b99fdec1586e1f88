import { lstatSync, readlinkSync } from "node:fs";
import { ReadError } from "@reader/core/handler";
import { sandboxVariable, type SandboxMode, type SandboxReport } from "../../options/sandbox-mode.ts";

/** A program and its arguments. */
export interface Command {
  readonly program: string;
  readonly arguments: readonly string[];
}

/** What a sandboxed process may read in addition to system libraries. */
export interface SandboxView {
  readonly grants: readonly string[];
  /** True if it loads native code, which may need system fonts. */
  readonly hasAddons: boolean;
}

/** Libraries of Node.js and its addons, and the time zone. */
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

/** Fonts for text in drawings. */
const fontPaths = ["/etc/fonts", "/usr/share/fonts", "/usr/local/share/fonts", "/usr/share/fontconfig"];

/** No network, no other processes, no privileges, no terminal; ends with the parent. */
const restrictions = [
  "--unshare-all",
  "--die-with-parent",
  "--new-session",
  "--cap-drop ALL",
  "--proc /proc",
  "--dev /dev",
  "--chdir /",
  // Only needed to find bubblewrap.
  "--unsetenv PATH",
].flatMap((option) => option.split(" "));

/** Made read-only once all paths are in place. */
const sealed = ["--remount-ro", "/dev", "--remount-ro", "/"];

/** Wraps a command in bubblewrap, so that it can only read these paths and write to none. */
export function inSandbox(command: Command, { grants, hasAddons }: SandboxView): Command {
  const paths = [...systemPaths, ...(hasAddons ? fontPaths : []), command.program, ...grants];
  const mounts = [...new Set(paths)].flatMap(mountOf);
  const all = [...restrictions, ...mounts, ...sealed];
  return { program: "bwrap", arguments: [...all, "--", command.program, ...command.arguments] };
}

/** Keeps links, so that modules have the same real paths as outside. Skips missing paths. */
function mountOf(path: string): readonly string[] {
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (found === undefined) return [];
  return found.isSymbolicLink() ? ["--symlink", readlinkSync(path), path] : ["--ro-bind", path, path];
}

let known: SandboxReport | undefined;

/**
 * Returns whether bubblewrap works on this machine. Starts Node.js in it once to find out, and once more if that fails: the
 * answer counts for the life of this process, and a machine that is short of memory for a moment may refuse a start.
 */
export function probeSandbox(): SandboxReport {
  if (known === undefined) {
    const started = performance.now();
    known = probe();
    if (known.state === "broken" && performance.now() - started < soonMs) known = probe();
  }
  return known;
}

/** A probe that fails later than this was not refused, and is not tried again. */
const soonMs = 5000;

/** Enough for a busy machine, which needs a second. */
const probeTimeMs = 20_000;

function probe(): SandboxReport {
  if (process.platform !== "linux") return { state: "missing", problem: "bubblewrap runs only on Linux" };
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

/** Returns whether processes run in a sandbox. Throws a `ReadError` if they must but cannot. */
export function usesSandbox(mode: SandboxMode): boolean {
  if (mode === "off") return false;
  const report = probeSandbox();
  if (report.state === "works" || mode === "auto") return report.state === "works";
  throw new ReadError("handler-failed", `No process could be started in a sandbox: ${report.problem}.`, {
    hint: `Ask the user to make bubblewrap work (\`bwrap\`), or to start the reader with ${sandboxVariable}=auto or off.`,
  });
}
