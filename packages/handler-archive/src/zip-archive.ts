import { type HandlerContext, quoted, ReadError, type Source } from "@reader/core/handler";
import { named } from "@reader/core/render";
import { type InflationMeter, openZip, type Zip, type ZipEntry } from "@reader/unpack";
import type { Archive, Member, MemberKind } from "./bytes/member.ts";
import { type ForeignInput, foreignMembers } from "./foreign/foreign-members.ts";

/** Maximum number of links whose targets are shown. Each takes a separate read. */
const mostTargets = 1000;

/** Maximum length of a link target: the longest path on Linux. */
const mostTargetBytes = 4096;

/** Number of members of a document with many images. */
const mostDocumentMembers = 5000;

/** Opens a ZIP file and reads its directory, but no member. */
export async function openZipArchive(source: Source, { meter, words, password }: ZipInput): Promise<Archive> {
  const zip = await openZip({ source, meter, password });
  const input = { zip, source, meter, password };
  return {
    kind: words,
    summary: { members: zip.entryCount, ...zip.sums() },
    comment: zip.comment,
    notes: [zip.damage, appleNoteOf(zip)].filter((note) => note !== undefined),
    async *members() {
      let targets = 0;
      for (let at = 0; at < zip.entryCount; at += 1) {
        const entry = zip.entryAt(at);
        if (entry === undefined) return;
        const isTold = entry.isSymbolicLink && entry.bytes <= mostTargetBytes && !entry.isEncrypted;
        if (isTold) targets += 1;
        const target = isTold && targets <= mostTargets ? await targetOf(zip, entry) : undefined;
        yield memberOf(entry, { ...input, index: at + 1, target });
      }
    },
  };
}

/** Documents have few members, so not all members of a large archive are created for this check. */
function appleNoteOf(zip: Zip): string | undefined {
  return zip.entryCount > mostDocumentMembers ? undefined : appleDocumentNote(zip);
}

/** Options for opening a ZIP file. */
export interface ZipInput extends Pick<HandlerContext, "password"> {
  readonly meter: InflationMeter;
  readonly words: string;
}

async function targetOf(zip: Zip, entry: ZipEntry): Promise<string | undefined> {
  try {
    return new TextDecoder().decode(await zip.read(entry));
  } catch (error) {
    if (ReadError.is(error)) return undefined;
    throw error;
  }
}

interface MemberInput extends Pick<HandlerContext, "password"> {
  readonly zip: Zip;
  readonly source: Source;
  readonly meter: InflationMeter;
  readonly index: number;
  readonly target: string | undefined;
}

function memberOf(entry: ZipEntry, input: MemberInput): Member {
  const { zip, index, target } = input;
  return {
    index,
    name: entry.name,
    kind: kindOf(entry),
    bytes: entry.isFolder ? undefined : entry.bytes,
    get modified() {
      return entry.modified;
    },
    target,
    isEncrypted: entry.isEncrypted,
    flaw: entry.isCut ? "cut off" : undefined,
    content: () => (isForeign(entry) ? foreignMember(entry, input) : zip.stream(entry)),
  };
}

function kindOf(entry: ZipEntry): MemberKind {
  if (entry.isFolder) return "folder";
  return entry.isSymbolicLink ? "link" : "file";
}

/** Methods that libarchive supports: bzip2, LZMA, XZ, PPMd (APPNOTE 4.4.5). */
const foreignMethods: ReadonlySet<number> = new Set([12, 14, 95, 98]);

/** libarchive supports the old encryption, and this package AES. */
function isForeign({ method, isEncrypted, aes }: ZipEntry): boolean {
  return (isEncrypted && aes === undefined) || foreignMethods.has(method);
}

async function* foreignMember(
  entry: ZipEntry,
  { zip, source, meter, password }: MemberInput,
): AsyncGenerator<Uint8Array> {
  const path = `${named(entry.name)} in ${source.path}`;
  if (entry.isEncrypted && password === undefined) throw new ReadError("encrypted", `${path} is encrypted.`);
  if (entry.aes?.hasSum === false) {
    throw new ReadError(
      "unsupported-type",
      `${path} is encrypted with AES, and its compression is not supported inside AES.`,
      {
        hint: "Unpack the archive with `7z x` first, which asks for the password.",
      },
    );
  }
  yield* foreignContent({ path, bytes: await zip.alone(entry), password, meter });
}

/** Members of Pages, Numbers and Keynote documents: IWA archives since 2013, XML before. */
const marks = ["Index/Document.iwa", "Index.zip", "index.apxl", "index.xml"] as const;

/** Members that occur in every such document and rarely elsewhere. */
const histories = [
  "buildVersionHistory.plist",
  "Metadata/BuildVersionHistory.plist",
  "Metadata/Properties.plist",
] as const;

/** Previews of a document, the best first. */
const previews = ["QuickLook/Preview.pdf", "preview.jpg", "QuickLook/Thumbnail.jpg", "preview-web.jpg"] as const;

/** Returns a note about a Pages, Numbers or Keynote document, which is also a ZIP file, or `undefined`. */
function appleDocumentNote(zip: Zip): string | undefined {
  const mark = marks.find((name) => zip.find(name) !== undefined);
  if (mark === undefined) return undefined;
  if (mark !== "Index/Document.iwa" && histories.every((name) => zip.find(name) === undefined)) return undefined;
  const preview = previews.find((name) => zip.find(name) !== undefined);
  const isOpen = mark === "index.xml" || mark === "index.apxl";
  const ways = [
    ...(preview === undefined ? [] : [`\`select\` ${quoted(preview)} shows what it looks like`]),
    ...(isOpen ? [`its text is in \`${mark}\``] : []),
    "to read all of it, add the handler of @reader/handler-iwork to the reader",
  ];
  return `This is a document of Apple Pages, Numbers or Keynote, read as an archive: ${ways.join("; ")}.`;
}

/** Streams the only member of a ZIP file that the library reads. */
async function* foreignContent(input: ForeignInput): AsyncGenerator<Uint8Array> {
  for await (const member of foreignMembers(input)) {
    yield* member.content();
    return;
  }
  throw new ReadError("corrupt", `${input.path} is damaged.`);
}
