import { constants } from "node:fs";
import { open, realpath } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import {
  ProtocolError,
  ProtocolErrorCode,
  ResourceNotFoundError,
  type ReadResourceResult,
  type ResourceLink,
} from "@modelcontextprotocol/server";

/** Files that answers link to, for clients that fetch them by the protocol. */
export interface LinkedFiles {
  /** Lets a file be fetched that an answer links to. */
  add(link: ResourceLink): void;
  /** The bytes behind a link. Throws a `ProtocolError` where there was no such link, or where the file is too large. */
  read(uri: string): Promise<ReadResourceResult>;
}

/** Links that are kept; of more, the oldest are forgotten. */
const maxLinks = 1000;

/** Bytes of a file: in base64 they are 7.2 MB of the 8 MB that a message may have. */
const maxFileBytes = 5_400_000;

/**
 * Makes an empty collection. Nothing but what a tool linked to can be fetched, so that whatever holds for a read (the
 * folders, the policy) holds here.
 */
export function createLinkedFiles(): LinkedFiles {
  const links = new Map<string, ResourceLink>();
  return {
    add(link) {
      links.delete(link.uri);
      links.set(link.uri, link);
      for (const [oldest] of links) if (links.size > maxLinks) links.delete(oldest);
    },
    async read(uri) {
      const link = links.get(uri);
      const bytes = link === undefined ? undefined : await readLinked(link);
      if (bytes === undefined) throw new ResourceNotFoundError(uri.slice(0, 4096), "No answer links to this file.");
      const { mimeType = "application/octet-stream" } = link ?? {};
      return { contents: [{ uri, mimeType, blob: bytes.toString("base64") }] };
    },
  };
}

/** Undefined for a file that is gone, or is a link by now. Throws a `ProtocolError` for one that is too large. */
async function readLinked({ uri, name }: ResourceLink): Promise<Buffer | undefined> {
  const path = fileURLToPath(uri);
  if ((await realpath(path).catch(() => undefined)) !== path) return undefined;
  const file = await open(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0)).catch(() => undefined);
  if (file === undefined) return undefined;
  try {
    const stats = await file.stat();
    if (!stats.isFile()) return undefined;
    if (stats.size <= maxFileBytes) return await file.readFile();
  } finally {
    await file.close();
  }
  throw new ProtocolError(
    ProtocolErrorCode.InvalidParams,
    `${name} has more than the 5.4 MB that a message can carry.`,
  );
}
