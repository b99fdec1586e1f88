import { quoted } from "@reader/core/handler";
import type { Zip } from "@reader/unpack";

/** What documents of Pages, Numbers and Keynote have: since 2013 archives of their own kind, before that XML. */
const marks = ["Index/Document.iwa", "Index.zip", "index.apxl", "index.xml"] as const;

/** Members of which one is in all of them, and hardly in anything else. */
const histories = [
  "buildVersionHistory.plist",
  "Metadata/BuildVersionHistory.plist",
  "Metadata/Properties.plist",
] as const;

/** What shows how a document looks, the best first. */
const previews = ["QuickLook/Preview.pdf", "preview.jpg", "QuickLook/Thumbnail.jpg", "preview-web.jpg"] as const;

/** What is said of a document of Pages, Numbers or Keynote, which is a ZIP file too; undefined of any other. */
export function appleDocumentNote(zip: Zip): string | undefined {
  const mark = marks.find((name) => zip.find(name) !== undefined);
  if (mark === undefined) return undefined;
  if (mark !== "Index/Document.iwa" && histories.every((name) => zip.find(name) === undefined)) return undefined;
  const preview = previews.find((name) => zip.find(name) !== undefined);
  const isOpen = mark === "index.xml" || mark === "index.apxl";
  const ways = [
    ...(preview === undefined ? [] : [`\`select\` ${quoted(preview)} shows what it looks like`]),
    ...(isOpen ? [`its text is in \`${mark}\``] : []),
    "to read all of it, export it as PDF or in a format of Office",
  ];
  return `This is a document of Apple Pages, Numbers or Keynote, which no handler reads as such: ${ways.join("; ")}.`;
}
