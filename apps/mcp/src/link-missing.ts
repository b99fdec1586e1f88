import { realpath, stat } from "node:fs/promises";
import { basename, isAbsolute, relative, resolve, sep } from "node:path";
import { pathToFileURL } from "node:url";
import type { CallToolResult, ResourceLink } from "@modelcontextprotocol/server";

/** Failures of files that are there, may be read, and may still be of use to the client itself. */
const unreadable: ReadonlySet<string> = new Set(["binary", "unsupported-type", "too-large"]);

/** What a result is looked at with. */
export interface LinkContext {
  /** Pictures and documents of the answer before any was left out. */
  readonly media: number;
  readonly roots: readonly string[];
}

/** A link to the file of which an answer leaves something out, for clients that can take it by its path. */
export async function linkFor(result: CallToolResult, context: LinkContext): Promise<ResourceLink | undefined> {
  const facts = result._meta?.["reader/facts"];
  if (!isObject(facts) || typeof facts["path"] !== "string") return undefined;
  const error = facts["error"];
  const sent = result.content.filter(({ type }) => type !== "text").length;
  const isMissing = isObject(error) ? unreadable.has(String(error["code"])) : sent < context.media;
  if (!isMissing) return undefined;
  const file = await findFile(facts["path"], context.roots);
  const mediaType = facts["mediaType"];
  return file === undefined
    ? undefined
    : {
        type: "resource_link",
        uri: pathToFileURL(file.path).href,
        name: basename(file.path),
        ...(typeof mediaType === "string" ? { mimeType: mediaType } : {}),
        size: file.size,
      };
}

/** A file inside the roots, wherever its links lead. */
async function findFile(path: string, roots: readonly string[]) {
  for (const root of roots) {
    const found = await realFile(resolve(root, path));
    const folder = await realpath(root).catch(() => undefined);
    if (found !== undefined && folder !== undefined && isInside(folder, found.path)) return found;
  }
  return undefined;
}

async function realFile(path: string) {
  try {
    const real = await realpath(path);
    const stats = await stat(real);
    return stats.isFile() ? { path: real, size: stats.size } : undefined;
  } catch {
    return undefined;
  }
}

function isInside(folder: string, path: string): boolean {
  const way = relative(folder, path);
  return way !== ".." && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null;
}
