import type { MediaType } from "../contract/media-type.ts";

/** Bytes at an offset, written as Latin-1. A string alone has the offset 0. */
type Mark = string | readonly [offset: number, bytes: string];

/**
 * Signatures of formats, the more specific first. Includes only signatures that no other format and no text starts with
 * by chance; rarer formats are left to the file-type library. ZIP and compound files are further identified by their
 * directories.
 */
const signatures: readonly (readonly [MediaType, ...Mark[]])[] = [
  // Also detected as text, because a PDF file may be text throughout. This entry handles the common case without
  // decoding.
  ["application/pdf", "%PDF-"],
  ["application/zip", "PK\x03\x04"],
  ["application/zip", "PK\x05\x06"],
  ["application/zip", "PK\x07\x08"],
  ["application/zip", "PK00PK\x03\x04"],
  ["application/x-ole-storage", "\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"],
  ["image/png", "\x89PNG\r\n\x1a\n"],
  ["image/jpeg", "\xff\xd8\xff"],
  ["image/gif", "GIF87a"],
  ["image/gif", "GIF89a"],
  ["image/webp", "RIFF", [8, "WEBP"]],
  ["audio/wav", "RIFF", [8, "WAVE"]],
  ["video/x-msvideo", "RIFF", [8, "AVI "]],
  ["image/tiff", "II*\0"],
  ["image/tiff", "MM\0*"],
  ["image/tiff", "II+\0"],
  ["image/tiff", "MM\0+"],
  ["image/bmp", "BM", [6, "\0\0\0\0"], [15, "\0\0\0"]],
  ["image/vnd.adobe.photoshop", "8BPS\0"],
  ["image/avif", [4, "ftypavif"]],
  ["image/avif", [4, "ftypavis"]],
  // Some AVIF files have the generic HEIF brand first, and their own brand among the compatible brands that follow.
  ["image/avif", [4, "ftypmif1"], [16, "avif"]],
  ["image/avif", [4, "ftypmif1"], [20, "avif"]],
  ["image/avif", [4, "ftypmif1"], [24, "avif"]],
  ["image/avif", [4, "ftypmif1"], [28, "avif"]],
  ["image/heic", [4, "ftyphei"]],
  ["image/heic", [4, "ftyphev"]],
  ["image/heic", [4, "ftypmif1"]],
  ["image/jp2", "\0\0\0\x0cjP  \r\n\x87\n"],
  ["image/x-jng", "\x8bJNG\r\n\x1a\n"],
  ["image/x-exr", "\x76\x2f\x31\x01"],
  ["image/vnd.ms-dds", "DDS \x7c\0\0\0"],
  ["image/jxl", "\0\0\0\x0cJXL \r\n\x87\n"],
  ["image/x-jp2-codestream", "\xff\x4f\xff\x51"],
  ["image/x-portable-bitmap", "P4\n"],
  ["image/x-portable-graymap", "P5\n"],
  ["image/x-portable-pixmap", "P6\n"],
  ["image/x-portable-arbitrarymap", "P7\n"],
  ["image/x-portable-floatmap", "PF\n"],
  ["image/x-portable-floatmap", "Pf\n"],
  ["image/qoi", "qoif"],
  ["image/x-pcx", "\n\x05\x01\x08"],
  ["image/x-sgi", "\x01\xda\0\x01\0"],
  ["image/x-sgi", "\x01\xda\x01\x01\0"],
  ["image/x-sgi", "\x01\xda\0\x02\0"],
  ["image/x-sgi", "\x01\xda\x01\x02\0"],
  ["image/x-sun-raster", "\x59\xa6\x6a\x95"],
  ["image/x-dpx", "SDPX"],
  ["image/x-dpx", "XPDS"],
  ["image/cineon", "\x80\x2a\x5f\xd7"],
  ["image/fits", "SIMPLE  =", [29, "T"]],
  ["image/vnd.radiance", "#?RADIANCE\n"],
  ["image/x-mng", "\x8aMNG\r\n\x1a\n"],
  ["image/x-miff", "id=ImageMagick"],
  ["image/x-dcx", "\xb1\x68\xde\x3a"],
  ["image/x-viff", "\xab\x01\x01"],
  ["image/x-vicar", "LBLSIZE="],
  ["image/x-xwindowdump", "\0\0\0", [4, "\0\0\0\x07\0\0\0\x02"]],
  ["image/emf", "\x01\0\0\0", [40, " EMF"]],
  ["image/wmf", "\xd7\xcd\xc6\x9a"],
  ["application/gzip", "\x1f\x8b\x08"],
  ["application/x-bzip2", "BZh", [4, "1AY&SY"]],
  ["application/x-bzip2", "BZh", [4, "\x17rE8P\x90"]],
  ["application/x-xz", "\xfd7zXZ\0"],
  ["application/zstd", "\x28\xb5\x2f\xfd"],
  ["application/x-lz4", "\x04\x22\x4d\x18"],
  ["application/x-lz4", "\x02\x21\x4c\x18"],
  ["application/lzip", "LZIP\x01"],
  ["application/x-7z-compressed", "7z\xbc\xaf\x27\x1c"],
  ["application/vnd.rar", "Rar!\x1a\x07"],
  ["application/vnd.ms-cab-compressed", "MSCF\0\0\0\0"],
  ["application/x-compress", "\x1f\x9d"],
  ["application/x-snappy-framed", "\xff\x06\0\0sNaPpY"],
  ["application/x-tar", [257, "ustar"]],
  ["application/x-archive", "!<arch>\n"],
  ["application/x-cpio", "070701"],
  ["application/x-cpio", "070702"],
  ["application/x-cpio", "070707"],
  ["application/x-cpio", "\xc7\x71"],
  ["application/x-cpio", "\x71\xc7"],
  ["application/x-xar", "xar!\0\x1c"],
  ["application/x-mobipocket-ebook", [60, "BOOKMOBI"]],
  ["application/vnd.sqlite3", "SQLite format 3\0"],
  ["application/vnd.duckdb", [8, "DUCK"]],
  ["application/x-bdb", [12, "\x62\x31\x05\0"]],
  ["application/x-bdb", [12, "\x61\x15\x06\0"]],
  ["application/x-msaccess", "\0\x01\0\0Standard Jet DB\0"],
  ["application/x-msaccess", "\0\x01\0\0Standard ACE DB\0"],
  ["application/vnd.ms-outlook-pst", "!BDN", [8, "SM"]],
  ["application/vnd.ms-tnef", "\x78\x9f\x3e\x22", [6, "\x01"]],
  ["application/vnd.apache.parquet", "PAR1"],
  ["application/vnd.apache.arrow.file", "ARROW1\0\0"],
  ["application/avro", "Obj\x01"],
  ["application/x-hdf5", "\x89HDF\r\n\x1a\n"],
  ["application/x-numpy", "\x93NUMPY"],
  ["application/x-elf", "\x7fELF"],
  ["application/vnd.microsoft.portable-executable", "MZ"],
  ["application/wasm", "\0asm"],
  ["application/x-mach-binary", "\xcf\xfa\xed\xfe"],
  ["application/x-mach-binary", "\xce\xfa\xed\xfe"],
  ["application/java-vm", "\xca\xfe\xba\xbe\0\0\0"],
  ["application/java-vm", "\xca\xfe\xba\xbe\0\x03"],
  ["application/vnd.ms-htmlhelp", "ITSF\x03\0\0\0"],
  ["application/onenote", "\xe4\x52\x5c\x7b\x8c\xd8\xa7\x4d\xae\xb1\x53\x78\xd0\x29\x96\xd3"],
  ["application/vnd.wordperfect", "\xffWPC"],
  ["application/x-mswrite", "\x31\xbe\0\0\0\xab"],
  ["application/x-mswrite", "\x32\xbe\0\0\0\xab"],
  ["application/msword", "\xdb\xa5\x2d\0"],
  ["application/msword", "\xfe\x37\0\x23"],
  ["application/vnd.ms-excel", "\x09\x08\x10\0\0\x06\x05\0"],
  ["application/vnd.ms-excel", "\x09\x08\x08\0\0\x05"],
  ["application/vnd.ms-excel", "\x09\x04\x06\0\0\0"],
  ["application/vnd.ms-excel", "\x09\x02\x06\0\0\0"],
  ["application/vnd.ms-excel", "\x09\0\x04\0\x02\0"],
  ["application/vnd.ms-excel", "\x09\0\x04\0\x07\0"],
  ["application/vnd.lotus-1-2-3", "\0\0\x1a\0", [4, "\x02\x10\x04\0"]],
  ["application/vnd.lotus-1-2-3", "\0\0\x1a\0", [4, "\0\x10\x04\0"]],
  ["application/vnd.lotus-1-2-3", "\0\0\x1a\0", [4, "\x03\x10\x04\0"]],
  ["application/vnd.lotus-1-2-3", "\0\0\x1a\0", [4, "\x05\x10\x04\0"]],
  ["application/vnd.lotus-1-2-3", "\0\0\x02\0\x06\x04\x06\0"],
  ["application/vnd.lotus-1-2-3", "\0\0\x02\0\x04\x04\x06\0"],
  ["application/x-quattro-pro", "\0\0\x02\0", [4, "\x20\x51"]],
  ["application/x-quattro-pro", "\0\0\x02\0", [4, "\x21\x51"]],
  ["application/x-quattro-pro", "\0\0\x02\0", [4, "\x01\x10"]],
  ["application/x-quattro-pro", "\0\0\x02\0", [4, "\x02\x10"]],
  ["application/vnd.ms-works", "\xff\0\x02\0\x04\x04\x05\x54\x02\0"],
  ["application/vnd.ms-tnef", "\x78\x9f\x3e\x22"],
  ["application/x-ms-shortcut", "L\0\0\0\x01\x14\x02\0"],
  ["application/dicom", [128, "DICM"]],
  ["application/cbor", "\xd9\xd9\xf7"],
  ["audio/mpeg", "ID3"],
  ["audio/flac", "fLaC"],
  ["audio/ogg", "OggS"],
  ["audio/midi", "MThd\0\0\0\x06"],
  ["video/x-matroska", "\x1a\x45\xdf\xa3", [24, "matroska"]],
  ["font/woff", "wOFF"],
  ["font/woff2", "wOF2"],
  ["font/otf", "OTTO\0"],
  ["font/ttf", "\0\x01\0\0\0", [12, "DSIG"]],
  ["font/collection", "ttcf\0"],
  ["application/vnd.hp-hpgl", "\x1bE\x1b"],
  // PKCS #7 and CMS in DER and BER: a sequence that starts with the identifier of its content type.
  ["application/pkcs7-mime", "\x30", [2, "\x06\x09\x2a\x86\x48\x86\xf7\x0d\x01\x07"]],
  ["application/pkcs7-mime", "\x30\x82", [4, "\x06\x09\x2a\x86\x48\x86\xf7\x0d\x01\x07"]],
  ["application/pkcs7-mime", "\x30\x83", [5, "\x06\x09\x2a\x86\x48\x86\xf7\x0d\x01\x07"]],
  ["application/pkcs7-mime", "\x30\x82", [4, "\x06\x0b\x2a\x86\x48\x86\xf7\x0d\x01\x09\x10"]],
  ["application/x-mif", "<MakerFile "],
  ["application/warc", "WARC/1."],
];

