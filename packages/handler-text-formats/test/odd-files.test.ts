import { anthropic, createReader } from "@reader/core";
import { renderText } from "@reader/core/render";
import { image } from "./support/image.ts";
import { memoryFileSystem } from "@reader/testkit";
import { describe, expect, test } from "vitest";
import { textFormats } from "../src/index.ts";
import { fixtureFiles } from "./fixture-files.ts";

function readerOf(name: string, content: string | Uint8Array): ReturnType<typeof createReader> {
  const fileSystem = memoryFileSystem({ entries: { [`/${name}`]: content } });
  return createReader({ handlers: [...textFormats(), image], fileSystem, roots: ["/"], capabilities: anthropic });
}

/** Reads one file in memory as a document, and returns what a model sees. */
async function shown(name: string, content: string | Uint8Array, request: object = {}): Promise<string> {
  return renderText(await readerOf(name, content).read({ path: name, view: "document", ...request }));
}

describe("views", () => {
  test.for(["x.srt", "x.vtt", "x.ics", "x.vcf"])("%s is numbered text without a view", async (name) => {
    const text = {
      "x.srt": "1\n00:00:01,000 --> 00:00:02,000\nHi\n",
      "x.vtt": "WEBVTT\n\n00:01.000 --> 00:02.000\nHi\n",
    }[name];
    const content = text ?? `BEGIN:${name === "x.ics" ? "VCALENDAR" : "VCARD"}\nEND:X\n`;
    const first = content.split("\n", 1)[0] ?? "";
    const outcome = await readerOf(name, content).read({ path: name });
    expect(renderText(outcome)).toContain(`1\t${first}`);
  });

  test("a part of the text names the view that has parts", async () => {
    const text = renderText(await readerOf("x.ics", "BEGIN:VCALENDAR\n").read({ path: "x.ics", pages: "1" }));
    expect(text).toContain('Send view "document" with `pages`');
  });

  test("the outline of a calendar has the lines of its file", async () => {
    const content = fixtureFiles["calendar/team/input.ics"] ?? "";
    const text = renderText(await readerOf("x.ics", content).read({ path: "x.ics", view: "outline" }));
    expect(text).toContain("15-38  2026-11-30 09:15 – 09:30 Europe/Rome · Stand-up");
  });

  test("a photo is read by the handler of images", async () => {
    const content = fixtureFiles["contacts/cards/input.vcf"] ?? "";
    const outcome = await readerOf("x.vcf", content).read({
      path: "x.vcf",
      view: "document",
      select: "photo",
      pages: "1",
    });
    expect(outcome.parts.map(({ type }) => type)).toEqual(["image"]);
  });
});

describe("odd files", () => {
  test("a calendar without an end of its event is shown, with a notice", async () => {
    const text = await shown("x.ics", "BEGIN:VCALENDAR\nBEGIN:VEVENT\nSUMMARY:Open\nDTSTART:20261129T100000Z\n");
    expect(text).toContain("Open\n");
    expect(text).toContain("ends before the calendar does");
  });

  test("impossible dates are shown as written", async () => {
    const text = await shown(
      "x.ics",
      "BEGIN:VCALENDAR\nBEGIN:VEVENT\nSUMMARY:Odd\nDTSTART:soon\nDTEND:20269999\nEND:VEVENT\nEND:VCALENDAR\n",
    );
    expect(text).toContain("When: soon (no valid date)");
  });

  test.for(["20261399T990000", "99999999", "20261129T250000Z", "00000000"])(
    "a start at %s does not fail",
    async (date) => {
      const lines = [
        "BEGIN:VCALENDAR",
        "BEGIN:VEVENT",
        "SUMMARY:Odd",
        `DTSTART:${date}`,
        `DTEND:${date}`,
        "END:VEVENT",
        "END:VCALENDAR",
      ];
      expect(await shown("x.ics", lines.join("\n"))).toContain("Odd");
    },
  );

  test("a time zone that nothing defines is shown, and the event is sorted", async () => {
    const event = (title: string, start: string): string =>
      `BEGIN:VEVENT\nSUMMARY:${title}\nDTSTART${start}\nEND:VEVENT\n`;
    const events = event("late", ":20261130T100000Z") + event("early", ";TZID=Mars/Base:20261130T090000");
    const text = await shown("x.ics", `BEGIN:VCALENDAR\n${events}END:VCALENDAR\n`);
    expect(text).toMatch(/early[^]*Mars\/Base[^]*late/);
  });

  test("fields that are not shown are named", async () => {
    const text = await shown("x.vcf", "BEGIN:VCARD\nFN:Ada\nX-SHOE-SIZE:38\nEND:VCARD\n");
    expect(text).toContain("Fields not shown: X-SHOE-SIZE.");
  });

  test("a property of a million characters without a colon is one damaged line", async () => {
    const text = await shown("x.vcf", `BEGIN:VCARD\nFN:Ada\n${';A="'.repeat(300_000)}\nEND:VCARD\n`);
    expect(text).toContain("1 lines of the file are damaged");
  });

  test("a hundred thousand nested components end at a limit", async () => {
    const text = await shown("x.ics", `BEGIN:VCALENDAR\n${"BEGIN:VEVENT\n".repeat(100_000)}SUMMARY:deep\n`);
    expect(text).toContain("event without a title");
  });

  test("subtitles with a hundred thousand cues are read", async () => {
    const cue = (at: number): string => `${at}\n00:00:0${at % 10},000 --> 00:00:0${at % 10},500\nword ${at}\n\n`;
    const text = await shown("x.srt", Array.from({ length: 100_000 }, (_, at) => cue(at)).join(""), { limit: 2 });
    expect(text).toContain("word 1\n");
  });
});

