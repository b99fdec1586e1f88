import { describe, expect, test } from "vitest";
import { assessPage } from "../../src/quality/page-quality.ts";
import { joined, pageOf, wholePage } from "./page-of.ts";
import { garbledTexts, soundTexts } from "./samples.ts";

describe("a sound text layer", () => {
  test.for(Object.entries(soundTexts))("is sound if it is %s", ([, text]) => {
    expect(assessPage(pageOf(text))).toEqual({ layer: "sound", figureShare: 0 });
  });

  test("may have an unmapped bullet", () => {
    expect(assessPage(pageOf("\ufffd one item\n\ufffd another item")).layer).toBe("sound");
  });

  test("may have private use characters in a symbol font", () => {
    expect(assessPage(pageOf("\uf0b7 \uf0a8 \uf0fe", { font: "Wingdings" })).layer).toBe("sound");
  });

  test("may be over an image of the whole page, like a recognised scan", () => {
    const page = pageOf(soundTexts["English"] ?? "", { images: [wholePage] });
    expect(assessPage(page)).toEqual({ layer: "sound", figureShare: 1 });
  });

  test("may have a font with a few meaningless characters", () => {
    const page = joined(pageOf(soundTexts["German"] ?? ""), pageOf("\ufffd\ufffd\ufffd\ufffd", { font: "Logo" }));
    expect(assessPage(page).layer).toBe("sound");
  });
});

describe("a garbled text layer", () => {
  test.for(Object.entries(garbledTexts))("is detected if it is %s", ([, [text, reason]]) => {
    const verdict = assessPage(pageOf(text));
    expect(verdict.layer).toBe("garbled");
    expect(verdict.reason).toMatch(reason);
    expect(verdict.reason).toMatch(/^[A-Z][^.]+\.$/);
  });

  test("is detected in one font beside headings in another", () => {
    const heading = pageOf("Minutes of the annual meeting of the members", { font: "Helvetica" });
    const [shifted = ""] = garbledTexts["letters shifted by three"] ?? [];
    expect(assessPage(joined(heading, heading, heading, pageOf(shifted))).layer).toBe("garbled");
  });

  test("is detected in a page of millions of characters without reading all", () => {
    const [shifted = ""] = garbledTexts["letters shifted by three"] ?? [];
    expect(assessPage(pageOf(shifted.repeat(5000))).layer).toBe("garbled");
  });
});

describe("no text layer", () => {
  test("is that of a page without text", () => {
    expect(assessPage(pageOf(""))).toEqual({ layer: "none", reason: "It has no text layer.", figureShare: 0 });
  });

  test("is that of a page of whitespace", () => {
    expect(assessPage(pageOf(" \t\u00a0\u3000 ")).layer).toBe("none");
  });

  test("is that of a scan", () => {
    const verdict = assessPage(pageOf("", { images: [wholePage] }));
    expect(verdict).toEqual({ layer: "none", reason: "It is an image without a text layer.", figureShare: 1 });
  });

  test("is that of a scan with a stamped number", () => {
    const verdict = assessPage(pageOf("ABC 000123", { images: [wholePage] }));
    expect(verdict).toMatchObject({ layer: "none", reason: "It is an image with hardly any text beside it." });
  });

  test("is not that of a page with a small image and a few words", () => {
    const images = [{ x0: 100, y0: 100, x1: 300, y1: 300 }];
    expect(assessPage(pageOf("Figure 1", { images })).layer).toBe("sound");
  });
});

describe("a partial text layer", () => {
  const scan = { images: [wholePage] };
  const header = "From: +49 211 555 0199  Weber and Partner  12 May 2019  Page 2 of 7";
  const looks = { isRecognised: () => false, showsPrint: () => true, showsPrintApart: () => false };

  test("is a header on an image of print", () => {
    const verdict = assessPage(pageOf(header, scan), looks);
    expect(verdict).toMatchObject({ layer: "partial", reason: expect.stringMatching(/^It has only a little/) });
  });

  test("is not if the image shows no print", () => {
    expect(assessPage(pageOf(header, scan), { ...looks, showsPrint: () => false }).layer).toBe("sound");
  });

  test("is not if the text is the OCR output of the image", () => {
    expect(assessPage(pageOf(header, scan), { ...looks, isRecognised: () => true }).layer).toBe("sound");
  });

  test("is the OCR output of a part of the image, if print is visible away from it", () => {
    const checks = { isRecognised: () => true, showsPrint: () => true, showsPrintApart: () => true };
    expect(assessPage(pageOf(header, scan), checks).layer).toBe("partial");
  });

  test("is not checked beside a small image or beside much text", () => {
    const images = [{ x0: 100, y0: 100, x1: 300, y1: 300 }];
    expect(assessPage(pageOf(header, { images }), looks).layer).toBe("sound");
    expect(assessPage(pageOf(soundTexts["English"]?.repeat(3) ?? "", scan), looks).layer).toBe("sound");
  });
});

describe("words beside symbols", () => {
  const lyrics = "The river runs behind the mill\nand never rests by night or day";
  const notes = pageOf("\ue0a4 \ue0a4\ue262 \ue0a4 \ue050 \ue0a3\n".repeat(12), { font: "Notes" });

  test("are sound if the garbled characters are in another font", () => {
    const verdict = assessPage(joined(pageOf(lyrics.repeat(2)), notes));
    expect(verdict).toMatchObject({ layer: "garbled", soundFonts: new Set(["Times"]) });
  });

  test("are sound beside many symbols that are mapped to nothing, but not beside some bullets", () => {
    const symbols = (count: number): typeof notes => pageOf("\ufffd ".repeat(count), { font: "Notes" });
    const words = pageOf(lyrics.repeat(4));
    expect(assessPage(joined(words, symbols(60)))).toMatchObject({ layer: "garbled", soundFonts: new Set(["Times"]) });
    expect(assessPage(joined(words, symbols(30))).layer).toBe("sound");
  });

  test("are too few on a page whose text is garbled", () => {
    const text = pageOf("\ufffd\ufffd\ufffd\ufffd \ufffd\ufffd\ufffd\ufffd\ufffd\n".repeat(40), { font: "Body" });
    expect(assessPage(joined(pageOf("Annual report of the association"), text)).soundFonts).toBeUndefined();
  });
});
