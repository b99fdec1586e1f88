import { describe, expect, test } from "vitest";
import { assessPage } from "../../src/quality/page-quality.ts";
import { joined, pageOf, wholePage } from "./page-of.ts";
import { garbledTexts, soundTexts } from "./samples.ts";

describe("a sound text layer", () => {
  test.for(Object.entries(soundTexts))("is not doubted where it is %s", ([, text]) => {
    expect(assessPage(pageOf(text))).toEqual({ layer: "sound", figureShare: 0 });
  });

  test("may have a bullet that is mapped to nothing", () => {
    expect(assessPage(pageOf("\ufffd one item\n\ufffd another item")).layer).toBe("sound");
  });

  test("may have the private use of a font of symbols", () => {
    expect(assessPage(pageOf("\uf0b7 \uf0a8 \uf0fe", { font: "Wingdings" })).layer).toBe("sound");
  });

  test("may stand over a picture of the whole page, as a recognised scan does", () => {
    const page = pageOf(soundTexts["English"] ?? "", { images: [wholePage] });
    expect(assessPage(page)).toEqual({ layer: "sound", figureShare: 1 });
  });

  test("may hold a font with a few meaningless characters", () => {
    const page = joined(pageOf(soundTexts["German"] ?? ""), pageOf("\ufffd\ufffd\ufffd\ufffd", { font: "Logo" }));
    expect(assessPage(page).layer).toBe("sound");
  });
});

describe("a garbled text layer", () => {
  test.for(Object.entries(garbledTexts))("is recognised where it is %s", ([, [text, reason]]) => {
    const verdict = assessPage(pageOf(text));
    expect(verdict.layer).toBe("garbled");
    expect(verdict.reason).toMatch(reason);
    expect(verdict.reason).toMatch(/^[A-Z][^.]+\.$/);
  });

  test("is recognised in one font beside the headings of another", () => {
    const heading = pageOf("Minutes of the annual meeting of the members", { font: "Helvetica" });
    const [shifted = ""] = garbledTexts["letters shifted by three"] ?? [];
    expect(assessPage(joined(heading, heading, heading, pageOf(shifted))).layer).toBe("garbled");
  });

  test("is recognised in a page of millions of characters without reading all of them", () => {
    const [shifted = ""] = garbledTexts["letters shifted by three"] ?? [];
    expect(assessPage(pageOf(shifted.repeat(5000))).layer).toBe("garbled");
  });
});

describe("no text layer", () => {
  test("is what a page without text has", () => {
    expect(assessPage(pageOf(""))).toEqual({ layer: "none", reason: "It has no text layer.", figureShare: 0 });
  });

  test("is what a page of white space has", () => {
    expect(assessPage(pageOf(" \t\u00a0\u3000 ")).layer).toBe("none");
  });

  test("is what a scan has", () => {
    const verdict = assessPage(pageOf("", { images: [wholePage] }));
    expect(verdict).toEqual({ layer: "none", reason: "It is a picture without a text layer.", figureShare: 1 });
  });

  test("is what a scan with a number stamped on it has", () => {
    const verdict = assessPage(pageOf("ABC 000123", { images: [wholePage] }));
    expect(verdict).toMatchObject({ layer: "none", reason: "It is a picture with hardly any text beside it." });
  });

  test("is not what a page with a small picture and a few words has", () => {
    const images = [{ x0: 100, y0: 100, x1: 300, y1: 300 }];
    expect(assessPage(pageOf("Figure 1", { images })).layer).toBe("sound");
  });
});

describe("a partial text layer", () => {
  const scan = { images: [wholePage] };
  const header = "From: +49 211 555 0199  Weber and Partner  12 May 2019  Page 2 of 7";
  const looks = { isRecognised: () => false, showsPrint: () => true };

  test("is a header on a picture of print", () => {
    const verdict = assessPage(pageOf(header, scan), looks);
    expect(verdict).toMatchObject({ layer: "partial", reason: expect.stringMatching(/^It has only a little/) });
  });

  test("is none where no print is seen in the picture", () => {
    expect(assessPage(pageOf(header, scan), { ...looks, showsPrint: () => false }).layer).toBe("sound");
  });

  test("is none where the text was recognised in the picture", () => {
    expect(assessPage(pageOf(header, scan), { ...looks, isRecognised: () => true }).layer).toBe("sound");
  });

  test("is looked for neither beside a small picture nor beside much text", () => {
    const images = [{ x0: 100, y0: 100, x1: 300, y1: 300 }];
    expect(assessPage(pageOf(header, { images }), looks).layer).toBe("sound");
    expect(assessPage(pageOf(soundTexts["English"]?.repeat(3) ?? "", scan), looks).layer).toBe("sound");
  });
});
