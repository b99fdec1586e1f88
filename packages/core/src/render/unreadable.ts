import { ReadError } from "../contract/errors.ts";
import { isTextType, type MediaType, withSupertypes } from "../contract/media-type.ts";
import type { Sniff } from "../contract/source.ts";

/**
 * Creates the error for a file that is not text and that no handler accepts, with its detected type and what would read
 * it. The code is `binary` if the type is unknown, or if text is followed by other bytes, and `unsupported-type`
 * otherwise; `corrupt` if it is a compound file without its directory, so that its type cannot be known. `path` is
 * relative to the workspace.
 */
export function unreadable(path: string, { mediaType, by }: Pick<Sniff, "mediaType" | "by">): ReadError {
  if (mediaType === "application/x-ole-storage" && by === "signature") {
    return new ReadError(
      "corrupt",
      `${path} is damaged or cut off: it is an OLE compound file whose directory is missing.`,
      { details: { mediaType } },
    );
  }
  const { words, package: reader, advice } = describeType(mediaType);
  const isKnown = reader !== undefined || (mediaType !== "application/octet-stream" && !isTextType(mediaType));
  const hint =
    reader === undefined ? advice : `Add the handler of ${reader} to the reader, or convert the file to text.`;
  return new ReadError(isKnown ? "unsupported-type" : "binary", `${path} is ${words}, and no handler reads it.`, {
    ...(hint === undefined ? {} : { hint }),
    details: { mediaType, ...(reader === undefined ? {} : { package: reader }) },
  });
}

const convert = "Convert it first: `magick FILE out.png`.";
const develop = "Develop it first: `darktable-cli FILE out.jpg`, or `dcraw -e FILE` for the preview inside.";
const draw = "Convert it first: `soffice --headless --convert-to png FILE`.";

const raw = (kind: string): readonly [words: string, advice: string] => [`a raw photo (${kind})`, develop];
const image = (kind: string): readonly [words: string, advice: string] => [`an image (${kind})`, convert];

/** Image types that no package reads: what they are called, and how to convert them to a readable type. */
const unreadImages: Readonly<Record<MediaType, readonly [words: string, advice: string]>> = {
  "image/emf": ["a Windows drawing (EMF)", draw],
  "image/wmf": ["a Windows drawing (WMF)", draw],
  "image/vnd.dwg": ["an AutoCAD drawing (DWG)", "Export it as PDF or SVG first."],
  "image/x-canon-cr3": raw("Canon CR3"),
  "image/x-fujifilm-raf": raw("Fujifilm RAF"),
  "image/x-olympus-orf": raw("Olympus ORF"),
  "image/x-panasonic-rw2": raw("Panasonic RW2"),
  "image/jp2": image("JPEG 2000"),
  "image/jpx": image("JPEG 2000"),
  "image/jpm": image("JPEG 2000"),
  "image/j2c": image("JPEG 2000"),
  "image/x-jp2-codestream": image("JPEG 2000"),
  "image/jls": image("JPEG-LS"),
  "image/vnd.ms-photo": image("JPEG XR"),
  "image/x-mng": ["an animation (MNG)", "Convert it first: `magick FILE out.gif`."],
  "image/x-jng": image("JNG"),
  "image/bpg": image("BPG"),
  "image/flif": image("FLIF"),
  "image/qoi": image("QOI"),
  "image/icns": image("Apple icons, ICNS"),
  "image/ktx": image("texture, KTX"),
  "image/vnd.ms-dds": image("texture, DDS"),
  "image/x-tga": image("Truevision TGA"),
  "image/x-xcf": image("GIMP, XCF"),
  "image/x-exr": image("OpenEXR"),
  "image/vnd.radiance": image("Radiance HDR"),
  "image/fits": image("FITS, of telescopes"),
  "image/x-portable-bitmap": image("Netpbm, PBM"),
  "image/x-portable-graymap": image("Netpbm, PGM"),
  "image/x-portable-pixmap": image("Netpbm, PPM"),
  "image/x-portable-arbitrarymap": image("Netpbm, PAM"),
  "image/x-portable-floatmap": image("Netpbm, PFM"),
  "image/x-pcx": image("PCX"),
  "image/x-dcx": image("pages of PCX, DCX"),
  "image/x-sgi": image("Silicon Graphics"),
  "image/x-sun-raster": image("Sun raster"),
  "image/x-dpx": image("film scan, DPX"),
  "image/cineon": image("film scan, Cineon"),
  "image/x-pict": image("Apple PICT"),
  "image/x-photo-cd": image("Kodak Photo CD"),
  "image/x-viff": image("Khoros, VIFF"),
  "image/x-vicar": image("VICAR, of space probes"),
  "image/x-xwindowdump": image("X window dump, XWD"),
  "image/x-miff": image("ImageMagick, MIFF"),
};

