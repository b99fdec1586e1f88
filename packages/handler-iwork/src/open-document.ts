import { type HandlerContext, ReadError, type Source } from "@reader/core/handler";
import { damageNotices, openPackage, type OfficePackage, sourceOfBytes } from "@reader/office-kit/package";
import type { AppleDocument } from "./model/apple-document.ts";

/** An opened document: its content, or the preview that its program stored. */
export interface OpenedDocument {
  readonly document: AppleDocument | undefined;
  /** The error that kept the content from being read. */
  readonly error: ReadError | undefined;
  readonly preview: Preview | undefined;
}

/** A preview of a document: a PDF of all pages, or an image of the first. */
export interface Preview {
  readonly name: string;
  readonly kind: "pdf" | "image";
  load(): Promise<Uint8Array | undefined>;
}

/** Previews, the best first. */
const previews: readonly (readonly [RegExp, Preview["kind"]])[] = [
  [/(?:^|\/)QuickLook\/Preview\.pdf$/i, "pdf"],
  [/(?:^|\/)preview\.jpg$/i, "image"],
  [/(?:^|\/)QuickLook\/Thumbnail\.jpg$/i, "image"],
];

/**
 * Opens a document of Pages, Numbers or Keynote. Content that is damaged is no error if there is a preview. Throws
 * `corrupt`, `encrypted` and `too-large`.
 */
export async function openDocument(source: Source, context: HandlerContext): Promise<OpenedDocument> {
  const opened = await openPackage(source, context);
  refuseEncrypted(opened, source.path);
  const preview = previewIn(opened);
  if (context.select?.trim().toLowerCase() === "preview" && preview !== undefined) {
    return { document: undefined, error: undefined, preview };
  }
  try {
    const document = await readContent(opened, source, context);
    return { document: { ...document, notices: damageNotices(opened) }, error: undefined, preview };
  } catch (error) {
    if (!ReadError.is(error) || error.code !== "corrupt" || preview === undefined) throw error;
    return { document: undefined, error, preview };
  }
}

/** Compression methods of encrypted members, which have no other mark, in iWork '09. */
const firstLockedMethod = 25_000;

/** Members that only encrypted documents have: what verifies the password, and its hint. */
const lockNames = /(?:^|\/)\.iwp(?:v2|h)$/i;

function refuseEncrypted({ zip }: OfficePackage, path: string): void {
  const isLocked = zip.entries.some(
    ({ name, method, isEncrypted }) => isEncrypted || method >= firstLockedMethod || lockNames.test(name),
  );
  if (!isLocked) return;
  throw new ReadError(
    "encrypted",
    `${path} is encrypted with a password, in a way that only Apple's programs can read.`,
    {
      hint: "Ask the user to open it there and to save it without a password, or to export it as PDF.",
    },
  );
}

function previewIn(opened: OfficePackage): Preview | undefined {
  for (const [pattern, kind] of previews) {
    const entry = opened.zip.entries.find(({ name }) => pattern.test(name));
    if (entry !== undefined) return { name: entry.name, kind, load: () => opened.image(entry.name) };
  }
  return undefined;
}

async function readContent(opened: OfficePackage, source: Source, context: HandlerContext): Promise<AppleDocument> {
  const names = opened.zip.entries.map(({ name }) => name);
  if (names.some((name) => /\.iwa$/i.test(name))) {
    return (await import("./iwa/read-iwa.ts")).readIwa(opened, context, source.path);
  }
  const index = names.find((name) => /(?:^|\/)Index\.zip$/i.test(name));
  if (index !== undefined) return readInner(opened, index, { source, context });
  const part = names.find((name) => /(?:^|\/)index\.(?:apxl|xml)(?:\.gz)?$/i.test(name));
  if (part !== undefined) return (await import("./xml/read-xml.ts")).readXml(opened, part, context);
  throw new ReadError("corrupt", `${source.path} has no content of a Pages, Numbers or Keynote document.`, {
    hint: "Read it as an archive, or ask for an undamaged copy.",
  });
}

/** Programs of 2013 store the archives of objects in a ZIP file of their own. */
async function readInner(
  opened: OfficePackage,
  index: string,
  { source, context }: { readonly source: Source; readonly context: HandlerContext },
): Promise<AppleDocument> {
  const bytes = (await opened.bytes(index)) ?? new Uint8Array();
  const inner = await openPackage(sourceOfBytes(source, bytes), context);
  return (await import("./iwa/read-iwa.ts")).readIwa(inner, context, source.path);
}
