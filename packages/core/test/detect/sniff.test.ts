import { describe, expect, test } from "vitest";
import { defineHandler, type Handler } from "../../src/contract/handler.ts";
import { buildZip } from "./zip-builder.ts";
import { concat, latin1, noise, sniffFile, utf8 } from "./support.ts";

function handlerOf(name: string, sniff: NonNullable<Handler["sniff"]>): Handler {
  return defineHandler({ name, mediaTypes: [], sniff, async *read() {} });
}

const png = latin1("\x89PNG\r\n\x1a\n\0\0\0\rIHDR");
const pdfBody = "1 0 obj\n<< /Type /Catalog >>\nendobj\n";

describe("plain text", () => {
  test.for([
    ["notes.txt", "hello\n", "text/plain", "name"],
    ["notes", "hello\n", "text/plain", "text"],
    ["app.log", "12:00 started\n", "text/plain", "name"],
    ["read.py", "import os\n", "text/x-python", "name"],
    ["index.ts", "export {};\n", "text/x-typescript", "name"],
    ["README.MD", "# Title\n", "text/markdown", "name"],
    ["Dockerfile", "FROM node\n", "text/x-dockerfile", "name"],
    [".bashrc", "alias l=ls\n", "text/x-shellscript", "name"],
    [".gitignore", "dist\n", "text/plain", "text"],
    ["data.constructor", "x\n", "text/plain", "text"],
    ["config.yaml", "name: x\nvalue: y\n", "application/yaml", "name"],
    ["package.json", '{ "a": 1 }', "application/json", "name"],
  ] as const)("%s is told by its name and costs no further read", async ([name, content, mediaType, by]) => {
    const found = await sniffFile(name, content);
    expect(found).toMatchObject({ mediaType, by, reads: 0 });
    expect(found.text).toEqual({ encoding: "utf-8", confidence: 1, bomBytes: 0, isAsciiSoFar: true });
    expect(found.disagreement).toBeUndefined();
  });

  test.for([
    ["page", " \n <!DOCTYPE html>\n<html>", "text/html"],
    ["letter.txt", "subject: hi\nFROM: a@example.org\n\nbody", "message/rfc822"],
    ["letter", "X-2-Id: 1\nFrom: a@example.org\nTo: b@example.org\n\nbody", "message/rfc822"],
    ["letter", "52\nFrom: a@example.org\nTo: b@example.org\n\nbody", "message/rfc822"],
    ["archive", "From a@example.org Mon Jun 01 10:00:00 2009\nFrom: a\nTo: b\n\nbody", "application/mbox"],
  ] as const)("%s is told by a start that says more than its name: %j", async ([name, content, mediaType]) => {
    expect(await sniffFile(name, content)).toMatchObject({ mediaType, text: { encoding: "utf-8" } });
  });

  test.for(["picture.png", "a.ipynb", "a.svg", "a.rtf"])("that is empty is text, called %s too", async (name) => {
    const found = await sniffFile(name, "");
    expect(found).toMatchObject({ mediaType: "text/plain", text: { encoding: "utf-8", isAsciiSoFar: true } });
    expect(found.disagreement).toBeUndefined();
  });

  test("whose last character the head cuts is still UTF-8", async () => {
    const content = `${"a".repeat(4094)}日本\n`;
    expect((await sniffFile("a.txt", content)).text).toMatchObject({ encoding: "utf-8", isAsciiSoFar: false });
  });

  test("keeps its type when terminals left escape sequences in it", async () => {
    const found = await sniffFile("build.log", "\u001b[32mok\u001b[0m\b\u0007\n");
    expect(found).toMatchObject({ mediaType: "text/plain", text: { encoding: "utf-8", isAsciiSoFar: true } });
  });

  test("with a byte order mark says how long the mark is", async () => {
    const found = await sniffFile("a.csv", "\uFEFFa,b\n1,2\n");
    expect(found).toMatchObject({
      mediaType: "text/csv",
      text: { encoding: "utf-8", bomBytes: 3, isAsciiSoFar: false },
    });
  });
});

