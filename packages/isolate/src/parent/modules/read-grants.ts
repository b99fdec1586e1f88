import { existsSync, lstatSync, readlinkSync, realpathSync } from "node:fs";
import { parse, resolve, sep } from "node:path";
import { fileURLToPath } from "node:url";
import type { HandlerOrigin } from "@reader/core/handler";
import { isObject } from "../../channel/plain.ts";
import { findPackage, type KnownFolders, parentOf, readManifest, resolveModule, within } from "./resolve-module.ts";

/** Packages of one handler, all levels together; more is no handler but an accident. */
const maxPackages = 2000;

/**
 * The folders that a child must read to run modules: the package of each, and of all packages that it depends on, by
 * their real paths and by the links that lead there. Nothing else on this machine is readable for it.
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
 * Whether a grant lies in another one, which holds for it, too. Node forgets a folder by itself when something below it
 * is granted as well: then a link cannot be asked where it leads.
 */
function liesIn(grant: string, grants: ReadonlySet<string>, lengths: ReadonlySet<number>): boolean {
  for (let end = grant.lastIndexOf(sep); end > 0; end = grant.lastIndexOf(sep, end - 1)) {
    // To cut each folder out and to look it up takes a program that has only just started 1 ms.
    if (lengths.has(end) && grants.has(grant.slice(0, end))) return true;
  }
  const { root } = parse(grant);
  return grant !== root && grants.has(root);
}

/** A module that is not there is told by the child, which looks for it where it should be. */
function realPathOf(path: string): string {
  return existsSync(path) ? realpathSync.native(path) : path;
}

/** The nearest folder above a file that is a package; its own folder where there is none. */
export function packageFolder(path: string): string {
  const start = parentOf(path);
  for (let folder = start; folder !== parentOf(folder); folder = parentOf(folder)) {
    if (existsSync(within(folder, "package.json"))) return folder;
  }
  return start;
}

/** What a manifest has that names what its package depends on; where it is nowhere, nothing need be parsed. */
const depending = /"(?:dependencies|optionalDependencies|peerDependencies)"/;

/** Where the packages that one depends on lie, as far as they are installed. */
function dependencyLinks(folder: string, known: KnownFolders): readonly string[] {
  const manifest = readManifest(folder, depending);
  const names = ["dependencies", "optionalDependencies", "peerDependencies"].flatMap((kind) =>
    isObject(manifest[kind]) ? Object.keys(manifest[kind]) : [],
  );
  return names.map((name) => findPackage(name, folder, known)).filter((link) => link !== undefined);
}

/** Which folders are links, asked once each: most of the packages that one depends on lie in the same. */
type KnownLinks = Map<string, boolean>;

/** Links that lead to one another; Linux follows as many. */
const maxLinks = 40;

/**
 * What a child must be allowed to look at so that it finds the real path of a package: the way there, and every link on
 * it. Node asks for each link by itself, also for a folder `node_modules` or a scope that is one; such a grant holds for
 * all that lies behind that link's name.
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

/** All links that are met from the root on, as Node meets them: each begins the way anew. */
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

/** What `resolve` gives for the links that package managers make, in a fraction of its time. */
function plainTarget(folder: string, target: string): string | undefined {
  let from = folder;
  let at = 0;
  for (; target.startsWith(upwards, at) && from !== parentOf(from); at += upwards.length) from = parentOf(from);
  const rest = target.slice(at);
  return at === 0 || rest === "" || oddStep.test(rest) ? undefined : within(from, rest);
}

const upwards = `..${sep}`;

/** A step that leads nowhere or up, or the end of a folder's name. */
const oddStep = /(?:^|[\\/])\.{0,2}(?:[\\/]|$)/;

/** Asked before a link is read, because the error that tells of no link takes longer than all else here. */
function isLink(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === true;
}

/** The version of the package that a module belongs to; undefined where it is not installed or tells none. */
export function originVersion({ module }: HandlerOrigin, resolveFrom: string): string | undefined {
  try {
    const folder = packageFolder(fileURLToPath(resolveModule(module, resolveFrom)));
    const { version } = readManifest(folder);
    return typeof version === "string" ? version : undefined;
  } catch {
    return undefined;
  }
}
