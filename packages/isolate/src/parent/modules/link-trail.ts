import { lstatSync, readlinkSync } from "node:fs";
import { parse, resolve, sep } from "node:path";
import { parentOf, within } from "./resolve-module.ts";

/** Which folders are links, asked once each: most of the packages that one depends on lie in the same. */
export type KnownLinks = Map<string, boolean>;

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
