import { type ChildProcess, spawn } from "node:child_process";
import { access, constants, mkdir, writeFile } from "node:fs/promises";
import { delimiter, join } from "node:path";
import { pathToFileURL } from "node:url";
import type { StopSignal } from "@reader/core";
import { atExit } from "@reader/isolate/at-exit";

/** A conversion of one file to PDF. */
export interface Conversion {
  /** The program, as found by `findSoffice`. */
  readonly soffice: string;
  /** A private folder, which has the file. The program can write nowhere else if bubblewrap works. */
  readonly folder: string;
  /** The name of the file in the folder. */
  readonly name: string;
  /** True if bubblewrap works on this machine. */
  readonly isSandboxed: boolean;
  /** Default: one minute. */
  readonly timeMs?: number;
}

const macProgram = "/Applications/LibreOffice.app/Contents/MacOS/soffice";

/** Returns the path of LibreOffice's program, or `undefined` if it is not installed or cannot be limited as on Unix. */
export async function findSoffice(environment: NodeJS.ProcessEnv): Promise<string | undefined> {
  // Windows has no process groups and no limits of a shell.
  if (process.platform === "win32") return undefined;
  const folders = (environment["PATH"] ?? "").split(delimiter).filter((folder) => folder.startsWith("/"));
  const places = folders.flatMap((folder) => [join(folder, "soffice"), join(folder, "libreoffice")]);
  for (const place of [...places, macProgram]) {
    if (await isProgram(place)) return place;
  }
  return undefined;
}

function isProgram(path: string): Promise<boolean> {
  return access(path, constants.X_OK).then(
    () => true,
    () => false,
  );
}

/** Maximum time of a conversion. Usual documents take one to five seconds. */
const defaultTimeMs = 60_000;

/**
 * Converts the file, and returns the path of the PDF file, which may be missing: the program has no reliable exit code.
 * Ends the program and its children when the time is over or the signal aborts.
 */
export async function convertToPdf(conversion: Conversion, signal: StopSignal): Promise<string> {
  const { folder, name, timeMs = defaultTimeMs } = conversion;
  await writeProfile(folder);
  if (!signal.aborted) await ended(start(conversion), signal, timeMs);
  return join(folder, "out", `${name.replace(/\.[^.]*$/, "")}.pdf`);
}

function start(conversion: Conversion): ChildProcess {
  const { folder } = conversion;
  const command = [...(conversion.isSandboxed ? sandboxOf(folder) : []), ...commandOf(conversion)];
  return spawn("/bin/sh", ["-c", `${limits}; exec "$@"`, "sh", ...command], {
    cwd: folder,
    // Nothing else of this process: its environment has keys of providers.
    env: {
      PATH: "/usr/local/bin:/usr/bin:/bin",
      HOME: folder,
      TMPDIR: folder,
      LANG: "C.UTF-8",
      SAL_USE_VCLPLUGIN: "svp",
    },
    stdio: "ignore",
    // A group of its own, which is killed as a whole.
    detached: true,
  });
}

/**
 * No core file, 120 s of processor time, files of at most 200 MB (in blocks of 512 bytes), and 4 GB of address space,
 * which macOS cannot limit. They hold even if this process dies.
 */
const limits = ["-c 0", "-t 120", "-f 400000", "-v 4194304"].map((limit) => `ulimit ${limit} 2>/dev/null`).join("; ");

function commandOf({ soffice, folder, name }: Conversion): readonly string[] {
  // Slides keep their numbers only if hidden ones are printed too.
  const hidden = JSON.stringify({ ExportHiddenSlides: { type: "boolean", value: "true" } });
  const target = /\.(?:pp[ts][xm]?|pot[xm]|f?odp|otp)$/.test(name) ? `pdf:impress_pdf_Export:${hidden}` : "pdf";
  return [
    soffice,
    "--headless",
    "--norestore",
    "--nolockcheck",
    "--nodefault",
    "--nologo",
    `-env:UserInstallation=${pathToFileURL(join(folder, "profile")).href}`,
    "--convert-to",
    target,
    "--outdir",
    join(folder, "out"),
    join(folder, name),
  ];
}

