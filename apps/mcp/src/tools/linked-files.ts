import { fileURLToPath } from "node:url";
import {
  ProtocolError,
  ProtocolErrorCode,
  ResourceNotFoundError,
  type ReadResourceResult,
  type ResourceLink,
} from "@modelcontextprotocol/server";
import type { BytesResult, ReadErrorCode, Reader, StopSignal } from "@reader/core";

/** Files that answers link to, for clients that fetch them with `resources/read`. */
export interface LinkedFiles {
  /** Allows a client to fetch the linked file. */
  add(link: ResourceLink): void;
  /**
   * Returns the bytes of a linked file. Rejects with a `ProtocolError` if no answer had that link, or if the reader no
   * longer reads the file.
   */
  read(uri: string, signal?: StopSignal): Promise<ReadResourceResult>;
}

/** Maximum number of links. Beyond it, the oldest are dropped. */
const maxLinks = 1000;

/** Maximum size of a file, in bytes. In base64 it takes 7.2 MB of the 8 MB that a message may have. */
const maxFileBytes = 5_400_000;

/**
 * Creates an empty collection. Only the exact URI of a link in an answer can be fetched, and only through the reader, so
 * that the limits of a read apply: its folders, its policy, its checks while opening a file, and its deadline.
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
  // A symbolic link may have replaced the file since the answer.
  if (outcome.realPath !== path) throw notLinked(uri);
  return outcome;
}

/** Errors that are reported as such. Any other is reported as a missing file. */
const failures: { readonly [Code in ReadErrorCode]?: readonly [code: ProtocolErrorCode, words: string] } = {
  "too-large": [ProtocolErrorCode.InvalidParams, "has more than the 5.4 MB that a message can carry."],
  "timed-out": [ProtocolErrorCode.InternalError, "could not be read in time. Ask for it again."],
  "changed-while-reading": [ProtocolErrorCode.InternalError, "keeps changing. Ask for it again later."],
  "out-of-resources": [
    ProtocolErrorCode.InternalError,
    "could not be read, because the machine is short of files, processes or memory. Ask for it again in a moment.",
  ],
  "handler-failed": [ProtocolErrorCode.InternalError, "could not be read from its storage. Ask for it again."],
  aborted: [ProtocolErrorCode.InternalError, "was cancelled by the client."],
};

function failureOf(code: ReadErrorCode, { uri, name }: Pick<ResourceLink, "uri" | "name">): Error {
  const [protocolCode, words] = failures[code] ?? [];
  return protocolCode === undefined ? notLinked(uri) : new ProtocolError(protocolCode, `${name} ${words}`);
}

function notLinked(uri: string): Error {
  return new ResourceNotFoundError(uri.slice(0, 4096), "No answer links to this file.");
}