/** The name of a type, and what reads it. */
interface TypeDescription {
  /** With an article, to follow "is": `a Word document`. */
  readonly words: string;
  /** The package whose handler reads the type; absent if none is planned. */
  readonly package?: string;
  /** An imperative sentence with an alternative, if no package reads the type. */
  readonly advice?: string;
}

const pdf = "@reader/handler-pdf";
const imageHandler = "@reader/handler-image";
const office = "@reader/handler-office";
const iwork = "@reader/handler-iwork";
const archive = "@reader/handler-archive";
const book = "@reader/handler-book";
const notebook = "@reader/handler-notebook";
const mail = "@reader/handler-mail";
const data = "@reader/handler-data";
const media = "@reader/handler-media";

const probe = "Run `ffprobe` on it to see its streams, or transcribe it with a speech tool.";
const strings = "Run `strings` on it to see the text inside.";

const toWord = "Convert it first: `soffice --headless --convert-to docx FILE`.";
const toExcel = "Convert it first: `soffice --headless --convert-to xlsx FILE`.";
const toPdf = "Convert it first: `soffice --headless --convert-to pdf FILE`.";

const openXml = "application/vnd.openxmlformats-officedocument.";
const openDocument = "application/vnd.oasis.opendocument.";

const packages: Readonly<Record<MediaType, readonly [words: string, reader: string]>> = {
  "application/pdf": ["a PDF document", pdf],
  "application/x-ipynb+json": ["a Jupyter notebook", notebook],
  "application/vnd.sqlite3": ["an SQLite database", data],
  "application/vnd.duckdb": ["a DuckDB database", data],
  "application/vnd.apache.parquet": ["a Parquet table", data],
  "application/vnd.apache.arrow.file": ["an Arrow table", data],
  "application/vnd.apache.arrow.stream": ["an Arrow stream", data],
  "application/avro": ["an Avro file", data],
  "application/vnd.ms-outlook": ["an Outlook message (.msg)", mail],
  "application/msword": ["a Word document (.doc)", office],
  "application/vnd.ms-excel": ["an Excel workbook (.xls)", office],
  "application/vnd.ms-powerpoint": ["a PowerPoint presentation (.ppt)", office],
  [`${openXml}wordprocessingml.document`]: ["a Word document (.docx)", office],
  [`${openXml}spreadsheetml.sheet`]: ["an Excel workbook (.xlsx)", office],
  [`${openXml}presentationml.presentation`]: ["a PowerPoint presentation (.pptx)", office],
  "application/vnd.ms-excel.sheet.binary.macroenabled.12": ["a binary Excel workbook (.xlsb)", office],
  "application/vnd.ms-visio.drawing": ["a Visio drawing (.vsdx)", office],
  "application/x-ooxml-encrypted": ["an encrypted Office document", office],
  [`${openDocument}text`]: ["an OpenDocument text", office],
  [`${openDocument}spreadsheet`]: ["an OpenDocument spreadsheet", office],
  [`${openDocument}presentation`]: ["an OpenDocument presentation", office],
  [`${openDocument}graphics`]: ["an OpenDocument drawing", office],
  [`${openDocument}text-flat-xml`]: ["an OpenDocument text (flat)", office],
  [`${openDocument}spreadsheet-flat-xml`]: ["an OpenDocument spreadsheet (flat)", office],
  [`${openDocument}presentation-flat-xml`]: ["an OpenDocument presentation (flat)", office],
  "application/rtf": ["an RTF document", office],
  "application/x-dbf": ["a dBASE table", office],
  "application/epub+zip": ["an EPUB book", office],
  "application/x-fictionbook+xml": ["a FictionBook", book],
  "application/x-zip-compressed-fb2": ["a packed FictionBook", book],
  "application/x-mobipocket-ebook": ["a Mobipocket or Kindle book", book],
  "application/vnd.ms-xpsdocument": ["an XPS document", book],
  "application/vnd.comicbook+zip": ["a comic book (.cbz)", archive],
  "application/vnd.comicbook-rar": ["a comic book (.cbr)", archive],
  "application/x-cb7": ["a comic book (.cb7)", archive],
  "application/x-cbt": ["a comic book (.cbt)", archive],
  "application/java-archive": ["a Java archive", archive],
  "application/zip": ["a ZIP archive", archive],
  "application/gzip": ["a gzip-compressed file", archive],
  "application/x-tar": ["a tar archive", archive],
  "application/x-bzip2": ["a bzip2-compressed file", archive],
  "application/x-xz": ["an xz-compressed file", archive],
  "application/zstd": ["a Zstandard-compressed file", archive],
  "application/x-lz4": ["an LZ4-compressed file", archive],
  "application/x-compress": ["a compress'ed file (.Z)", archive],
  "application/lzip": ["an lzip-compressed file (.lz)", archive],
  "application/x-lzma": ["an LZMA-compressed file (.lzma)", archive],
  "application/x-7z-compressed": ["a 7z archive", archive],
  "application/vnd.rar": ["a RAR archive", archive],
  "application/vnd.ms-cab-compressed": ["a Windows cabinet", archive],
  "application/x-cpio": ["a cpio archive", archive],
  "application/x-archive": ["an ar archive", archive],
  "application/vnd.debian.binary-package": ["a Debian package", archive],
  "application/x-iso9660-image": ["a CD image", archive],
  "audio/mpeg": ["an MP3 recording", media],
  "audio/flac": ["a FLAC recording", media],
  "audio/ogg": ["an Ogg recording", media],
  "audio/wav": ["a WAV recording", media],
  "audio/aiff": ["an AIFF recording", media],
  "audio/aac": ["an AAC recording", media],
  "audio/mp4": ["an MP4 recording", media],
  "audio/x-m4a": ["an MP4 recording (.m4a)", media],
  "video/mp4": ["an MP4 video", media],
  "video/x-m4v": ["an MP4 video (.m4v)", media],
  "video/quicktime": ["a QuickTime video", media],
  "video/x-matroska": ["a Matroska video", media],
  "video/webm": ["a WebM video", media],
  "video/ogg": ["an Ogg video", media],
  "video/x-msvideo": ["an AVI video", media],
  "video/vnd.avi": ["an AVI video", media],
  "video/x-flv": ["a Flash video", media],
  "video/mp2t": ["an MPEG transport stream", media],
  "audio/vnd.dolby.dd-raw": ["AC-3 sound", media],
  "image/png": ["a PNG image", imageHandler],
  "image/apng": ["an animated PNG image", imageHandler],
  "image/jpeg": ["a JPEG image", imageHandler],
  "image/gif": ["a GIF image", imageHandler],
  "image/webp": ["a WebP image", imageHandler],
  "image/bmp": ["a BMP image", imageHandler],
  "image/tiff": ["a TIFF image", imageHandler],
  "image/avif": ["an AVIF image", imageHandler],
  "image/heic": ["a HEIC image", imageHandler],
  "image/svg+xml": ["an SVG image", imageHandler],
  "image/vnd.microsoft.icon": ["an icon", imageHandler],
  "image/vnd.adobe.photoshop": ["a Photoshop image", imageHandler],
  "image/jxl": ["a JPEG XL image", imageHandler],
};