describe("the order of evidence", () => {
  const late = handlerOf("late", () => "application/x-late");

  test("puts signatures before handlers, and handlers before text", async () => {
    const image = { ...handlerOf("image", () => undefined), mediaTypes: ["image/*"] };
    expect((await sniffFile("a.png", png, [late, image])).mediaType).toBe("image/png");
    expect((await sniffFile("a.html", "<!doctype html>", [late])).mediaType).toBe("application/x-late");
    expect(await sniffFile("a.txt", "words", [late])).toMatchObject({ mediaType: "application/x-late", by: "handler" });
  });

  test("asks handlers of bytes that only tell how they are packed", async () => {
    const zip = buildZip([{ name: "a.txt" }]);
    const archive = { ...handlerOf("archive", () => undefined), mediaTypes: ["application/zip"] };
    expect((await sniffFile("a.kra", zip, [archive])).mediaType).toBe("application/zip");
    expect(await sniffFile("a.kra", zip, [archive, late])).toMatchObject({
      mediaType: "application/x-late",
      by: "handler",
    });
  });

  test("asks handlers of bytes that none of them reads, and none that only outlines", async () => {
    const outliner = { ...late, outlinesOnly: true } as const;
    expect((await sniffFile("a.png", png, [outliner])).mediaType).toBe("image/png");
    expect((await sniffFile("a.png", png, [late])).mediaType).toBe("application/x-late");
    expect((await sniffFile("a.lib", "!<arch>\n", [late])).mediaType).toBe("application/x-late");
  });

  test("asks handlers in the order of the list and passes over one that throws", async () => {
    const broken = handlerOf("broken", () => {
      throw new Error("no");
    });
    const silent = handlerOf("silent", () => undefined);
    const first = handlerOf("first", (head, name) =>
      head[0] === 0x31 && name === "a.srt" ? "application/x-first" : undefined,
    );
    expect((await sniffFile("a.srt", "1\n", [broken, silent, first, late])).mediaType).toBe("application/x-first");
  });

  test("passes over a handler that answers with what is no type", async () => {
    const untyped = handlerOf("untyped", () => null as unknown as string);
    expect((await sniffFile("a.txt", "words", [untyped, late])).mediaType).toBe("application/x-late");
  });

  test("lets a handler recognise binary data that nothing else recognises", async () => {
    const found = await sniffFile("a.xyz", latin1("\x01\x02\0\x03\x04\0unknown"), [late]);
    expect(found).toMatchObject({ mediaType: "application/x-late", by: "handler" });
    expect(found.text).toBeUndefined();
  });

  test("ends with unknown binary data", async () => {
    const found = await sniffFile("a.bin", noise(5000));
    expect(found).toMatchObject({ mediaType: "application/octet-stream", by: "none" });
    expect(found.text).toBeUndefined();
  });

  test("passes on the failure of a read", async () => {
    const { sniff } = await import("../../src/detect/sniff.ts");
    const slice = (): Promise<never> => Promise.reject(new Error("EIO"));
    const head = latin1("PK\x03\x04");
    await expect(sniff({ head, name: "a.zip", size: 1e6, slice, handlers: [] })).rejects.toThrow("EIO");
  });
});

describe("documents whose first bytes are text", () => {
  test.for([
    ["at once", `%PDF-1.7\n${pdfBody}`],
    ["after a byte order mark", `\uFEFF%PDF-1.4\n${pdfBody}`],
    ["after blank lines", `\n\n  %PDF-1.4\n${pdfBody}`],
    ["after a mail header", `Subject: x\r\n\r\n%PDF-1.3\n${pdfBody}`],
    ["after other text", `some junk before it\n%PDF-1.3\n${pdfBody}`],
    ["with a strange version", `%PDF-x\n${pdfBody}`],
  ] as const)("PDF is recognised %s, and is no text", async ([, content]) => {
    const found = await sniffFile("a", content);
    expect(found).toMatchObject({ mediaType: "application/pdf", by: "signature" });
    expect(found.text).toBeUndefined();
  });

  test.for([
    ["a program that looks for it", 'if (head.startsWith("%PDF-")) return "application/pdf";\n'],
    ["prose about it", "Every file starts with %PDF-1.7 and then objects follow.\n"],
    ["a header far inside", `${"x".repeat(2000)}\n%PDF-1.4\n${pdfBody}`],
  ] as const)("PDF is not %s", async ([, content]) => {
    expect((await sniffFile("a.txt", content)).mediaType).toBe("text/plain");
  });

  test("PDF without its header is recognised where the name agrees with the objects", async () => {
    expect((await sniffFile("a.pdf", `%\u00e2\u00e3\n${pdfBody}`)).mediaType).toBe("application/pdf");
    expect((await sniffFile("a.txt", `%\u00e2\u00e3\n${pdfBody}`)).mediaType).toBe("text/plain");
  });

  test("RTF and PostScript are text that handlers may want", async () => {
    expect(await sniffFile("a.doc", "{\\rtf1\\ansi x}")).toMatchObject({
      mediaType: "application/rtf",
      by: "signature",
      text: { encoding: "utf-8" },
      disagreement: { extension: "application/msword" },
    });
    expect((await sniffFile("a.ps", "%!PS-Adobe-3.0\n")).mediaType).toBe("application/postscript");
  });

  test.for([
    ["after a byte order mark", "\u{feff}{\\rtf1\\ansi x}"],
    ["after blank lines", "\r\n  \r\n{\\rtf1\\ansi x}"],
    ["after the headers of a part of a message", "Content-Type: application/rtf\r\nContent-ID: <a>\r\n\r\n{\\rtf1 x}"],
    ["after the headers of a server", "HTTP/1.1 200 OK\r\nDate: Mon\r\nServer: s\r\n\r\n{\\rtf1 x}"],
  ] as const)("RTF is recognised %s", async ([, content]) => {
    expect((await sniffFile("a", content)).mediaType).toBe("application/rtf");
  });

  test.for([
    ["a text about it", "How RTF starts:\n{\\rtf1\\ansi x}"],
    ["a message", "From: a@example.org\nSubject: b\nContent-Type: application/rtf\n\n{\\rtf1 x}"],
  ] as const)("RTF is not %s", async ([, content]) => {
    expect((await sniffFile("a.txt", content)).mediaType).not.toBe("application/rtf");
  });
});

