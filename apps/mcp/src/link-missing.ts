import { basename } from "node:path";
import { pathToFileURL } from "node:url";
import type { CallToolResult, ResourceLink } from "@modelcontextprotocol/server";
import type { Reader } from "@reader/core";

/** Failures of files that are there, may be read, and may still be of use to the client itself. */
const unreadable: ReadonlySet<string> = new Set(["binary", "unsupported-type", "too-large"]);

/** What a result is looked at with. */
export interface LinkContext {
  /** Pictures and documents of the answer before any was left out. */
  readonly media: number;
  readonly reader: Pick<Reader, "locate">;
}

/** A link to the file of which an answer leaves something out, for clients that can take it by its path. */
export async function linkFor(result: CallToolResult, context: LinkContext): Promise<ResourceLink | undefined> {
  const facts = result._meta?.["reader/facts"];
  if (!isObject(facts) || typeof facts["path"] !== "string") return undefined;
  const error = facts["error"];
  const sent = result.content.filter(({ type }) => type !== "text").length;
  const isMissing = isObject(error) ? unreadable.has(String(error["code"])) : sent < context.media;
  if (!isMissing) return undefined;
  const file = await context.reader.locate(facts["path"]);
  const mediaType = facts["mediaType"];
  return file.ok
    ? {
        type: "resource_link",
        uri: pathToFileURL(file.realPath).href,
        name: basename(file.realPath),
        ...(typeof mediaType === "string" ? { mimeType: mediaType } : {}),
        size: file.size,
      }
    : undefined;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null;
}
