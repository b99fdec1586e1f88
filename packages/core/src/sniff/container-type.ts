import { withSupertypes, type MediaType } from "../media-type.ts";
import { compoundTypeOf } from "./compound-type.ts";
import { promisedType } from "./extensions.ts";
import { createPeek } from "./peek.ts";
import type { SniffInput } from "./sniff.ts";
import { zipTypeOf } from "./zip-type.ts";

/** Programs whose files have the same entries, told apart by the name of the file only. */
const appleEndings: readonly (readonly [string, MediaType])[] = [
  [".pages", "application/vnd.apple.pages"],
  [".numbers", "application/vnd.apple.numbers"],
  [".key", "application/vnd.apple.keynote"],
];

/** What is in a ZIP or compound file, by a bounded look at its directory. */
export async function containerTypeOf(input: SniffInput, signature: MediaType): Promise<MediaType> {
  const peek = createPeek(input);
  if (signature !== "application/zip") return compoundTypeOf(peek);
  const mediaType = (await zipTypeOf(peek)) ?? promisedKindOfZip(input.name) ?? signature;
  if (mediaType !== "application/vnd.apple.iwork") return mediaType;
  return appleEndings.find(([ending]) => input.name.toLowerCase().endsWith(ending))?.[1] ?? mediaType;
}

/** Of a damaged file the name may say which kind it was. */
function promisedKindOfZip(name: string): MediaType | undefined {
  const promised = promisedType(name);
  return promised !== undefined && withSupertypes(promised).includes("application/zip") ? promised : undefined;
}
