import { existsSync, realpathSync } from "node:fs";
import { findPackage, parentOf, readManifest, within, type KnownFolders } from "./resolve-module.ts";
import { isObject } from "../../channel/plain.ts";
import { parse, sep } from "node:path";
import { linkTrail, type KnownLinks } from "./link-trail.ts";

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
