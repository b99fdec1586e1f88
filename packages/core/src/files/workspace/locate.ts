import { ReadError } from "../../contract/errors.ts";
import { escapeName } from "../../render/escapes.ts";
import { named } from "../../render/quote.ts";
import type { FileKind, FileStat, FileSystem } from "../file-system.ts";
import { fileError, isMissing } from "./file-errors.ts";
import type { Denial, PolicyVerdict } from "../policy/policy.ts";
import { isInside, placeOf, relativePath, type Grounds, type LocatedFile, type Place } from "./roots.ts";

/**
 * Resolves the links of a place and checks the result: it is inside a root, not a kernel file, and allowed by the
 * policy. Returns `undefined` if nothing exists there. Throws a `ReadError` for everything else that prevents a read.
 */
export async function locate(grounds: Grounds, place: Place): Promise<LocatedFile | undefined> {
  const { fileSystem } = grounds;
  const exact = relativePath(fileSystem, place);
  const shown = named(exact);
  refuseKernelFile(fileSystem, place);
  const realPath = await resolveLinks(grounds, place, shown);
  if (realPath === undefined) return undefined;
  const real = placeOf(grounds, realPath);
  if (real === undefined) throw await leavingLink(grounds, place, shown);
  refuseKernelFile(fileSystem, { root: real.root, absolute: realPath }, shown);
  const stat = await statOf(fileSystem, realPath, shown);
  if (stat === undefined) return undefined;
  const verdict = verdictOn(grounds, { root: real.root, absolute: realPath }, stat.kind);
  const condition = conditionOf(verdict, stat.kind, shown);
  const name = escapeName(nameOf(fileSystem, place));
  return { path: shown, relativePath: exact, name, realPath, rootPath: real.root.real, stat, ...condition };
}

/**
 * Checks a file by its exact name in a folder that `locate` returned, without resolving the links on its way again.
 * Returns `undefined` if it does not exist there or is a link. Throws a `ReadError` if the policy denies it.
 */
export async function locateIn(grounds: Grounds, folder: LocatedFile, name: string): Promise<LocatedFile | undefined> {
  const { fileSystem } = grounds;
  const { sep } = fileSystem.path;
  const realPath = folder.realPath.endsWith(sep) ? `${folder.realPath}${name}` : `${folder.realPath}${sep}${name}`;
  const root = grounds.roots.find(({ real }) => real === folder.rootPath);
  const stat = await statOf(fileSystem, realPath, folder.path);
  if (root === undefined || stat === undefined || stat.kind === "symlink") return undefined;
  const exact = folder.relativePath === "." ? name : `${folder.relativePath}/${name}`;
  const shown = named(exact);
  const verdict = verdictOn(grounds, { root, absolute: realPath }, stat.kind);
  const condition = conditionOf(verdict, stat.kind, shown);
  return {
    path: shown,
    relativePath: exact,
    name: escapeName(name),
    realPath,
    rootPath: root.real,
    stat,
    ...condition,
  };
}

/** Throws if a file is denied whatever its bytes are. */
function conditionOf(verdict: PolicyVerdict, kind: FileKind, shown: string): Pick<LocatedFile, "unlessZip"> {
  if (verdict.allowed) return {};
  if (verdict.unlessZip !== true || kind !== "file") throw deniedError(shown, verdict);
  return { unlessZip: verdict };
}

/** Returns the verdict of the policy on a real path. Anything other than files and folders is refused elsewhere. */
export function verdictOn(grounds: Grounds, real: Place, kind: FileKind): PolicyVerdict {
  return grounds.policy({
    realPath: real.absolute,
    relativePath: relativePath(grounds.fileSystem, real),
    name: grounds.fileSystem.path.basename(real.absolute),
    kind: kind === "directory" ? "directory" : "file",
  });
}

/** Returns the name of a place. For a root, this is its folder name, because its relative path is `.`. */
function nameOf(fileSystem: FileSystem, place: Place): string {
  return fileSystem.path.basename(place.absolute) || place.absolute;
}

async function resolveLinks(grounds: Grounds, place: Place, shown: string): Promise<string | undefined> {
  try {
    return await grounds.fileSystem.realPath(place.absolute);
  } catch (cause) {
    const fault = await explain(grounds, place, shown);
    // A link that leads outside must look the same whether or not its target exists.
    if (fault?.code === "outside-workspace") throw fault;
    if (isMissing(cause)) return undefined;
    throw fault ?? fileError(cause, shown);
  }
}

async function leavingLink(grounds: Grounds, place: Place, shown: string): Promise<ReadError> {
  const fault = await explain(grounds, place, shown);
  if (fault?.code === "outside-workspace") return fault;
  return new ReadError("outside-workspace", `${shown} leads out of the workspace.`, {
    hint: "Read a file inside the workspace.",
  });
}

/**
 * Returns the error that explains why the links of a place lead to no file. Returns `undefined` if they are not the
 * cause or no more can be found out.
 */
export async function explain(grounds: Grounds, place: Place, shown: string): Promise<ReadError | undefined> {
  try {
    const { followLinks, linkError } = await import("./link-trail.ts");
    return linkError(await followLinks(grounds, place), shown);
  } catch {
    return undefined;
  }
}

async function statOf(fileSystem: FileSystem, realPath: string, shown: string): Promise<FileStat | undefined> {
  try {
    return await fileSystem.linkStat(realPath);
  } catch (cause) {
    if (isMissing(cause)) return undefined;
    throw fileError(cause, shown);
  }
}

/**
 * Kernel file systems. Their files claim to be regular and empty, but produce endless data or have effects when they
 * are read. They are refused unless a root itself lies among them, as one in `/dev/shm` does.
 */
const kernelFolders = ["/proc", "/sys", "/dev"];

function refuseKernelFile(fileSystem: FileSystem, place: Place, shown?: string): void {
  if (fileSystem.platform !== "posix") return;
  const folder = kernelFolders.find((each) => isInside(fileSystem, each, place.absolute));
  if (folder === undefined || isInside(fileSystem, folder, place.root.real)) return;
  const path = shown ?? named(relativePath(fileSystem, place));
  throw new ReadError("not-a-file", `${path} is in ${folder}: a view of the kernel, not a file.`, {
    hint: "Read a regular file.",
  });
}

/** Creates the error for a file that the policy denies. */
export function deniedError(shown: string, verdict: Denial): ReadError {
  return new ReadError("denied-by-policy", `${shown} is not read: ${verdict.reason}`, {
    hint: verdict.hint ?? "Go on without its content, and ask the user for what you need from it.",
  });
}

/** True if a place may be named in a message: it exists, resolves to a path inside the roots and is allowed. */
export async function mayBeNamed(grounds: Grounds, place: Place): Promise<boolean> {
  try {
    const located = await locate(grounds, place);
    return located !== undefined && located.unlessZip === undefined;
  } catch {
    return false;
  }
}
