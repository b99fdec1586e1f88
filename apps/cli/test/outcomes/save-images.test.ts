import { lstatSync, readdirSync, readFileSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import type { ImagePart, ReadResult } from "@reader/core";
import { expect, test } from "vitest";
import { saveImages } from "../../src/outcomes/save-images.ts";
import { folderWith, noSmallDisk, smallDisk } from "../support/folder.ts";

function outcomeOf(path: string, ...images: Partial<ImagePart>[]): ReadResult {
  const parts = images.map((each, at) => ({
    type: "image" as const,
    mediaType: "image/png",
    data: new Uint8Array([at]),
    ...each,
  }));
  return {
    ok: true,
    status: "complete",
    path,
    mediaType: "application/pdf",
    handler: "pdf",
    parts,
    notices: [],
    extents: [],
    cost: { tokens: 0, bytes: 0, images: parts.length },
  };
}

test("images get the document's name and a number, and the folder is made", async () => {
  const folder = join(folderWith(), "a/b");
  const page = { mediaType: "image/jpeg", widthPx: 8, heightPx: 6, at: { unit: "page", index: 3 } } as const;
  const outcome = outcomeOf("docs/My report.v2.pdf", {}, page, { mediaType: "image/x-unknown" });
  expect(await saveImages(outcome, folder)).toEqual({
    saved: [
      join(folder, "My-report-v2-1.png"),
      `${join(folder, "My-report-v2-2.jpg")} (8 × 6, page 3)`,
      join(folder, "My-report-v2-3.bin"),
    ],
  });
  expect(readdirSync(folder)).toEqual(["My-report-v2-1.png", "My-report-v2-2.jpg", "My-report-v2-3.bin"]);
  expect(readFileSync(join(folder, "My-report-v2-2.jpg"))).toEqual(Buffer.from([1]));
});

test.for([
  ["../../etc/passwd", "passwd-1.png"],
  ["..", "image-1.png"],
  [".hidden", "hidden-1.png"],
  ["a/$(x);`y`.pdf", "x-y-1.png"],
  ["\u001b[2J\n.pdf", "2J-1.png"],
  ["报告 é.pdf", "报告-é-1.png"],
  ["--output=x.pdf", "output-x-1.png"],
  [`${"a".repeat(300)}.pdf`, `${"a".repeat(60)}-1.png`],
] as const)("the name of %j can do no harm", async ([path, name]) => {
  const folder = folderWith();
  await saveImages(outcomeOf(path, {}), folder);
  expect(readdirSync(folder)).toEqual([name]);
});

test("no file is written over", async () => {
  const folder = folderWith({ "r-1.png": "mine", "r-3.png": "mine too" });
  await saveImages(outcomeOf("r.pdf", {}, {}), folder);
  expect(readdirSync(folder)).toEqual(["r-1.png", "r-2.png", "r-3.png", "r-4.png"]);
  expect(readFileSync(join(folder, "r-1.png"), "utf8")).toBe("mine");
});

test("without images no folder is made", async () => {
  const folder = join(folderWith(), "none");
  expect(await saveImages(outcomeOf("r.pdf"), folder)).toEqual({ saved: [] });
  expect(() => readdirSync(folder)).toThrow("ENOENT");
});

test("a folder that cannot be created is reported with the system's error code", async () => {
  const folder = join(folderWith({ file: "" }), "file/inside");
  expect(await saveImages(outcomeOf("r.pdf", {}), folder)).toEqual({ saved: [], systemCode: "ENOTDIR" });
});

test.runIf(process.platform === "linux")(
  "a folder in a view of the kernel is refused, and nothing waits for it",
  async () => {
    expect(await saveImages(outcomeOf("r.pdf", {}), "/proc/nope/inside")).toEqual({ saved: [], systemCode: "ENOENT" });
  },
);

test.skipIf(process.platform === "win32")("nothing is written through a symbolic link that has the name", async () => {
  const folder = folderWith({ "victim.txt": "mine" });
  symlinkSync(join(folder, "victim.txt"), join(folder, "r-1.png"));
  symlinkSync(join(folder, "nothing"), join(folder, "r-2.png"));
  await saveImages(outcomeOf("r.pdf", {}), folder);
  expect(readdirSync(folder)).toEqual(["r-1.png", "r-2.png", "r-3.png", "victim.txt"]);
  expect(readFileSync(join(folder, "victim.txt"), "utf8")).toBe("mine");
  expect(lstatSync(join(folder, "r-3.png")).isFile()).toBe(true);
});

test("a full disk keeps the images that fit, and no part of another", async ({ skip }) => {
  if (noSmallDisk !== undefined) skip(noSmallDisk);
  const disk = smallDisk();
  const [small, large] = [{ data: new Uint8Array(1000) }, { data: new Uint8Array(200_000) }];
  expect(await saveImages(outcomeOf("r.pdf", small, large), disk)).toEqual({
    saved: [join(disk, "r-1.png")],
    systemCode: "ENOSPC",
  });
  expect(readdirSync(disk)).toEqual(["r-1.png"]);
});
