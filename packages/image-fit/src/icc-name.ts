import { tagAt, viewOf } from "./headers/measured-image.ts";

const headerBytes = 128;
const tagEntryBytes = 12;
const maxTags = 200;
const maxNameCharacters = 100;

/** The name of an ICC profile (ICC.1:2022, 7.2 and 9.2.41); undefined where it has none. */
export function iccName(profile: Uint8Array): string | undefined {
  const view = viewOf(profile);
  if (view.byteLength < headerBytes + 4) return undefined;
  const count = Math.min(maxTags, view.getUint32(headerBytes));
  for (let index = 0; index < count; index += 1) {
    const entryAt = headerBytes + 4 + index * tagEntryBytes;
    if (entryAt + tagEntryBytes > view.byteLength) return undefined;
    if (tagAt(view, entryAt) === "desc") return description(profile, view.getUint32(entryAt + 4));
  }
  return undefined;
}

/** Version 4 keeps UTF-16 by language, version 2 ASCII with its length. */
function description(profile: Uint8Array, at: number): string | undefined {
  const view = viewOf(profile);
  if (at + 28 > view.byteLength) return undefined;
  if (tagAt(view, at) === "mluc") {
    const [length, offset] = [view.getUint32(at + 20), view.getUint32(at + 24)];
    return cleaned(new TextDecoder("utf-16be").decode(profile.subarray(at + offset, at + offset + length)));
  }
  if (tagAt(view, at) !== "desc") return undefined;
  return cleaned(new TextDecoder("latin1").decode(profile.subarray(at + 12, at + 12 + view.getUint32(at + 8))));
}

function cleaned(text: string): string | undefined {
  // Names end with NUL.
  const name = (text.split("\0", 1)[0] ?? "").trim().slice(0, maxNameCharacters);
  return name === "" ? undefined : name;
}
