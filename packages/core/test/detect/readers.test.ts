import { describe, expect, test } from "vitest";
import { describeType } from "../../src/render/unreadable.ts";

describe("describeType", () => {
  test.for([
    ["application/pdf", "a PDF document", "@reader/handler-pdf"],
    [
      "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
      "a Word document (.docx)",
      "@reader/handler-office",
    ],
    ["application/vnd.ms-word.document.macroenabled.12", "a Word document (.docx)", "@reader/handler-office"],
    [
      "application/vnd.openxmlformats-officedocument.presentationml.slideshow",
      "a PowerPoint presentation (.pptx)",
      "@reader/handler-office",
    ],
    ["application/vnd.oasis.opendocument.text-template", "an OpenDocument text", "@reader/handler-office"],
    ["application/x-ooxml-encrypted", "an encrypted Office document", "@reader/handler-office"],
    ["application/x-ipynb+json", "a Jupyter notebook", "@reader/handler-notebook"],
    ["application/x-wheel+zip", "a ZIP archive", "@reader/handler-archive"],
    ["application/lzip", "an lzip-compressed file (.lz)", "@reader/handler-archive"],
    ["image/png", "a PNG image", "@reader/handler-image"],
    ["image/vnd.adobe.photoshop", "a Photoshop image", "@reader/handler-image"],
    ["image/jxl", "a JPEG XL image", "@reader/handler-image"],
  ] as const)("says of %s that it is %s, and what reads it", ([mediaType, words, name]) => {
    expect(describeType(mediaType)).toEqual({ words, package: name });
  });

  test.for([
    ["application/x-hdf5", "an HDF5 file", /h5dump/],
    ["application/x-elf", "a program or library (ELF)", /strings/],
    ["audio/midi", "an audio file", /ffprobe/],
    ["video/x-anything", "a video", /ffprobe/],
    ["image/x-odd", "an image", /out\.png/],
    ["image/jp2", "an image (JPEG 2000)", /out\.png/],
    ["image/x-xcf", "an image (GIMP, XCF)", /out\.png/],
    ["image/x-canon-cr3", "a raw photo (Canon CR3)", /dcraw/],
    ["image/vnd.dwg", "an AutoCAD drawing (DWG)", /PDF/],
    ["application/vnd.visio", "a drawing of Visio 2010 or older (.vsd)", /soffice/],
    ["application/vnd.ms-tnef", "an attachment of Outlook that holds others (TNEF)", /tnef/],
    ["application/octet-stream", "binary data of an unknown kind", /xxd/],
    ["application/x-never-heard-of", "binary data of an unknown kind", /strings/],
    ["constructor", "binary data of an unknown kind", /strings/],
  ] as const)("says of %s that it is %s, and what to do without a package", ([mediaType, words, advice]) => {
    const description = describeType(mediaType);
    expect(description.words).toBe(words);
    expect(description.package).toBeUndefined();
    expect(description.advice).toMatch(advice);
    expect(description.advice).toMatch(/^[A-Z].*\.$/);
  });
});