describe("signatures", () => {
  test.for([
    ["image/jpeg", "\xff\xd8\xff\xe0\0\x10JFIF"],
    ["image/gif", "GIF89a\x01\0\x01\0\x80\0\0"],
    ["image/webp", "RIFF\x24\0\0\0WEBPVP8 "],
    ["audio/wav", "RIFF\x24\0\0\0WAVEfmt "],
    ["image/tiff", "II*\0\x08\0\0\0"],
    ["image/avif", "\0\0\0\x1cftypmif1\0\0\0\0mif1avifmiaf\0\0\0\x08free"],
    ["image/heic", "\0\0\0\x18ftypmif1\0\0\0\0mif1heic\0\0\0\x08free"],
    ["application/gzip", "\x1f\x8b\x08\0\0\0\0\0"],
    ["application/vnd.ms-tnef", "\x78\x9f\x3e\x22\x01\0\x01\x06\x90\x08\0\x04"],
    ["image/x-jng", "\x8bJNG\r\n\x1a\n\0"],
    ["image/x-exr", "\x76\x2f\x31\x01\x02\0\0\0"],
    ["image/vnd.ms-dds", "DDS \x7c\0\0\0\x07\x10"],
    ["application/x-7z-compressed", "7z\xbc\xaf\x27\x1c\0\x04"],
    ["application/vnd.sqlite3", "SQLite format 3\0\x10\0"],
    ["application/x-elf", "\x7fELF\x02\x01\x01\0"],
    ["application/vnd.microsoft.portable-executable", "MZ\x90\0\x03\0"],
    ["application/vnd.ms-excel", "\x09\x08\x10\0\0\x06\x05\0\xf2\x15"],
    ["application/onenote", "\xe4\x52\x5c\x7b\x8c\xd8\xa7\x4d\xae\xb1\x53\x78\xd0\x29\x96\xd3"],
    ["application/pkcs7-mime", "\x30\x82\x01\x47\x06\x09\x2a\x86\x48\x86\xf7\x0d\x01\x07\x02"],
    ["application/zlib", "\x78\x9c\x4b\x4c\x4a\0\x06\x01\x03\x02"],
    ["application/x-dbf", "\x03\x65\x07\x1a\x01\0\0\0\x41\0\x10\0\0\0"],
  ] as const)("tell %s", async ([mediaType, start]) => {
    const found = await sniffFile("a", concat(latin1(start), new Uint8Array(64)));
    expect(found).toMatchObject({ mediaType, by: "signature" });
  });

  test("do not take a Truevision image, which starts alike, for an icon", async () => {
    const picture = concat(latin1("\0\0\x02\0\0\0\0\0\0\0\0\0\x40\0\x40\0\x18\0"), new Uint8Array(64).fill(0x7f));
    expect((await sniffFile("a", picture)).mediaType).not.toBe("image/vnd.microsoft.icon");
  });

  test.for([
    "GIF89a is an old format.\n",
    "MZ is how programs start.\n",
    "BM\n",
    "ID3 tags\n",
    "Rar! Zip! 7z!\n",
    "PK\n",
  ])("do not make a file of the text %j", async (content) => {
    expect((await sniffFile("a.txt", content)).mediaType).toBe("text/plain");
    expect((await sniffFile("a.txt", concat(latin1("\xef\xbb\xbf"), utf8(content)))).mediaType).toBe("text/plain");
  });

  test("of the library are asked for what is rare", async () => {
    const aac = concat(Uint8Array.of(0xff, 0xf1, 0x50, 0x80, 0x02, 0x1f, 0xfc, 0), noise(100));
    expect((await sniffFile("a", aac)).mediaType).toBe("audio/aac");
  });

  test("are no reason to ask the library about text with a mark, which it calls audio", async () => {
    const text = concat(Uint8Array.of(0xff, 0xfe), utf8("h\0i\0\n\0"));
    expect(await sniffFile("a.txt", text)).toMatchObject({
      mediaType: "text/plain",
      text: { encoding: "utf-16le", bomBytes: 2, confidence: 1 },
    });
  });
});

