import type { MediaType } from "@reader/core/handler";

/** The media types of the handler. Special kinds of ZIP files match by their supertype. */
export const mediaTypes: readonly MediaType[] = [
  "application/zip",
  "application/x-tar",
  "application/gzip",
  "application/x-bzip2",
  "application/x-xz",
  "application/zstd",
  "application/x-lz4",
  "application/x-compress",
  "application/lzip",
  "application/x-lzma",
  "application/x-7z-compressed",
  "application/vnd.rar",
  "application/vnd.ms-cab-compressed",
  "application/x-cpio",
  "application/x-archive",
  "application/x-deb",
  "application/vnd.debian.binary-package",
  "application/x-iso9660-image",
];
