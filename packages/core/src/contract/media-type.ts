/** A media type in lower case without parameters, such as `text/plain` or `application/pdf`. */
export type MediaType = string;

/** A media type, or a family of them such as `image/*`. */
export type MediaPattern = string;

/** Types that are a special case of another type, so that a handler of the general type can read them. */
const supertypes: Readonly<Record<MediaType, MediaType>> = {
  "application/x-ipynb+json": "application/json",
  "application/json": "text/plain",
  "application/json5": "text/plain",
  "application/x-ndjson": "text/plain",
  "application/xml": "text/plain",
  "application/xhtml+xml": "text/html",
  "application/javascript": "text/plain",
  "application/yaml": "text/plain",
  "application/toml": "text/plain",
  "application/sql": "text/plain",
  "application/x-subrip": "text/plain",
  "application/rtf": "text/plain",
  "application/postscript": "text/plain",
  "application/vnd.apple.mpegurl": "text/plain",
  "application/warc": "text/plain",
  "application/mbox": "text/plain",
  "message/rfc822": "text/plain",
  "multipart/related": "message/rfc822",
  "image/svg+xml": "application/xml",
  "application/epub+zip": "application/zip",
  "application/java-archive": "application/zip",
  "application/vnd.android.package-archive": "application/java-archive",
  "application/vsix": "application/zip",
  "application/x-nupkg": "application/zip",
  "application/x-ios-app": "application/zip",
  "application/vnd.ms-xpsdocument": "application/zip",
  "application/x-zip-compressed-fb2": "application/zip",
  "application/vnd.comicbook-rar": "application/vnd.rar",
  "application/x-cb7": "application/x-7z-compressed",
  "application/x-cbt": "application/x-tar",
  "application/vnd.ms-officetheme": "application/zip",
  "application/vnd.ms-visio.drawing": "application/zip",
  "application/vnd.google-earth.kmz": "application/zip",
  "model/3mf": "application/zip",
  "application/msword": "application/x-ole-storage",
  "application/vnd.ms-excel": "application/x-ole-storage",
  "application/vnd.ms-powerpoint": "application/x-ole-storage",
  "application/vnd.ms-outlook": "application/x-ole-storage",
  "application/vnd.visio": "application/x-ole-storage",
  "application/x-ooxml-encrypted": "application/x-ole-storage",
};

const openXml = "application/vnd.openxmlformats-officedocument.";

/** Families of types that are variants of one: templates, slide shows, and documents with macros. */
const variants: readonly (readonly [RegExp, MediaType])[] = [
  [/^application\/vnd\.ms-word\.(?:document|template)\.macroenabled\.12$/, `${openXml}wordprocessingml.document`],
  [/^application\/vnd\.ms-excel\.(?:sheet|template|addin)\.macroenabled\.12$/, `${openXml}spreadsheetml.sheet`],
  [/^application\/vnd\.ms-powerpoint\..+\.macroenabled\.12$/, `${openXml}presentationml.presentation`],
  [
    /^application\/vnd\.openxmlformats-officedocument\.wordprocessingml\.template$/,
    `${openXml}wordprocessingml.document`,
  ],
  [/^application\/vnd\.openxmlformats-officedocument\.spreadsheetml\.template$/, `${openXml}spreadsheetml.sheet`],
  [
    /^application\/vnd\.openxmlformats-officedocument\.presentationml\.(?:template|slideshow)$/,
    `${openXml}presentationml.presentation`,
  ],
  [/^application\/vnd\.oasis\.opendocument\..+-flat-xml$/, "application/xml"],
  [/^application\/vnd\.oasis\.opendocument\.text-(?:template|master|web)$/, "application/vnd.oasis.opendocument.text"],
  [/^application\/vnd\.oasis\.opendocument\.spreadsheet-template$/, "application/vnd.oasis.opendocument.spreadsheet"],
  [/^application\/vnd\.oasis\.opendocument\.presentation-template$/, "application/vnd.oasis.opendocument.presentation"],
  [/\+json$/, "application/json"],
  [/\+xml$/, "application/xml"],
  [/\+zip$/, "application/zip"],
  [
    /^application\/vnd\.(?:openxmlformats-officedocument|oasis\.opendocument|sun\.xml|apple\.(?:pages|numbers|keynote|iwork))/,
    "application/zip",
  ],
  [/macroenabled\.12$/, "application/zip"],
];

/** Lower-cases a media type and drops its parameters: `Text/HTML; charset=x` becomes `text/html`. */
export function parseMediaType(value: string): MediaType {
  return (value.split(";", 1)[0] ?? "").trim().toLowerCase();
}

/** Returns the type itself, then increasingly general types: `application/x-ipynb+json`, `application/json`, `text/plain`. */
export function withSupertypes(type: MediaType): readonly MediaType[] {
  const chain = [type];
  for (let next = supertypeOf(type); next !== undefined && !chain.includes(next); next = supertypeOf(next)) {
    chain.push(next);
  }
  return chain;
}

/** True if a pattern matches exactly this type. Ignores supertypes. */
export function matchesMediaType(pattern: MediaPattern, type: MediaType): boolean {
  const wanted = parseMediaType(pattern);
  if (wanted === "*/*") return true;
  return wanted.endsWith("/*") ? type.startsWith(wanted.slice(0, -1)) : wanted === type;
}

/** True if the type is text, which the core reads if no handler does. */
export function isTextType(type: MediaType): boolean {
  return withSupertypes(type).some((each) => each.startsWith("text/"));
}

function supertypeOf(type: MediaType): MediaType | undefined {
  if (type.startsWith("text/")) return type === "text/plain" ? undefined : "text/plain";
  const known = Object.hasOwn(supertypes, type) ? supertypes[type] : undefined;
  return known ?? variants.find(([pattern]) => pattern.test(type))?.[1];
}
