/** A media type in lower case without parameters, such as `text/plain` or `application/pdf`. */
export type MediaType = string;

/** A media type, or a family of them such as `image/*`. */
export type MediaPattern = string;

/** Types that are a special case of another type, so that a handler of the general one can take them. */
const supertypes: Readonly<Record<MediaType, MediaType>> = {
  "application/x-ipynb+json": "application/json",
  "application/json": "text/plain",
  "application/xml": "text/plain",
  "application/javascript": "text/plain",
  "application/x-subrip": "text/plain",
  "application/rtf": "text/plain",
  "image/svg+xml": "application/xml",
  "application/epub+zip": "application/zip",
  "application/java-archive": "application/zip",
};

/** Lower-cases a media type and drops its parameters: `Text/HTML; charset=x` becomes `text/html`. */
export function parseMediaType(value: string): MediaType {
  return (value.split(";", 1)[0] ?? "").trim().toLowerCase();
}

/** The type itself, then ever more general types: `application/x-ipynb+json`, `application/json`, `text/plain`. */
export function withSupertypes(type: MediaType): readonly MediaType[] {
  const chain = [type];
  for (let next = supertypeOf(type); next !== undefined && !chain.includes(next); next = supertypeOf(next)) {
    chain.push(next);
  }
  return chain;
}

/** Whether a pattern takes exactly this type; supertypes are not considered. */
export function matchesMediaType(pattern: MediaPattern, type: MediaType): boolean {
  const wanted = parseMediaType(pattern);
  if (wanted === "*/*") return true;
  return wanted.endsWith("/*") ? type.startsWith(wanted.slice(0, -1)) : wanted === type;
}

/** Whether the type is text that the core reads itself when no handler wants it. */
export function isTextType(type: MediaType): boolean {
  return withSupertypes(type).some((each) => each.startsWith("text/"));
}

function supertypeOf(type: MediaType): MediaType | undefined {
  const known = supertypes[type];
  if (known !== undefined) return known;
  if (type.endsWith("+json")) return "application/json";
  if (type.endsWith("+xml")) return "application/xml";
  if (type.endsWith("+zip")) return "application/zip";
  if (type.startsWith("application/vnd.openxmlformats-officedocument.")) return "application/zip";
  if (type.startsWith("application/vnd.oasis.opendocument.")) return "application/zip";
  return type.startsWith("text/") && type !== "text/plain" ? "text/plain" : undefined;
}
