import type { Notice, ReadResult } from "@reader/core";
import { officeFormatOf } from "@reader/office-pages";
import type { GivenOptions } from "../arguments/parse-arguments.ts";
import { commandWithFields } from "./shell-command.ts";

/** Returns the remarks of this program about an answer: what its options could not do, and the command that can. */
export function remarksFor(outcome: ReadResult, path: string, options: GivenOptions): readonly Notice[] {
  const remarks = [...nameRemarks(outcome, path, options), ...imageRemarks(outcome, options)];
  return remarks.map((message) => ({ type: "notice", code: "handler", message }));
}

/** A search of a folder or archive covers only names, but may have been meant for the files. */
function nameRemarks({ mediaType, extents }: ReadResult, path: string, options: GivenOptions): readonly string[] {
  const pattern = options.text("find");
  if (pattern === undefined || !extents.some(({ unit }) => unit === "entry")) return [];
  if (mediaType !== "inode/directory") {
    return ["Only the names in it were searched. To search one of its files, add --select with its name."];
  }
  return [`Only names were searched. To search the files: ${commandWithFields("find", { pattern, path }, options)}`];
}

/** True if pages or pixels of this type can be shown as images. */
function isDrawable(mediaType: string): boolean {
  return /^(?:image\/|application\/pdf$)/.test(mediaType) || officeFormatOf(mediaType) !== undefined;
}

function imageRemarks({ mediaType, parts }: ReadResult, options: GivenOptions): readonly string[] {
  if (options.text("view") !== "image" || parts.some(({ type }) => type === "image")) return [];
  if (!isDrawable(mediaType)) return [];
  if ((options.text("model") ?? "text") !== "text" || options.has("save-images")) return [];
  return ["To see it as images, add --save-images DIR, or --model with a model that takes images."];
}
