import { describe, expect, test } from "vitest";
import { isTextType, matchesMediaType, parseMediaType, withSupertypes } from "../../src/contract/media-type.ts";

const openXml = "application/vnd.openxmlformats-officedocument.";

describe("media types", () => {
  test.for([
    ["Text/HTML; charset=x", "text/html"],
    ["  application/PDF ", "application/pdf"],
    ["", ""],
  ] as const)("%j is read as %j", ([value, type]) => {
    expect(parseMediaType(value)).toBe(type);
  });

  test.for([
    ["image/*", "image/png", true],
    ["image/*", "imagery/png", false],
    ["*/*", "a/b", true],
    ["Application/PDF", "application/pdf", true],
    ["application/json", "application/x-ipynb+json", false],
  ] as const)("the pattern %s against %s: %s", ([pattern, type, matches]) => {
    expect(matchesMediaType(pattern, type)).toBe(matches);
  });
});

describe("supertypes", () => {
  test.for([
    ["application/x-ipynb+json", ["application/json", "text/plain"]],
    ["application/geo+json", ["application/json", "text/plain"]],
    ["image/svg+xml", ["application/xml", "text/plain"]],
    ["application/xhtml+xml", ["text/html", "text/plain"]],
    ["text/x-python", ["text/plain"]],
    ["text/plain", []],
    ["multipart/related", ["message/rfc822", "text/plain"]],
    ["application/vnd.ms-word.document.macroenabled.12", [`${openXml}wordprocessingml.document`, "application/zip"]],
    [`${openXml}wordprocessingml.template`, [`${openXml}wordprocessingml.document`, "application/zip"]],
    [`${openXml}presentationml.slideshow`, [`${openXml}presentationml.presentation`, "application/zip"]],
    ["application/vnd.ms-excel.sheet.macroenabled.12", [`${openXml}spreadsheetml.sheet`, "application/zip"]],
    ["application/vnd.ms-excel.sheet.binary.macroenabled.12", ["application/zip"]],
    [
      "application/vnd.oasis.opendocument.text-template",
      ["application/vnd.oasis.opendocument.text", "application/zip"],
    ],
    ["application/vnd.oasis.opendocument.text-flat-xml", ["application/xml", "text/plain"]],
    ["application/vnd.android.package-archive", ["application/java-archive", "application/zip"]],
    ["application/msword", ["application/x-ole-storage"]],
    ["application/x-ooxml-encrypted", ["application/x-ole-storage"]],
    ["application/pdf", []],
    ["constructor", []],
  ] as const)("of %s are %j", ([type, supertypes]) => {
    expect(withSupertypes(type)).toEqual([type, ...supertypes]);
  });

  test.for([
    ["text/x-python", true],
    ["application/json", true],
    ["application/rtf", true],
    ["message/rfc822", true],
    ["application/pdf", false],
    ["application/epub+zip", false],
    ["application/octet-stream", false],
  ] as const)("make %s text: %s", ([type, isText]) => {
    expect(isTextType(type)).toBe(isText);
  });
});