test("captions with a line of spaces below their time start when they do", async () => {
  const first = "00:00:00.160 --> 00:00:02.470 align:start position:0%\n \nhello<00:00:00.480><c> everyone</c>";
  const second = "00:00:02.470 --> 00:00:02.480 align:start position:0%\nhello everyone\n ";
  const text = await shown("x.vtt", `WEBVTT\n\n${first}\n\n${second}\n`, { view: "document" });
  expect(text).toContain("00:00:00 – 00:00:02  hello everyone");
  expect(text).not.toContain("without a time");
});

test.for([
  [
    "x.ics",
    "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nBEGIN:VEVENT\r\nDTSTART:20260303T100000\r\nSUMMARY:",
    "VEVENT",
    "VCALENDAR",
  ],
  ["x.vcf", "BEGIN:VCARD\r\nVERSION:3.0\r\nFN:", "", "VCARD"],
] as const)("a character that is divided by a fold is whole (%s)", async ([name, start, inner, outer]) => {
  const end = `\r\n${inner === "" ? "" : `END:${inner}\r\n`}END:${outer}\r\n`;
  const bytes = Buffer.concat([
    Buffer.from(`${start}M`),
    Buffer.from([0xc3, 0x0d, 0x0a, 0x20, 0xbc]),
    Buffer.from(`nchen und eine lange Zei\r\n le${end}`),
  ]);
  const text = await shown(name, new Uint8Array(bytes), { view: "document" });
  expect(text).toContain("München und eine lange Zeile");
});

test("the outline has the lines of the file after a character that is divided by a fold", async () => {
  const event = (summary: Buffer): readonly (string | Buffer)[] => [
    "BEGIN:VEVENT\r\nSUMMARY:",
    summary,
    "\r\nEND:VEVENT\r\n",
  ];
  const divided = event(Buffer.from([0xc3, 0x0d, 0x0a, 0x20, 0xbc]));
  const parts = ["BEGIN:VCALENDAR\r\n", ...divided, ...event(Buffer.from("Second")), "END:VCALENDAR\r\n"];
  const bytes = Buffer.concat(parts.map((part) => Buffer.from(part)));
  const text = renderText(await readerOf("x.ics", new Uint8Array(bytes)).read({ path: "x.ics", view: "outline" }));
  expect(text).toMatch(/^.*\b2-5 .*ü$/m);
  expect(text).toMatch(/^.*\b6-8 .*Second$/m);
});

test("a line of spaces ends a block of WebVTT, except directly below its times", async () => {
  const cues = ["00:00:01.000 --> 00:00:02.000\n \nfirst", "00:00:03.000 --> 00:00:04.000\nsecond"];
  const text = await shown("x.vtt", `WEBVTT\n \n${cues.join("\n \n")}\n`);
  expect(text).toContain("00:00:01 – 00:00:02  first");
  expect(text).toContain("00:00:03 – 00:00:04  second");
});