/** Number of bytes searched for signatures. */
const signatureBytes = 300;

/** Returns the type whose signature the first bytes of a file have. */
export function signatureOf(head: Uint8Array): MediaType | undefined {
  const start = String.fromCharCode(...head.subarray(0, signatureBytes));
  if (startsLikeWords(head, start)) return undefined;
  return signatures.find(([, ...marks]) => marks.every((mark) => hasMark(start, mark)))?.[0];
}

function hasMark(start: string, mark: Mark): boolean {
  return typeof mark === "string" ? start.startsWith(mark) : start.startsWith(mark[1], mark[0]);
}

/** Signatures that words may start with. They count only in bytes that are not text. */
const wordLike = /^(?:MZ|ID3|P[4-7Ff]|qoif|SDPX|XPDS|SIMPLE|#\?RADIANCE|id=ImageMagick|LBLSIZE=)/;

/**
 * The headers of Netpbm files (pbm(5), pgm(5), ppm(5), pam(5)) and of the similar PFM format: comments, width and
 * height. No prose starts with them.
 */
const netpbmSize = /^(?:P[4-6Ff]\n(?:#[^\n]*\n)*\d+[ \n]\d+[ \n]|P7\n(?:#[^\n]*\n)*WIDTH \d+\n)/;

/**
 * Headers made of words, followed by pixels. The pixels may lack a NUL byte but are not valid UTF-8; a header alone is
 * text.
 */
const longWords = /^(?:SIMPLE {2}= +T|#\?RADIANCE\n|id=ImageMagick)/;

/** True if text may start like this, with what would be a signature in bytes that are not text. */
function startsLikeWords(head: Uint8Array, start: string): boolean {
  return wordLike.test(start) && !netpbmSize.test(start) && isText(head, start);
}

function isText(head: Uint8Array, start: string): boolean {
  if (head.includes(0)) return false;
  return !longWords.test(start) || isUtf8(head);
}

/** True if the bytes are valid UTF-8. The last character may be cut off. */
function isUtf8(head: Uint8Array): boolean {
  try {
    new TextDecoder("utf-8", { fatal: true }).decode(head, { stream: true });
    return true;
  } catch {
    return false;
  }
}

/** Acrobat accepts a header anywhere in the first 1024 bytes (PDF reference 1.7, implementation note 13). */
const pdfHeaderBytes = 1024;

/**
 * What programs leave before a document: a byte order mark, blank lines, the headers of a part of a message, or those of
 * a response of a server.
 */
const leftover =
  /^(?:\u00ef\u00bb\u00bf)?[\s\0]*(?:HTTP\/\d[^\r\n]*\r?\n(?:[\w-]+:[^\r\n]*\r?\n){0,50}\s*|(?:(?:content|x)-[\w-]+:[^\r\n]*\r?\n){1,50}\s*)?/i;

const starts: readonly (readonly [string, MediaType])[] = [
  ["{\\rt", "application/rtf"],
  ["%!PS", "application/postscript"],
  ["\u0004%!PS", "application/postscript"],
  ["\u00c5\u00d0\u00d3\u00c6", "application/postscript"],
  ["!<arch>\n", "application/x-archive"],
];

/** Detects formats whose first bytes are text: RTF, PostScript, PDF, FDF, and ar archives. */
export function textSignatureOf(head: Uint8Array, name: string): MediaType | undefined {
  const text = String.fromCharCode(...head);
  const own = starts.find(([start]) => text.startsWith(start))?.[1];
  if (own !== undefined) return own;
  return text.replace(leftover, "").startsWith("{\\rtf") ? "application/rtf" : portableTypeOf(text, name);
}

const header = /%(PDF|FDF)-/;
/** Matches an object, or four consecutive non-ASCII bytes, as in the comment after the header of binary PDF files. */
const body = /(?:^|[\r\n])[ \t]{0,8}\d{1,10} \d{1,5} obj\b|[\u0080-\u00ff]{4}/;

/** Detects PDF and FDF. A header after other text counts only if a body follows it, because text may mention PDF. */
function portableTypeOf(text: string, name: string): MediaType | undefined {
  const match = header.exec(text.slice(0, pdfHeaderBytes + 5));
  if (match === null) return isHeadless(text, name) ? "application/pdf" : undefined;
  const isFirst = text.slice(0, match.index).replace("\u00ef\u00bb\u00bf", "").replaceAll("\0", "").trim() === "";
  if (!isFirst && !body.test(text.slice(match.index))) return undefined;
  return match[1] === "PDF" ? "application/pdf" : "application/fdf";
}

/**
 * True for a PDF file with a damaged header, which PDF readers repair. Requires the extension `.pdf`, because other
 * text may contain such words.
 */
function isHeadless(text: string, name: string): boolean {
  return name.toLowerCase().endsWith(".pdf") && /\d \d{1,5} obj\b|\b(?:startxref|trailer)\b/.test(text);
}
