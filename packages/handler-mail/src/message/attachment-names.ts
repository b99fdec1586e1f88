import { createFileNames } from "@reader/document/content";

/** Extensions for attachments without a name, by media type. */
const extensions: ReadonlyMap<string, string> = new Map([
  ["message/rfc822", ".eml"],
  ["multipart/signed", ".eml"],
  ["message/delivery-status", ".txt"],
  ["application/ms-tnef", ".dat"],
  ["application/pdf", ".pdf"],
  ["application/pgp-signature", ".asc"],
  ["application/pgp-encrypted", ".asc"],
  ["application/pkcs7-mime", ".p7m"],
  ["application/pkcs7-signature", ".p7s"],
  ["image/jpeg", ".jpg"],
  ["image/png", ".png"],
  ["image/gif", ".gif"],
  ["image/webp", ".webp"],
  ["image/svg+xml", ".svg"],
  ["text/calendar", ".ics"],
  ["text/csv", ".csv"],
  ["text/html", ".html"],
  ["text/plain", ".txt"],
]);

/** Returns a function that gives each attachment a unique name: its own, or `attachment 2.pdf`. */
export function createAttachmentNames(): (given: string | null | undefined, mediaType: string) => string {
  const unique = createFileNames();
  let count = 0;
  return (given, mediaType) => {
    count += 1;
    const own = (given ?? "").replaceAll(/[/\\]/g, "_").trim();
    return unique(own === "" ? `attachment ${count}${extensions.get(mediaType) ?? ""}` : own);
  };
}