const advice: Readonly<Record<MediaType, readonly [words: string, advice: string]>> = {
  "application/x-msaccess": ["an Access database", "List its tables with `mdb-tables` of mdbtools."],
  "application/x-bdb": ["a Berkeley DB database", "Dump it with `db_dump`."],
  "application/x-hdf5": ["an HDF5 file", "List what is in it with `h5dump -n`."],
  "application/x-numpy": ["a NumPy array", "Load it with `numpy.load`."],
  "application/vnd.ms-outlook-pst": ["an Outlook mailbox (.pst)", "Extract its messages with `readpst`."],
  "application/vnd.ms-tnef": [
    "an attachment of Outlook that holds others (TNEF)",
    "Extract them with `tnef FILE`, then read them.",
  ],
  "application/vnd.wordperfect": ["a WordPerfect document", toWord],
  "application/x-mswrite": ["a document of Windows Write", toWord],
  "application/vnd.ms-works": ["a Works document or spreadsheet", toPdf],
  "application/vnd.lotus-1-2-3": ["a Lotus 1-2-3 workbook", toExcel],
  "application/x-quattro-pro": ["a Quattro Pro workbook", toExcel],
  "application/vnd.stardivision.writer": ["a StarOffice document", toWord],
  "application/vnd.stardivision.calc": ["a StarOffice spreadsheet", toExcel],
  "application/vnd.stardivision.impress": ["a StarOffice presentation or drawing", toPdf],
  "application/x-mif": ["a FrameMaker document (MIF)", strings],
  "application/fdf": ["the values of a PDF form (FDF)", strings],
  "application/vnd.hp-hpgl": [
    "print data (PCL or HP-GL/2)",
    "Convert it first: `gpcl6 -sDEVICE=pdfwrite -o out.pdf FILE`.",
  ],
  "application/x-ms-shortcut": ["a Windows shortcut (.lnk)", "Run `strings -el` on it to see where it leads."],
  "application/x-msi": ["a Windows installer package (.msi)", "List what is in it with `7z l`."],
  "application/x-xar": ["a xar archive", "List what is in it with `7z l`."],
  "application/zlib": ["zlib-compressed data", "Unpack it first: `pigz -dz < FILE`."],
  "application/x-snappy-framed": ["a Snappy-compressed file", "Unpack it first: `snzip -d FILE`."],
  "application/onenote": ["a OneNote section", "Export it as PDF first."],
  "application/vnd.visio": [
    "a drawing of Visio 2010 or older (.vsd)",
    "Convert it first: `soffice --headless --convert-to pdf FILE`, or save it as .vsdx in Visio.",
  ],
  "image/vnd.djvu": [
    "a DjVu document",
    "Print its text with `djvutxt FILE`, or convert it: `ddjvu -format=pdf FILE out.pdf`.",
  ],
  "application/vnd.ms-htmlhelp": ["a compiled help file (.chm)", "Extract its pages with `7z x`."],
  "application/vnd.ms-project": ["a Project plan", "Export it as XML or PDF first."],
  "application/x-mspublisher": ["a Publisher document", "Export it as PDF first."],
  "application/x-hwp": ["a Hangul document", "Export it as PDF or DOCX first."],
  "application/postscript": ["a PostScript document", "Convert it with `ps2pdf` first."],
  "application/x-elf": ["a program or library (ELF)", strings],
  "application/x-mach-binary": ["a program or library (Mach-O)", strings],
  "application/vnd.microsoft.portable-executable": ["a Windows program or library", strings],
  "application/java-vm": ["a compiled Java class", "Disassemble it with `javap -c`."],
  "application/wasm": ["a WebAssembly module", "Print it with `wasm-objdump -x` or `wasm2wat`."],
  "application/pkcs7-mime": [
    "signed or encrypted data (PKCS #7)",
    "Look into it with `openssl cms -cmsout -print -inform DER -in FILE`.",
  ],
  "application/cbor": ["CBOR data", "Decode it with a CBOR tool first."],
  ...unreadImages,
  "application/dicom": ["a DICOM image", "Print its tags with `dcmdump`."],
  "application/x-ole-storage": ["an OLE compound file", "List its streams with `7z l`."],
};

