import type { HandlerContext, HandlerEvent } from "@reader/core/handler";
import type { OfficePackage } from "../package/office-package.ts";
import { baseName } from "./pictures.ts";

/** Where Office programs keep the files of other programs. */
const folder = /(?:^|\/)embeddings\//i;

/** The names of the files of other programs, each once, that some handler may read. */
export function embeddedNames({ zip }: OfficePackage): readonly string[] {
  const names = zip.entries
    .filter(({ name }) => folder.test(name) && !isWrapped.test(name))
    .map(({ name }) => baseName(name));
  return [...new Set(names)];
}

/** What an old program wrote in a form of its own, which no other reads. */
const isWrapped = /\.bin$/i;

/** The events of an embedded file with this name; undefined where there is none. */
export function embeddedIn(
  parts: OfficePackage,
  name: string,
  context: HandlerContext,
): AsyncIterable<HandlerEvent> | undefined {
  const asked = name.trim().toLowerCase();
  const entry = parts.zip.entries.find((each) => folder.test(each.name) && baseName(each.name).toLowerCase() === asked);
  if (entry === undefined) return undefined;
  return (async function* events() {
    yield* context.nested(baseName(entry.name), await parts.zip.read(entry));
  })();
}
