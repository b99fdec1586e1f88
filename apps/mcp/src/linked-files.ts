import { fileURLToPath } from "node:url";
import {
  ProtocolError,
  ProtocolErrorCode,
  ResourceNotFoundError,
  type ReadResourceResult,
  type ResourceLink,
} from "@modelcontextprotocol/server";
import type { BytesResult, ReadErrorCode, Reader, StopSignal } from "@reader/core";

/** Files that answers link to, for clients that fetch them by the protocol. */
export interface LinkedFiles {
  /** Lets a file be fetched that an answer links to. */
  add(link: ResourceLink): void;
  /**
   * The bytes behind a link. Rejects with a `ProtocolError` if no answer had that link, or if the reader does not give
   * the file any more.
   */
  read(uri: string, signal?: StopSignal): Promise<ReadResourceResult>;
}

/** Links that are kept; of more, the oldest are forgotten. */
const maxLinks = 1000;

/** Bytes of a file: in base64 they are 7.2 MB of the 8 MB that a message may have. */
const maxFileBytes = 5_400_000;

/**
 * Makes an empty collection. Only the very text of a link that a tool gave can be fetched, and only through the reader,
 * so that whatever holds for a read (the folders, the policy, the checks while a file is opened, the time) holds here.
 */
export function createLinkedFiles(reader: Pick<Reader, "bytes">): LinkedFiles {
  const links = new Map<string, ResourceLink>();
  return {
    add(link) {
      links.delete(link.uri);
      links.set(link.uri, link);
      for (const [oldest] of links) if (links.size > maxLinks) links.delete(oldest);
    },
    async read(uri, signal) {
      const link = links.get(uri);
      if (link === undefined) throw notLinked(uri);
      const { bytes } = await readLinked(reader, link, signal);
      const { mimeType = "application/octet-stream" } = link;
      const blob = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("base64");
      return { contents: [{ uri, mimeType, blob }] };
    },
  };
}

async function readLinked(
  reader: Pick<Reader, "bytes">,
  { uri, name }: ResourceLink,
  signal: StopSignal | undefined,
): Promise<BytesResult> {
  const path = fileURLToPath(uri);
  const options = { maxBytes: maxFileBytes, ...(signal === undefined ? {} : { signal }) };
  const outcome = await reader.bytes(path, options);
  if (!outcome.ok) throw failureOf(outcome.error.code, { uri, name });
  // The link was to this file, and not to whatever took its place by a symbolic link.
  if (outcome.realPath !== path) throw notLinked(uri);
  return outcome;
}

/** Failures that say more than that the file is not there any more. */
const failures: { readonly [Code in ReadErrorCode]?: readonly [code: ProtocolErrorCode, words: string] } = {
  "too-large": [ProtocolErrorCode.InvalidParams, "has more than the 5.4 MB that a message can carry."],
  "timed-out": [ProtocolErrorCode.InternalError, "was not read in time. Ask for it again."],
  "changed-while-reading": [ProtocolErrorCode.InternalError, "is replaced again and again. Ask for it again later."],
  "out-of-resources": [
    ProtocolErrorCode.InternalError,
    "could not be read, because the machine is short of files, processes or memory. Ask for it again in a moment.",
  ],
  "handler-failed": [ProtocolErrorCode.InternalError, "could not be read from its storage. Ask for it again."],
  aborted: [ProtocolErrorCode.InternalError, "was given up by the client."],
};

function failureOf(code: ReadErrorCode, { uri, name }: Pick<ResourceLink, "uri" | "name">): Error {
  const [protocolCode, words] = failures[code] ?? [];
  return protocolCode === undefined ? notLinked(uri) : new ProtocolError(protocolCode, `${name} ${words}`);
}

function notLinked(uri: string): Error {
  return new ResourceNotFoundError(uri.slice(0, 4096), "No answer links to this file.");
}