const families: readonly (readonly [RegExp, TypeDescription])[] = [
  [/^image\//, { words: "an image", advice: "Convert it first: `magick FILE out.png`." }],
  [/^audio\//, { words: "an audio file", advice: probe }],
  [/^video\//, { words: "a video", advice: probe }],
  [/^font\//, { words: "a font", advice: "List its names and characters with `fc-scan`." }],
  [/^text\//, { words: "text at its start and binary after it", advice: strings }],
  [/^application\/vnd\.apple\./, { words: "a document of Pages, Numbers or Keynote", package: iwork }],
];

const unknown: TypeDescription = {
  words: "binary data of an unknown kind",
  advice: "Look at its first bytes with `xxd FILE | head`, or at the text inside with `strings`.",
};

/**
 * Describes a file type and what reads it: a package of this project, or another tool. An unknown type is described as
 * its most specific known supertype.
 */
export function describeType(mediaType: MediaType): TypeDescription {
  for (const type of withSupertypes(mediaType)) {
    const description = ownDescription(type);
    if (description !== undefined) return description;
  }
  return unknown;
}

function ownDescription(type: MediaType): TypeDescription | undefined {
  if (Object.hasOwn(packages, type)) {
    const [words = "", reader = ""] = packages[type] ?? [];
    return { words, package: reader };
  }
  if (Object.hasOwn(advice, type)) {
    const [words = "", next = ""] = advice[type] ?? [];
    return { words, advice: next };
  }
  return families.find(([pattern]) => pattern.test(type))?.[1];
}
