import { isTextType, withSupertypes, type MediaType } from "../contract/media-type.ts";
import { promisedType } from "./extensions.ts";
import { hasRequiredStart } from "./required-start.ts";

/** Types that share file extensions, or that the bytes alone do not distinguish. */
const families: readonly RegExp[] = [
  /^application\/(?:x-ooxml-encrypted|vnd\.openxmlformats-officedocument\..*|vnd\.ms-[a-z]+\..*macroenabled\.12)$/,
  /^application\/(?:x-ooxml-encrypted|msword|vnd\.ms-(?:excel|powerpoint))$/,
  /^image\/(?:avif|heic|heif|heic-sequence|heif-sequence)$/,
  /^image\/tiff$|^image\/x-/,
  /^(?:audio|video|image)\/(?:mp4|x-m4a|x-m4v|quicktime|3gpp2?|ogg|opus)$|^application\/ogg$/,
  /^video\/(?:webm|x-matroska|matroska)$|^audio\/webm$/,
  /^audio\//,
  /^application\/vnd\.apache\.arrow\./,
  /^application\/(?:java-archive|zip|vnd\.android\.package-archive)$/,
];

/**
 * Types of text for which another type of text under the same name is an error, because programs parse them strictly.
 */
const strictText = /^(?:text\/(?:csv|tab-separated-values)|application\/(?:json|geo\+json|rtf|x-ipynb\+json))$/;
const otherText = /^(?:text\/html|image\/svg\+xml|application\/(?:xml|rtf|xhtml\+xml)|message\/rfc822)$/;

/**
 * Returns the type that a file name promises if the bytes are certainly of another type. Returns `undefined` if both
 * agree, if the name promises nothing, or if the type of the bytes is unknown.
 */
export function disagreementOf(name: string, mediaType: MediaType): MediaType | undefined {
  const promised = promisedType(name);
  if (promised === undefined || mediaType === "application/octet-stream") return undefined;
  return agrees(promised, mediaType) ? undefined : promised;
}

function agrees(promised: MediaType, found: MediaType): boolean {
  if (hasRequiredStart(promised) && isTextType(found)) return promised === found || isKindOf(promised, found);
  if (isTextType(promised) && isTextType(found))
    return !(strictText.test(promised) && otherText.test(found) && promised !== found);
  if (isKindOf(promised, found) || isKindOf(found, promised)) return true;
  return families.some((family) => family.test(promised) && family.test(found));
}

/** True if a type is a subtype of another. Ignores `text/plain`, because all text types share it. */
function isKindOf(special: MediaType, general: MediaType): boolean {
  return general !== "text/plain" && withSupertypes(special).includes(general);
}
