import { Buffer } from "node:buffer";
import * as cfb from "cfb";
import { describe, expect, test } from "vitest";
import { rc4 } from "@reader/office-kit/encryption";
import { ppt } from "../../src/index.ts";
import { apiLock } from "../support/rc4-lock.ts";
import { greyPng } from "../support/grey-png.ts";
import { readBytes, type Reading, type ReadingWish } from "../support/read-bytes.ts";
import {
  compound,
  groupOf,
  longs,
  makePpt,
  record,
  shapeOf,
  shorts,
  tableOf,
  textOf,
  wide,
  type PptBytes,
} from "./make-ppt.ts";

const read = (deck: PptBytes, wish?: ReadingWish): Promise<Reading> => readBytes(ppt(), makePpt(deck), wish);

const title = (words: string): Uint8Array => shapeOf({ placeholder: 13, text: textOf(0, words) });
const box = (words: string): Uint8Array => shapeOf({ text: textOf(4, words) });

/** The paragraph runs of a text: how many characters, the level, and whether there is a bullet. */
const styled = (runs: readonly (readonly [characters: number, level: number, hasBullet: number])[]): Uint8Array =>
  record(
    0x0fa1,
    Buffer.concat(
      runs.map(([characters, level, bullet]) =>
        Buffer.concat([longs(characters), shorts(level), longs(1), shorts(bullet)]),
      ),
    ),
  );

describe("a slide", () => {
  test("has its title, its text and its notes", async () => {
    const notes = [shapeOf({ placeholder: 12, text: textOf(2, "Say it") })];
    const { text } = await read({ slides: [{ shapes: [title("Plan"), box("One\rTwo\vlines")], notes }] });
    expect(text).toBe("[slide 1]\n## Plan\n\nOne\nTwo\nlines\n\nNotes:\n\nSay it\n");
  });

  test("has bullets at their levels", async () => {
    const body = Buffer.concat([
      textOf(1, "A\rB\rC"),
      styled([
        [2, 0, 1],
        [2, 1, 1],
        [2, 0, 0],
      ]),
    ]);
    const { text } = await read({ slides: [{ shapes: [shapeOf({ placeholder: 14, text: body })] }] });
    expect(text).toBe("[slide 1]\n- A\n  - B\n\nC\n");
  });

  test("shows the texts of its outline in its shapes, and those that no shape shows", async () => {
    const outline = Buffer.concat([textOf(0, "Plan"), textOf(1, "Body"), textOf(4, "Lost")]);
    const reference = (index: number): Uint8Array => record(0x0f9e, longs(index));
    const shapes = [shapeOf({ placeholder: 13, text: reference(0) }), shapeOf({ placeholder: 14, text: reference(1) })];
    expect((await read({ slides: [{ shapes, outline }] })).text).toBe("[slide 1]\n## Plan\n\n- Body\n\nLost\n");
  });

  test("shows its tables", async () => {
    const cell = (words: string, ...anchor: readonly [number, number, number, number]): Uint8Array =>
      shapeOf({ text: textOf(4, words), anchor });
    const cells = [cell("Both", 0, 0, 20, 10), cell("1", 0, 10, 10, 20), cell("2", 10, 10, 20, 20)];
    expect((await read({ slides: [{ shapes: [tableOf(cells)] }] })).text).toBe(
      "[slide 1]\n|Both||\n|---|---|\n|1|2|\n",
    );
  });

  test("shows its images with the text that stands for them", async () => {
    const image = record(0xf01e, Buffer.concat([new Uint8Array(17), greyPng]), 0x6e0);
    const entry = record(0xf007, Buffer.concat([new Uint8Array(28), longs(0), new Uint8Array(4)]));
    const { text, events } = await read({
      slides: [{ shapes: [shapeOf({ image: 1, alt: "Grey" })] }],
      document: [record(0x040b, [record(0xf000, [record(0xf001, [entry])])])],
      images: image,
    });
    expect(text).toBe("[slide 1]\n![Grey](image-1.png)\n(image/png)\n");
    expect(events.find(({ type }) => type === "image")).toMatchObject({ widthPx: 8, heightPx: 8 });
  });

  test("leads where its links lead", async () => {
    const address = record(0x0fd7, [record(0x0fd3, longs(7)), record(0x0fba, wide("https://example.org/"), 1)]);
    const click = record(0x0ff2, [record(0x0ff3, longs(0, 7, 0, 0))]);
    const words = Buffer.concat([textOf(4, "the site"), click, record(0x0fdf, longs(4, 8))]);
    const { text } = await read({
      slides: [{ shapes: [shapeOf({ text: words })] }],
      document: [record(0x0409, [address])],
    });
    expect(text).toBe("[slide 1]\nthe [site](https://example.org/)\n");
  });

  test("that is hidden is marked", async () => {
    const info = record(0x03f9, Buffer.concat([longs(0, 0), shorts(0, 4, 0, 0)]));
    const { text, notices } = await read({ slides: [{ shapes: [title("Secret")], more: [info] }] });
    expect([text, notices]).toEqual(["[slide 1 · hidden]\n## Secret\n", ["1 × hidden slide"]]);
  });

  test("shows its comments", async () => {
    const comment = record(0x2ee0, [record(0x0fba, wide("Ann"), 0), record(0x0fba, wide("Why?"), 1)]);
    const tags = record(0x1388, [record(0x138a, [record(0x138b, comment)])]);
    const { text } = await read({ slides: [{ shapes: [title("Plan")], more: [tags] }] });
    expect(text).toBe("[slide 1]\n## Plan\n\n[comment · Ann: Why?]\n");
  });

  test("says footers once, and what its master prints", async () => {
    const footers = record(0x0fd9, [record(0x0fda, shorts(0, 0x20)), record(0x0fba, wide("Confidential"), 2)], 3);
    const slides = [{ shapes: [title("Same")] }, { shapes: [title("Same")] }];
    const { text } = await read({ slides, master: [box("ACME")], document: [footers] });
    expect(text).toBe("[slide 1]\n## Same\n\nFooter: Confidential\nOn the layout: ACME\n[slide 2]\n## Same\n");
  });
});

