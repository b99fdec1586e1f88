import type { MediaType } from "../contract/media-type.ts";

const convert = "Convert it first: `magick FILE out.png`.";
const develop = "Develop it first: `darktable-cli FILE out.jpg`, or `dcraw -e FILE` for the preview inside.";
const draw = "Convert it first: `soffice --headless --convert-to png FILE`.";

const raw = (kind: string): readonly [words: string, advice: string] => [`a raw photo (${kind})`, develop];
const picture = (kind: string): readonly [words: string, advice: string] => [`an image (${kind})`, convert];

/** Kinds of images that no package reads: what they are in words, and what makes a readable one of them. */
export const unreadImages: Readonly<Record<MediaType, readonly [words: string, advice: string]>> = {
  "image/emf": ["a Windows drawing (EMF)", draw],
  "image/wmf": ["a Windows drawing (WMF)", draw],
  "image/vnd.dwg": ["an AutoCAD drawing (DWG)", "Export it as PDF or SVG first."],
  "image/x-canon-cr3": raw("Canon CR3"),
  "image/x-fujifilm-raf": raw("Fujifilm RAF"),
  "image/x-olympus-orf": raw("Olympus ORF"),
  "image/x-panasonic-rw2": raw("Panasonic RW2"),
  "image/jp2": picture("JPEG 2000"),
  "image/jpx": picture("JPEG 2000"),
  "image/jpm": picture("JPEG 2000"),
  "image/j2c": picture("JPEG 2000"),
  "image/x-jp2-codestream": picture("JPEG 2000"),
  "image/jls": picture("JPEG-LS"),
  "image/vnd.ms-photo": picture("JPEG XR"),
  "image/x-mng": ["an animation (MNG)", "Convert it first: `magick FILE out.gif`."],
  "image/x-jng": picture("JNG"),
  "image/bpg": picture("BPG"),
  "image/flif": picture("FLIF"),
  "image/qoi": picture("QOI"),
  "image/icns": picture("Apple icons, ICNS"),
  "image/ktx": picture("texture, KTX"),
  "image/vnd.ms-dds": picture("texture, DDS"),
  "image/x-tga": picture("Truevision TGA"),
  "image/x-xcf": picture("GIMP, XCF"),
  "image/x-exr": picture("OpenEXR"),
  "image/vnd.radiance": picture("Radiance HDR"),
  "image/fits": picture("FITS, of telescopes"),
  "image/x-portable-bitmap": picture("Netpbm, PBM"),
  "image/x-portable-graymap": picture("Netpbm, PGM"),
  "image/x-portable-pixmap": picture("Netpbm, PPM"),
  "image/x-portable-arbitrarymap": picture("Netpbm, PAM"),
  "image/x-portable-floatmap": picture("Netpbm, PFM"),
  "image/x-pcx": picture("PCX"),
  "image/x-dcx": picture("pages of PCX, DCX"),
  "image/x-sgi": picture("Silicon Graphics"),
  "image/x-sun-raster": picture("Sun raster"),
  "image/x-dpx": picture("film scan, DPX"),
  "image/cineon": picture("film scan, Cineon"),
  "image/x-pict": picture("Apple PICT"),
  "image/x-photo-cd": picture("Kodak Photo CD"),
  "image/x-viff": picture("Khoros, VIFF"),
  "image/x-vicar": picture("VICAR, of space probes"),
  "image/x-xwindowdump": picture("X window dump, XWD"),
  "image/x-miff": picture("ImageMagick, MIFF"),
};