describe("a name that disagrees", () => {
  test.for([
    ["text", "picture.png", utf8("words\n"), "image/png"],
    ["a PDF", "notes.txt", utf8(`%PDF-1.7\n${pdfBody}`), "text/plain"],
    ["an image", "a.jpg", png, "image/jpeg"],
    ["an image", "a.csv", png, "text/csv"],
    ["a web page", "report.xls", utf8("<html><body><table></table></body></html>"), "application/vnd.ms-excel"],
    ["a web page", "data.csv", utf8("<!DOCTYPE html><title>404</title>"), "text/csv"],
    ["an archive", "a.pdf", buildZip([{ name: "x" }]), "application/pdf"],
    ["text", "a.ipynb", utf8("words\n"), "application/x-ipynb+json"],
    ["rows", "a.svg", utf8("a,b,c\n1,2,3\n4,5,6\n"), "image/svg+xml"],
    ["a web page", "a.svg", utf8("<!DOCTYPE html><title>404</title>"), "image/svg+xml"],
    ["text", "a.rtf", utf8("words\n"), "application/rtf"],
  ] as const)("is said of %s called %s", async ([, name, content, extension]) => {
    expect((await sniffFile(name, content)).disagreement).toEqual({ extension });
  });

  test.for([
    ["server.log", utf8("started\n")],
    ["a.txt", utf8('{ "a": 1 }')],
    ["a.md", utf8("<!DOCTYPE html>\n# Title")],
    ["data.json", utf8("not json at all")],
    ["movie.ts", utf8("export const x = 1;\n")],
    ["server.key", utf8("-----BEGIN PRIVATE KEY-----\n")],
    ["a.unknown", png],
    ["a.ipynb", utf8('{"cells": []}')],
    ["a.svg", utf8("<svg/>")],
    ["a.pdf", noise(3000)],
    ["a.docx", buildZip([{ name: "odd" }])],
    ["lib.jar", buildZip([{ name: "META-INF/MANIFEST.MF" }])],
    ["a.docm", buildZip([{ name: "word/document.xml" }])],
    ["page.xml", utf8('<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"/>')],
  ] as const)("is not said of %s", async ([name, content]) => {
    expect((await sniffFile(name, content)).disagreement).toBeUndefined();
  });
});

describe("kinds of text", () => {
  test("are detected in legacy and wide encodings as in UTF-8", async () => {
    const page = '<html><head><meta charset="windows-1251"></head><body>Привет, мир! Как дела?</body></html>';
    const wide = Buffer.from(`\uFEFF${page}`, "utf16le");
    expect(await sniffFile("a", new Uint8Array(wide))).toMatchObject({
      mediaType: "text/html",
      text: { encoding: "utf-16le" },
    });
    const cyrillic = Uint8Array.from(page, (character) => {
      const code = character.charCodeAt(0);
      return code < 0x80 ? code : code - 0x410 + 0xc0;
    });
    expect(await sniffFile("a", cyrillic)).toMatchObject({
      mediaType: "text/html",
      text: { encoding: "windows-1251" },
    });
  });

  test("with NUL bytes are binary, whatever their name", async () => {
    const found = await sniffFile("a.txt", "text\0text");
    expect(found).toMatchObject({ mediaType: "application/octet-stream", by: "none" });
  });
});

