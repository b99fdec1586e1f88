import { buildZip } from "@reader/testkit";
import { expect, test } from "vitest";
import { minimiseFile, minimiseList } from "../../torture/minimise.ts";
import { zipMembers } from "../../torture/mutators/zip.ts";
import { splitters } from "../../torture/splitters.ts";

const never = (): boolean => false;

test("of a list only the items that the fault takes are left", async () => {
  const items = Array.from({ length: 100 }, (_, at) => at);
  const left = await minimiseList(items, async (list) => [3, 64, 65].every((each) => list.includes(each)), never);
  expect(left).toEqual([3, 64, 65]);
});

test("a search that is over leaves what it has", async () => {
  expect(
    await minimiseList(
      [1, 2, 3],
      async () => true,
      () => true,
    ),
  ).toEqual([1, 2, 3]);
});

test("of a ZIP file only the member and the element that the fault takes are left", async () => {
  const member = (name: string, data: string) => ({ name, data });
  const xml = `<a>${"<b>text</b>".repeat(50)}<culprit/>${"<c/>".repeat(50)}</a>`;
  const bytes = buildZip([member("x", "words"), member("a.xml", xml), member("y", "words")]);
  const fails = async (candidate: Uint8Array): Promise<boolean> =>
    zipMembers(candidate)?.some(({ data }) => Buffer.from(data).includes("<culprit/>")) ?? false;
  const smallest = await minimiseFile(bytes, fails, { splitters, isOver: never });
  expect(zipMembers(smallest)?.map(({ data }) => Buffer.from(data).toString())).toEqual(["<culprit/>"]);
});

test("of bytes only those that the fault takes are left", async () => {
  const bytes = Uint8Array.from({ length: 5000 }, (_, at) => at % 256);
  bytes.set([0xff, 0xfe, 0xff], 2000);
  const fails = async (candidate: Uint8Array): Promise<boolean> => Buffer.from(candidate).includes("fffeff", 0, "hex");
  expect(await minimiseFile(bytes, fails, { splitters, isOver: never })).toEqual(Uint8Array.of(0xff, 0xfe, 0xff));
});
