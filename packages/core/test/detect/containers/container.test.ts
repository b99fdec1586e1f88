import { describe, expect, test } from "vitest";
import { buildCompound } from "../compound-builder.ts";
import { concat, latin1, noise, sniffFile, utf8 } from "../support.ts";
import { buildZip, type ZipFile } from "../zip-builder.ts";

const openXml = "application/vnd.openxmlformats-officedocument.";
const peekLimit = 256 * 1024;

function contentTypes(main: string): ZipFile {
  return {
    name: "[Content_Types].xml",
    isDeflated: true,
    content: `<?xml version="1.0"?><Types><Default Extension="xml" ContentType="application/xml"/><Override PartName="/x" ContentType="${main}"/></Types>`,
  };
}

describe("a ZIP file", () => {
  test.for([
    [`${openXml}wordprocessingml.document.main+xml`, `${openXml}wordprocessingml.document`],
    [`${openXml}wordprocessingml.template.main+xml`, `${openXml}wordprocessingml.template`],
    ["application/vnd.ms-word.document.macroEnabled.main+xml", "application/vnd.ms-word.document.macroenabled.12"],
    [`${openXml}spreadsheetml.sheet.main+xml`, `${openXml}spreadsheetml.sheet`],
    ["application/vnd.ms-excel.sheet.macroEnabled.main+xml", "application/vnd.ms-excel.sheet.macroenabled.12"],
    [
      "application/vnd.ms-excel.sheet.binary.macroEnabled.main",
      "application/vnd.ms-excel.sheet.binary.macroenabled.12",
    ],
    [`${openXml}presentationml.slideshow.main+xml`, `${openXml}presentationml.slideshow`],
    ["application/vnd.ms-visio.drawing.main+xml", "application/vnd.ms-visio.drawing"],
  ] as const)("with a main part of type %s is %s", async ([main, mediaType]) => {
    const found = await sniffFile("a", buildZip([contentTypes(main), { name: "odd/name.xml" }]));
    expect(found).toMatchObject({ mediaType, by: "container" });
  });

  test.for([
    ["word/document.xml", `${openXml}wordprocessingml.document`],
    ["xl/workbook.xml", `${openXml}spreadsheetml.sheet`],
    ["ppt/presentation.xml", `${openXml}presentationml.presentation`],
    ["META-INF/container.xml", "application/epub+zip"],
    ["META-INF/MANIFEST.MF", "application/java-archive"],
    ["AndroidManifest.xml", "application/vnd.android.package-archive"],
    ["extension.vsixmanifest", "application/vsix"],
    ["demo-1.0.dist-info/WHEEL", "application/x-wheel+zip"],
    ["doc.kml", "application/vnd.google-earth.kmz"],
    ["FixedDocSeq.fdseq", "application/vnd.ms-xpsdocument"],
    ["docs/word/document.xml", "application/zip"],
    ["docs/FixedDocSeq.fdseq", "application/zip"],
    ["notes.txt", "application/zip"],
  ] as const)("with an entry %s is %s", async ([name, mediaType]) => {
    expect(await sniffFile("a", buildZip([{ name: "other" }, { name }]))).toMatchObject({ mediaType, by: "container" });
  });

  test.for([
    "application/epub+zip",
    "application/vnd.oasis.opendocument.text",
    "application/vnd.oasis.opendocument.spreadsheet-template",
    "application/vnd.sun.xml.writer",
  ])("that names itself %s is that, stored or deflated", async (mediaType) => {
    for (const isDeflated of [false, true]) {
      const bytes = buildZip([{ name: "mimetype", content: `${mediaType}\n`, isDeflated }, { name: "content.xml" }]);
      expect((await sniffFile("a", bytes)).mediaType).toBe(mediaType);
    }
  });

  test("with a nonsense name is recognised by its entries", async () => {
    const bytes = buildZip([{ name: "mimetype", content: "../../etc passwd" }, { name: "word/document.xml" }]);
    expect((await sniffFile("a", bytes)).mediaType).toBe(`${openXml}wordprocessingml.document`);
  });

  test("of OpenDocument without its type entry is recognised by its manifest", async () => {
    const manifest =
      '<manifest:manifest><manifest:file-entry manifest:media-type="application/vnd.oasis.opendocument.text" manifest:full-path="/"/></manifest:manifest>';
    const found = await sniffFile("a", buildZip([{ name: "META-INF/manifest.xml", content: manifest }]));
    expect(found.mediaType).toBe("application/vnd.oasis.opendocument.text");
  });

  test.for([
    ["behind a program", { prefix: concat(utf8("#!/usr/bin/env python3\n"), new Uint8Array(3)) }],
    ["behind a program that its offsets do not count", { prefix: new Uint8Array(9000), isOffsetRelative: true }],
    ["with a long comment", { comment: new Uint8Array(60_000).fill(0x2e) }],
    ["with ZIP64 records", { isZip64: true }],
  ] as const)("%s is still read", async ([, options]) => {
    const bytes = buildZip(
      [contentTypes(`${openXml}spreadsheetml.sheet.main+xml`), { name: "xl/workbook.xml" }],
      options,
    );
    expect((await sniffFile("a", bytes)).mediaType).toBe(`${openXml}spreadsheetml.sheet`);
  });

  test("inside another file, with no directory at the end, is not that file", async () => {
    const bytes = concat(noise(6000), buildZip([{ name: "word/document.xml" }]), noise(70_000, 3));
    expect((await sniffFile("a", bytes)).mediaType).toBe("application/octet-stream");
  });

  test("that is cut is recognised by the entries that are left, else by its name", async () => {
    const whole = buildZip([contentTypes("x/y"), { name: "xl/workbook.xml" }, { name: "z", content: "z".repeat(500) }]);
    const cut = whole.subarray(0, whole.length - 400);
    expect((await sniffFile("a", cut)).mediaType).toBe(`${openXml}spreadsheetml.sheet`);
    expect((await sniffFile("a.pptx", whole.subarray(0, 90))).mediaType).toBe(`${openXml}presentationml.presentation`);
    expect((await sniffFile("a", whole.subarray(0, 90))).mediaType).toBe("application/zip");
    expect((await sniffFile("a.png", whole.subarray(0, 90))).mediaType).toBe("application/zip");
  });

  test("of 65 000 entries costs a bounded look", async () => {
    const files = Array.from({ length: 65_000 }, (_, index) => ({ name: `folder/${index}.txt` }));
    const found = await sniffFile("a.zip", buildZip([{ name: "word/document.xml" }, ...files]));
    expect(found.mediaType).toBe(`${openXml}wordprocessingml.document`);
    expect(found.askedBytes).toBeLessThanOrEqual(peekLimit);
  });

  test("whose content types inflate to gigabytes is recognised without inflating them", async () => {
    const bomb: ZipFile = { name: "[Content_Types].xml", isDeflated: true, content: " ".repeat(20_000_000) };
    const found = await sniffFile("a", buildZip([bomb, { name: "xl/workbook.xml" }]));
    expect(found.mediaType).toBe(`${openXml}spreadsheetml.sheet`);
  });

  test("whose records point anywhere never fails and never costs more than the limit", async () => {
    const good = buildZip([
      contentTypes(`${openXml}spreadsheetml.sheet.main+xml`),
      { name: "a", content: "b".repeat(99) },
    ]);
    for (let seed = 1; seed <= 300; seed += 1) {
      const bytes = good.slice();
      for (const [index, value] of noise(6, seed).entries()) {
        const at = 4 + (noise(2, seed * 7 + index).reduce((sum, byte) => sum * 256 + byte, 0) % (bytes.length - 4));
        bytes[at] = value;
      }
      const found = await sniffFile("a", bytes);
      expect(found.mediaType).toMatch(/\//);
      expect(found.askedBytes).toBeLessThanOrEqual(peekLimit);
    }
  });
});

describe("a ZIP file of a kind that shares its entries with others", () => {
  test.for([
    ["a.pages", "Index/Document.iwa", "application/vnd.apple.pages"],
    ["a.numbers", "Index/Document.iwa", "application/vnd.apple.numbers"],
    ["a.zip", "Index/Document.iwa", "application/vnd.apple.iwork"],
    ["a.key", "Index/Slide-1.iwa", "application/vnd.apple.keynote"],
    ["a.kmz", "map.kml", "application/vnd.google-earth.kmz"],
    ["a.zip", "map.kml", "application/zip"],
    // Without its content.
    ["a.zip", "Index.zip", "application/vnd.apple.iwork"],
  ] as const)("is told by its name: %s with %s is %s", async ([name, entry, mediaType]) => {
    expect((await sniffFile(name, buildZip([{ name: entry }]))).mediaType).toBe(mediaType);
  });
});

describe("a document of Pages or Numbers", () => {
  const root = (message: string): string => `\0\x15\x16\0\xd0\x48\xf0\x52\x27\x08\x01\x12\x23${message}\x12\x03`;
  test.for([
    ["Index/Document.iwa", root("\x08\x90\x4e"), "application/vnd.apple.pages"],
    ["Index/Document.iwa", root("\x08\x01"), "application/vnd.apple.numbers"],
    ["index.xml", '<?xml version="1.0"?>\n<sl:document xmlns:sl="x">', "application/vnd.apple.pages"],
    ["index.xml", '<?xml version="1.0"?>\n<ls:document xmlns:ls="x">', "application/vnd.apple.numbers"],
  ] as const)("is known by the start of %s: %j is %s", async ([name, content, mediaType]) => {
    const bytes = Uint8Array.from(content, (character) => character.charCodeAt(0));
    const zip = buildZip([{ name, content: bytes }, { name: "buildVersionHistory.plist" }]);
    for (const path of ["a", "a.key"]) expect((await sniffFile(path, zip)).mediaType).toBe(mediaType);
  });
});

describe("a compound file", () => {
  test("that is cut off before its directory is what its name promises, if it can be that", async () => {
    const cut = buildCompound(["WordDocument"]).subarray(0, 1024);
    expect(await sniffFile("a.doc", cut)).toMatchObject({ mediaType: "application/msword", by: "container" });
    for (const name of ["a", "a.docx", "a.txt"]) {
      expect(await sniffFile(name, cut)).toMatchObject({ mediaType: "application/x-ole-storage", by: "signature" });
    }
  });

  test.for([
    ["WordDocument", "application/msword"],
    ["Workbook", "application/vnd.ms-excel"],
    ["Book", "application/vnd.ms-excel"],
    ["PowerPoint Document", "application/vnd.ms-powerpoint"],
    ["__properties_version1.0", "application/vnd.ms-outlook"],
    ["EncryptedPackage", "application/x-ooxml-encrypted"],
    ["VisioDocument", "application/vnd.visio"],
    ["Quill", "application/x-mspublisher"],
    ["Contents", "application/x-ole-storage"],
  ] as const)("with %s at its top is %s", async ([name, mediaType]) => {
    for (const sectorBytes of [512, 4096] as const) {
      const bytes = buildCompound(["\u0005SummaryInformation", name], { sectorBytes });
      expect(await sniffFile("a", bytes)).toMatchObject({ mediaType, by: "container" });
    }
  });

  test("is not what is embedded in it", async () => {
    const bytes = buildCompound(["ObjectPool", "Workbook"], { inner: ["WordDocument", "PowerPoint Document"] });
    expect((await sniffFile("a", bytes)).mediaType).toBe("application/vnd.ms-excel");
  });

  test("with unknown names is recognised by the class of its root", async () => {
    const bytes = buildCompound(["Data"], { classId: "0609020000000000c000000000000046" });
    expect((await sniffFile("a", bytes)).mediaType).toBe("application/msword");
  });

  test("that says it is encrypted does not disagree with the name of what is inside", async () => {
    const found = await sniffFile("a.docx", buildCompound(["EncryptionInfo", "EncryptedPackage"]));
    expect(found.disagreement).toBeUndefined();
  });

  test("with a long directory is found as far as the look goes, and no further", async () => {
    const early = [...Array.from({ length: 60 }, (_, index) => `__attach${index}`), "__properties_version1.0"];
    expect((await sniffFile("a", buildCompound(early))).mediaType).toBe("application/vnd.ms-outlook");
    const many = Array.from({ length: 5000 }, (_, index) => `Stream ${index}`);
    const found = await sniffFile("a", buildCompound(many));
    expect(found.mediaType).toBe("application/x-ole-storage");
    expect(found.askedBytes).toBeLessThanOrEqual(peekLimit);
  });

  test.for([
    ["runs in a circle", (): number => 1],
    ["leaves the file", (): number => 0x7fffffff],
  ] as const)("whose directory %s ends", async ([, nextOf]) => {
    const names = Array.from({ length: 20 }, (_, index) => `S${index}`);
    const found = await sniffFile("a", buildCompound(["Workbook", ...names], { nextOf }));
    expect(found.mediaType).toBe("application/vnd.ms-excel");
  });

  test("that is only a signature is a compound file", async () => {
    const found = await sniffFile("a", latin1("\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"));
    expect(found).toMatchObject({ mediaType: "application/x-ole-storage", by: "signature" });
  });
});