describe("images that no handler reads, and rarer archives", () => {
  test.for([
    ["P4\n8 1\n\0", "image/x-portable-bitmap"],
    ["P5\n1 1\n255\n\0", "image/x-portable-graymap"],
    ["P5\n# by hand\n2 1\n255\n\xfe\xff", "image/x-portable-graymap"],
    ["P7\nWIDTH 1\nENDHDR\n\0", "image/x-portable-arbitrarymap"],
    ["PF\n1 1\n-1.0\n\0\0\0\0", "image/x-portable-floatmap"],
    ["qoif\0\0\0\x01\0\0\0\x01\x03\0", "image/qoi"],
    ["\n\x05\x01\x08\0\0\0\0", "image/x-pcx"],
    ["\x01\xda\x01\x01\0\x03\0\x01", "image/x-sgi"],
    ["\x59\xa6\x6a\x95\0\0\0\x01", "image/x-sun-raster"],
    ["SDPX\0\0\x08\0", "image/x-dpx"],
    ["#?RADIANCE\nFORMAT=32-bit_rle_rgbe\n\n-Y 1 +X 1\n\x02\x02\0\x01", "image/vnd.radiance"],
    ["#?RADIANCE\nFORMAT=32-bit_rle_rgbe\n\n-Y 1 +X 1\n\xe4\xf1\xfe\xff", "image/vnd.radiance"],
    [`${"SIMPLE  =".padEnd(29)}T${" ".repeat(50)}END${" ".repeat(77)}\xe4\xf1\xfe`, "image/fits"],
    ["id=ImageMagick  version=1.0\n\x0c\n:\x1a\xe4\xf1\xfe", "image/x-miff"],
    ["P7\nWIDTH 1\nHEIGHT 1\nENDHDR\n\xfe", "image/x-portable-arbitrarymap"],
    ["Pf\n1 1\n-1.0\n\x01\x02\x03\x3f", "image/x-portable-floatmap"],
    ["\x8aMNG\r\n\x1a\n\0", "image/x-mng"],
    [`${"\0".repeat(512)}\0\0\0\0\0\0\0\xc8\x01\x2c\0\x11\x02\xff\x0c\0\xff\xfe`, "image/x-pict"],
    [`${"\0".repeat(2048)}PCD_IPI\x06`, "image/x-photo-cd"],
    ["\xab\x01\x01\x03\x02\0\0\0", "image/x-viff"],
    ["LBLSIZE=4096 FORMAT='BYTE'\0\0", "image/x-vicar"],
    ["\0\0\0\x65\0\0\0\x07\0\0\0\x02\0\0\0\x18", "image/x-xwindowdump"],
    ["070702000000000000\0", "application/x-cpio"],
    ["\x71\xc7\0\x01", "application/x-cpio"],
    ["\x02\x21\x4c\x18\x04\0\0\0", "application/x-lz4"],
    ["LZIP\x01\x0c\0", "application/lzip"],
  ] as const)("%j is %s, whatever it is called", async ([start, mediaType]) => {
    expect(await sniffFile("file.bin", concat(latin1(start), noise(64)))).toMatchObject({ mediaType });
  });

  test("a CD image is recognised by its volume descriptor, whatever its name", async () => {
    const empty = new Uint8Array(32_768);
    const image = concat(empty, latin1("\x01CD001\x01"), new Uint8Array(4096));
    expect(await sniffFile("backup", image)).toMatchObject({ mediaType: "application/x-iso9660-image" });
    expect(await sniffFile("backup", concat(empty, latin1("\x01CD"), new Uint8Array(9)))).toMatchObject({
      mediaType: "application/octet-stream",
    });
  });

  test("a Truevision image has no signature, so its name and its header identify it together", async () => {
    const header = latin1("\0\0\x0a\0\0\0\0\0\0\0\0\0\x04\0\x04\0\x18\0");
    const bytes = concat(header, noise(64));
    expect(await sniffFile("picture.TGA", bytes)).toMatchObject({ mediaType: "image/x-tga" });
    expect(await sniffFile("picture.bin", bytes)).toMatchObject({ mediaType: "application/octet-stream" });
  });

  test.for([
    "P5\nis a line\n",
    "SIMPLE  = T\n",
    "qoif is no word\n",
    "SDPX\n",
    "LZIP\n",
    "#?RADIANCE\nwords\n",
    `${"SIMPLE  =".padEnd(29)}T / a header that was copied\n`,
    "PF\nwords\n",
  ])("%j is text", async (content) => {
    expect(await sniffFile("notes", content)).toMatchObject({ mediaType: "text/plain" });
  });
});
