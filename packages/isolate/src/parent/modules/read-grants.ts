import { existsSync, lstatSync, readlinkSync, realpathSync } from "node:fs";
import { parse, resolve, sep } from "node:path";
import { fileURLToPath } from "node:url";
import type { HandlerOrigin } from "@reader/core/handler";
import { isObject } from "../../channel/plain.ts";
import { findPackage, type KnownFolders, parentOf, readManifest, resolveModule, within } from "./resolve-module.ts";

/** Maximum number of packages of one handler, including transitive dependencies. */
const maxPackages = 2000;

/**
 * Returns the only folders that a child may read to run these modules: the package of each module and all its
 * dependencies, by real path and by the links that lead there.
 */
export function readGrants(modulePaths: readonly string[]): readonly string[] {
  const grants = new Set<string>();
  const waiting = modulePaths.map((path) => packageFolder(realPathOf(path)));
  const seen = new Set<string>();
  const known: KnownFolders = new Map();
  const links: KnownLinks = new Map();
  for (let folder = waiting.pop(); folder !== undefined; folder = waiting.pop()) {
    if (seen.has(folder) || seen.size >= maxPackages) continue;
    seen.add(folder);
    grants.add(folder);
    for (const link of dependencyLinks(folder, known)) {
      const real = realpathSync.native(link);
      for (const step of linkTrail(link, real, links)) grants.add(step);
      waiting.push(real);
    }
  }
  const lengths = new Set([...grants].map(({ length }) => length));
  return [...grants].filter((grant) => !liesIn(grant, grants, lengths));
}

/**
 * True if a granted folder contains this one. Node drops a folder when something below it is granted too, and then its
 * links cannot be read.
 */
function liesIn(grant: string, grants: ReadonlySet<string>, lengths: ReadonlySet<number>): boolean {
  for (let end = grant.lastIndexOf(sep); end > 0; end = grant.lastIndexOf(sep, end - 1)) {
    // Checked by length first: looking up every folder takes 1 ms at startup.
    if (lengths.has(end) && grants.has(grant.slice(0, end))) return true;
  }
  const { root } = parse(grant);
  return grant !== root && grants.has(root);
}

/** Returns the path itself if the file does not exist; the child reports that. */
function realPathOf(path: string): string {
  return existsSync(path) ? realpathSync.native(path) : path;
}

/** Returns the nearest package folder above a file. Falls back to the file's folder. */
export function packageFolder(path: string): string {
  const start = parentOf(path);
  for (let folder = start; folder !== parentOf(folder); folder = parentOf(folder)) {
    if (existsSync(within(folder, "package.json"))) return folder;
  }
  return start;
}

/** Matches a manifest that lists dependencies. Others need not be parsed. */
const depending = /"(?:dependencies|optionalDependencies|peerDependencies)"/;

/** Returns the paths of a package's installed dependencies. */
function dependencyLinks(folder: string, known: KnownFolders): readonly string[] {
  const manifest = readManifest(folder, depending);
  const names = ["dependencies", "optionalDependencies", "peerDependencies"].flatMap((kind) =>
    isObject(manifest[kind]) ? Object.keys(manifest[kind]) : [],
  );
  return names.map((name) => findPackage(name, folder, known)).filter((link) => link !== undefined);
}

/** Cache of which folders are links. Most dependencies are in the same folder. */
type KnownLinks = Map<string, boolean>;

/** Maximum length of a chain of links, as on Linux. */
const maxLinks = 40;

/**
 * Returns the paths that a child must be able to read to resolve the real path of a package: the path and every link on
 * it. Node reads each link separately, including a linked `node_modules` or scope folder; granting such a link also
 * grants everything behind it.
 */
export function linkTrail(path: string, real: string, known: KnownLinks = new Map()): readonly string[] {
  const trail = [path];
  if (path === real) return trail;
  const isKnown = (folder: string): boolean => {
    const isOne = known.get(folder) ?? isLink(folder);
    known.set(folder, isOne);
    return isOne;
  };
  let last = path;
  for (; last !== real && trail.length < maxLinks && isLink(last); trail.push(last)) last = follow(last);
  const isPlain = last === real && !isKnown(parentOf(path)) && !isKnown(parentOf(parentOf(path)));
  return isPlain ? trail : [...trail, ...linksOnTheWay(path)];
}

/** Returns all links on a path, in the order in which Node resolves them. */
function linksOnTheWay(path: string): readonly string[] {
  const links: string[] = [];
  let way = path;
  for (let found = firstLink(way); found !== undefined && links.length < maxLinks; found = firstLink(way)) {
    links.push(found);
    way = follow(found) + way.slice(found.length);
  }
  return [...links, way];
}

function firstLink(path: string): string | undefined {
  const { root } = parse(path);
  let at = root.length;
  while (at < path.length) {
    const end = path.indexOf(sep, at);
    const folder = end < 0 ? path : path.slice(0, end);
    if (isLink(folder)) return folder;
    at = folder.length + 1;
  }
  return undefined;
}

function follow(link: string): string {
  const target = readlinkSync(link);
  return plainTarget(parentOf(link), target) ?? resolve(parentOf(link), target);
}

/** Resolves the common link targets of package managers faster than `resolve`. */
function plainTarget(folder: string, target: string): string | undefined {
  let from = folder;
  let at = 0;
  for (; target.startsWith(upwards, at) && from !== parentOf(from); at += upwards.length) from = parentOf(from);
  const rest = target.slice(at);
  return at === 0 || rest === "" || oddStep.test(rest) ? undefined : within(from, rest);
}

const upwards = `..${sep}`;

/** Matches an empty, `.` or `..` segment, or a trailing separator. */
const oddStep = /(?:^|[\\/])\.{0,2}(?:[\\/]|$)/;

/** Checked before reading a link, because the error for "not a link" is slow. */
function isLink(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === true;
}

/** Returns the version of a module's package, or `undefined` if it is not installed or has no version. */
export function originVersion({ module }: HandlerOrigin, resolveFrom: string): string | undefined {
  try {
    const folder = packageFolder(fileURLToPath(resolveModule(module, resolveFrom)));
    const { version } = readManifest(folder);
    return typeof version === "string" ? version : undefined;
  } catch {
    return undefined;
  }
}
