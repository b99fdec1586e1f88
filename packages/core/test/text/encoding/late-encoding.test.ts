import iconv from "iconv-lite";
import { describe, expect, test } from "vitest";
import { encodings } from "../../../src/text/encoding/encodings.ts";
import { decideLate } from "../../../src/text/encoding/detect-encoding.ts";
import { samples } from "./samples.ts";
import { concat, utf8 } from "../../detect/support.ts";

const code = "const value = 12; // nothing to see here\n".repeat(400);

describe("bytes behind an ASCII start", () => {
  test.for(samples.flatMap(({ language, encodings: [encoding = ""], long }) => [{ language, encoding, long }]))(
    "in $encoding ($language) are found amid much ASCII",
    ({ encoding, long }) => {
      const bytes = new Uint8Array(iconv.encode(`${code}${long}\n${code}`, encoding));
      const found = decideLate(bytes);
      expect(iconv.decode(Buffer.from(bytes), found.encoding)).toBe(`${code}${long}\n${code}`);
      expect(found).toMatchObject({ bomBytes: 0, isAsciiSoFar: false });
    },
  );

  test("are UTF-8 where they are well formed", () => {
    expect(decideLate(utf8(`${code}größer\n`))).toEqual({
      encoding: "utf-8",
      confidence: 1,
      bomBytes: 0,
      isAsciiSoFar: false,
    });
    expect(decideLate(utf8("a genuine \uFFFD in the file\n")).encoding).toBe("utf-8");
  });

  test("are UTF-8 with damage where good characters outnumber bad bytes", () => {
    const bytes = concat(utf8("naïve, größer "), Uint8Array.of(0xff), utf8(" 日本語\n"));
    const found = decideLate(bytes);
    expect(found.encoding).toBe("utf-8");
    expect(found.confidence).toBeCloseTo(6 / 7);
  });

  test("are a legacy encoding where bad bytes outnumber good characters", () => {
    expect(decideLate(new Uint8Array(iconv.encode("Müller und Söhne, größte Auswahl\n", "latin1"))).encoding).toBe(
      "windows-1252",
    );
  });

  test("that are ASCII after all leave the question open", () => {
    expect(decideLate(utf8(code))).toEqual({ encoding: "utf-8", confidence: 1, bomBytes: 0, isAsciiSoFar: true });
    expect(decideLate(new Uint8Array(0)).isAsciiSoFar).toBe(true);
  });

  test("are decided by a bounded part of them", () => {
    const russian = samples[4]?.long ?? "";
    const bytes = new Uint8Array(iconv.encode(`${russian}\n`.repeat(20_000), "koi8-r"));
    expect(bytes.length).toBeGreaterThan(2_000_000);
    expect(decideLate(bytes).encoding).toBe("koi8-r");
  });

  test("are decided by the pipeline through the same function", async () => {
    const bytes = new Uint8Array(iconv.encode("Привет, мир! Как дела?\n", "windows-1251"));
    expect(await encodings.decideLate(bytes)).toEqual(decideLate(bytes));
  });
});
