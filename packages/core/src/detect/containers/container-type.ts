import { withSupertypes, type MediaType } from "../../contract/media-type.ts";
import { compoundTypeOf } from "./compound-type.ts";
import { promisedType } from "../extensions.ts";
import { createPeek } from "../peek.ts";
import type { SniffInput } from "../sniff-input.ts";
import { zipTypeOf } from "./zip-type.ts";

/** Types whose files have the same or arbitrary entries, distinguished only by file extension. */
const endings: readonly (readonly [general: MediaType, ending: string, kind: MediaType])[] = [
  ["application/vnd.apple.iwork", ".pages", "application/vnd.apple.pages"],
  ["application/vnd.apple.iwork", ".numbers", "application/vnd.apple.numbers"],
  ["application/vnd.apple.iwork", ".key", "application/vnd.apple.keynote"],
  ["application/zip", ".kmz", "application/vnd.google-earth.kmz"],
];

/** Detects the type of a ZIP or compound file, by a limited read of its directory. */
export async function containerTypeOf(input: SniffInput, signature: MediaType): Promise<MediaType> {
  const peek = createPeek(input);
  if (signature !== "application/zip") return compoundTypeOf(peek);
  const mediaType = (await zipTypeOf(peek)) ?? promisedKindOfZip(input.name) ?? signature;
  const name = input.name.toLowerCase();
  return endings.find(([general, ending]) => general === mediaType && name.endsWith(ending))?.[2] ?? mediaType;
}

/** Returns the type that the name of a damaged ZIP file promises. */
function promisedKindOfZip(name: string): MediaType | undefined {
  const promised = promisedType(name);
  return promised !== undefined && withSupertypes(promised).includes("application/zip") ? promised : undefined;
}
