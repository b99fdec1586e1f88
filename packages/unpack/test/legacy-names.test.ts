import { buildZip, type MemberPlan } from "@reader/testkit";
import { expect, test } from "vitest";
import { openBytes } from "./opening.ts";

const bytes = (hex: string): Uint8Array => Uint8Array.from(Buffer.from(hex, "hex"));

/** Encoded names from programs in several countries, with their decoded form. */
const written: readonly (readonly [encoding: string, hex: string, name: string])[] = [
  ["GBK", "d0c2bda8cec4b1becec4b5b52e747874", "新建文本文档.txt"],
  ["Shift_JIS", "8e9197bf2f95f18d908f912e706466", "資料/報告書.pdf"],
  ["Big5", "b773a4e5a672a4e5a5f32e747874", "新文字文件.txt"],
  ["EUC-KR", "bbf520c5d8bdbac6ae20b9aebcad2e747874", "새 텍스트 문서.txt"],
  ["the code page of DOS in Russian", "8daea2eba920a4aeaae3aca5ade22e747874", "Новый документ.txt"],
  ["the same in capitals", "8e929785922e444f43", "ОТЧЕТ.DOC"],
  ["windows-1251", "cef2f7e5f22e646f63", "Отчет.doc"],
  ["windows-1252", "4be473652e747874", "Käse.txt"],
  ["windows-1252 with a quotation mark", "4974927320686572652e747874", "It’s here.txt"],
  ["the code page of the PC", "4b8473652e747874", "Käse.txt"],
  ["the same with capitals", "9a62657273696368742f677294e1652e646f63", "Übersicht/größe.doc"],
  ["the same with a sign", "507269636520696e209c2e747874", "Price in £.txt"],
  ["the code page of DOS in Portuguese", "4187c66f2e646f63", "Ação.doc"],
  ["that in Czech", "50fda16c6f68612e646f63", "Příloha.doc"],
  ["that in Greek", "eb9a9aa898ada62e646f63", "Έγγραφο.doc"],
];

const namesIn = async (plan: readonly MemberPlan[]): Promise<readonly string[]> =>
  (await openBytes(buildZip(plan))).entries.map(({ name }) => name);

test.for(written)("a name in %s is decoded", async ([, hex, name]) => {
  expect(await namesIn([{ name: bytes(hex), flags: 0 }])).toEqual([name]);
});

const report = bytes("8e9197bf2f95f18d908f912e706466");
const short = bytes("8365835883672e747874");

test("all names together identify an encoding that a short one does not", async () => {
  expect(await namesIn([{ name: short, flags: 0 }])).not.toEqual(["テスト.txt"]);
  const members = [
    { name: short, flags: 0 },
    { name: "größe.txt", flags: 0x800 },
    { name: "größe.md", flags: 0 },
    { name: report, flags: 0 },
  ];
  expect(await namesIn(members)).toEqual(["テスト.txt", "größe.txt", "größe.md", "資料/報告書.pdf"]);
});

test("names found without a directory are decoded in the same way", async () => {
  const zip = await openBytes(buildZip([{ name: report, flags: 0, data: "x" }], { hasDirectory: false }));
  expect(zip.entries[0]?.name).toBe("資料/報告書.pdf");
});