/** The program, its libraries, fonts and settings. Other paths, such as home folders, do not exist in the sandbox. */
const systemPaths = [
  "/usr",
  "/bin",
  "/lib",
  "/lib64",
  "/opt",
  "/nix/store",
  "/gnu/store",
  "/etc/alternatives",
  "/etc/fonts",
  "/etc/ld.so.cache",
  "/etc/libreoffice",
  "/var/cache/fontconfig",
  "/var/lib/libreoffice",
];

/** No network, no other processes, no privileges, and one folder to write to. */
function sandboxOf(folder: string): readonly string[] {
  const mounts = systemPaths.flatMap((path) => ["--ro-bind-try", path, path]);
  const isolation = "--unshare-all --die-with-parent --new-session --cap-drop ALL --proc /proc --dev /dev --tmpfs /tmp";
  return ["bwrap", ...isolation.split(" "), ...mounts, "--bind", folder, folder, "--chdir", folder, "--"];
}

/** Resolves when the program has ended or was killed. */
function ended(child: ChildProcess, signal: StopSignal, timeMs: number): Promise<void> {
  return new Promise((resolve) => {
    const kill = (): void => killGroup(child);
    const timer = setTimeout(kill, timeMs);
    const finish = (): void => {
      clearTimeout(timer);
      signal.removeEventListener("abort", kill);
      forget();
      // The program may have left processes in its group.
      kill();
      resolve();
    };
    signal.addEventListener("abort", kill);
    const forget = atExit(kill);
    child.once("error", finish);
    child.once("exit", finish);
  });
}

function killGroup({ pid }: ChildProcess): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, "SIGKILL");
  } catch {
    // The group has ended already.
  }
}

/**
 * Settings of the new user profile: macros never run, linked images and files are not loaded, links are not updated, Java
 * is off, and HTTP goes to a port of this machine that nothing listens to.
 */
const settings: readonly (readonly [path: string, name: string, value: string])[] = [
  ["org.openoffice.Office.Common/Security/Scripting", "MacroSecurityLevel", "3"],
  ["org.openoffice.Office.Common/Security/Scripting", "DisableMacrosExecution", "true"],
  ["org.openoffice.Office.Common/Security/Scripting", "BlockUntrustedRefererLinks", "true"],
  ["org.openoffice.Office.Common/Security/Scripting", "DisableActiveContent", "true"],
  ["org.openoffice.Office.Writer/Content/Update", "Link", "2"],
  ["org.openoffice.Office.Calc/Content/Update", "Link", "2"],
  ["org.openoffice.Office.Java/VirtualMachine", "Enable", "false"],
  ["org.openoffice.Inet/Settings", "ooInetProxyType", "2"],
  ["org.openoffice.Inet/Settings", "ooInetHTTPProxyName", "127.0.0.1"],
  ["org.openoffice.Inet/Settings", "ooInetHTTPProxyPort", "9"],
  ["org.openoffice.Inet/Settings", "ooInetHTTPSProxyName", "127.0.0.1"],
  ["org.openoffice.Inet/Settings", "ooInetHTTPSProxyPort", "9"],
];

/** Writes the settings where the program reads them when it starts for the first time. */
async function writeProfile(folder: string): Promise<void> {
  const user = join(folder, "profile", "user");
  await mkdir(user, { recursive: true });
  const items = settings.map(
    ([path, name, value]) =>
      `<item oor:path="/${path}"><prop oor:name="${name}" oor:op="fuse"><value>${value}</value></prop></item>`,
  );
  const head = `<?xml version="1.0" encoding="UTF-8"?>\n<oor:items xmlns:oor="http://openoffice.org/2001/registry">`;
  await writeFile(join(user, "registrymodifications.xcu"), `${head}${items.join("")}</oor:items>\n`);
}