describe("a file", () => {
  const two: PptBytes = { slides: [{ shapes: [title("One")] }, { shapes: [title("Two")] }] };

  test("is read in part by `pages` and by a title", async () => {
    expect((await read(two, { pages: [{ first: -1 }] })).text).toBe("[slide 2]\n## Two\n");
    expect((await read(two, { select: "one" })).text).toBe("[slide 1]\n## One\n");
  });

  test("that is encrypted is read with its password, and with that of Office", async () => {
    for (const bits of [40, 128]) {
      const locked = { ...two, lock: apiLock("käse", bits) };
      expect((await read(locked, { password: "käse" })).text).toBe((await read(two)).text);
      expect((await read({ ...two, lock: apiLock("VelvetSweatshop", bits) })).text).toBe((await read(two)).text);
    }
  });

  test("that is encrypted asks for its password, and says that one is wrong", async () => {
    const locked = { ...two, lock: apiLock("käse") };
    expect((await read(locked)).error).toBe("encrypted: deck is encrypted with a password.");
    expect((await read(locked, { password: "" })).error).toBe(
      "encrypted: deck is encrypted, and the password is wrong.",
    );
  });

  test("with an unknown encryption is reported as such", async () => {
    const lock = { ...apiLock("käse"), head: Uint8Array.of(9, 0, 9, 0) };
    expect((await read({ ...two, lock }, { password: "käse" })).error).toBe(
      "encrypted: deck is encrypted in a way that is not read.",
    );
  });

  test("that is encrypted shows its images, each field of which is enciphered from the start", async () => {
    const lock = apiLock("käse");
    const seal = (bytes: Uint8Array): Uint8Array => rc4(lock.keyOf(0), bytes);
    const image = record(0xf01e, Buffer.concat([Buffer.alloc(17), greyPng]), 0x6e0);
    const ends = [8, 24, 25, image.length];
    const fields = ends.map((end, index) => image.subarray(ends[index - 1] ?? 0, end));
    const entry = record(0xf007, Buffer.concat([Buffer.alloc(28), longs(0), longs(0)]));
    const store = record(0x040b, [record(0xf000, [record(0xf001, [entry])])]);
    const slides = [{ shapes: [shapeOf({ image: 1, alt: "A grey one" })] }];
    const images = Buffer.concat(fields.map(seal));
    const { text } = await read({ slides, document: [store], images, lock }, { password: "käse" });
    expect(text).toBe("[slide 1]\n![A grey one](image-1.png)\n(image/png)\n");
  });

  test("of PowerPoint 95 is refused by its name", async () => {
    const { error } = await readBytes(ppt(), compound({ PP40: new Uint8Array(600) }));
    expect(error).toBe("unsupported-type: deck is a presentation of PowerPoint 95 or older.");
  });

  test("that was written for 95 and 97 is read in its newer form", async () => {
    const document = streamOf(makePpt(two), "PowerPoint Document");
    const bytes = compound({
      PP40: new Uint8Array(600),
      "PP97_DUALSTORAGE/PowerPoint Document": document,
      "PP97_DUALSTORAGE/Current User": streamOf(makePpt(two), "Current User"),
    });
    expect((await readBytes(ppt(), bytes)).text).toContain("## One");
  });

  test("whose list of edits is lost is read all the same", async () => {
    const bytes = compound({ "PowerPoint Document": streamOf(makePpt(two), "PowerPoint Document") });
    expect((await readBytes(ppt(), bytes)).text).toBe("[slide 1]\n## One\n[slide 2]\n## Two\n");
  });

  test("without a presentation is corrupt", async () => {
    expect((await readBytes(ppt(), compound({ Other: new Uint8Array(600) }))).error).toMatch(/^corrupt: /);
    expect((await readBytes(ppt(), new Uint8Array(2000))).error).toMatch(/^corrupt: /);
  });

  test("is read from top to bottom, and each group by itself", async () => {
    const inner = (words: string, top: number): Uint8Array =>
      shapeOf({ text: textOf(4, words), anchor: [0, top, 900, top + 10] });
    const shapes = [
      title("Plan"),
      groupOf([300, 0, 500, 400], [inner("Fourth", 50), inner("Third", 0)]),
      shapeOf({ text: textOf(4, "Second"), place: [200, 0, 500, 250] }),
      shapeOf({ text: textOf(4, "First"), place: [100, 0, 500, 150] }),
    ];
    expect((await read({ slides: [{ shapes }] })).text).toBe(
      "[slide 1]\n## Plan\n\nFirst\n\nSecond\n\nThird\n\nFourth\n",
    );
  });

  test("with groups in groups ends", async () => {
    let group = record(0xf003, [box("Deep")]);
    for (let depth = 0; depth < 2000; depth += 1) group = record(0xf003, [group]);
    expect((await read({ slides: [{ shapes: [group, title("Still here")] }] })).text).toBe(
      "[slide 1]\n## Still here\n",
    );
  });
});

function streamOf(file: Uint8Array, name: string): Uint8Array {
  const found = cfb.find(cfb.read(Buffer.from(file), { type: "buffer" }), name);
  return Uint8Array.from(found?.content ?? []);
}
