import { readFileSync } from "node:fs";
import { utils, write } from "@e965/xlsx";
import { collect } from "@reader/testkit";
import { describe, expect, test } from "vitest";
import { xls } from "../../src/index.ts";
import { xorArray, xorVerifier } from "../../src/xls/open-xls.ts";
import { apiLock, binaryLock } from "../support/rc4-lock.ts";
import { lockedWorkbook, rc4WorkbookLock, xorWorkbookLock, type WorkbookLock } from "./locked-workbook.ts";
import { corpus, hasCorpus } from "../support/corpus.ts";

/** Enough rows for several blocks of the cipher. */
const rows = Array.from({ length: 300 }, (_, index) => [`Row ${index + 1}`, index * 1.5]);

function plain(): Uint8Array {
  const book = utils.book_new();
  utils.book_append_sheet(book, utils.aoa_to_sheet(rows), "First");
  utils.book_append_sheet(book, utils.aoa_to_sheet([["Second sheet"]]), "Second");
  return new Uint8Array(write(book, { bookType: "biff8", type: "buffer" }) as Uint8Array);
}

function xorLock(password: string): WorkbookLock {
  const [key, sum] = [0x514a, xorVerifier(password)];
  const filePass = Uint8Array.of(0, 0, key & 0xff, key >> 8, sum & 0xff, sum >> 8);
  return xorWorkbookLock(filePass, xorArray(password, key));
}

const locks: readonly (readonly [string, (password: string) => WorkbookLock])[] = [
  ["RC4", (password) => rc4WorkbookLock(binaryLock(password))],
  ["RC4 by the CryptoAPI with 128 bits", (password) => rc4WorkbookLock(apiLock(password))],
  ["RC4 by the CryptoAPI with 40 bits", (password) => rc4WorkbookLock(apiLock(password, 40))],
  ["exclusive or", xorLock],
];

describe.for(locks)("a workbook that is encrypted by %s", ([, lock]) => {
  test("is read with its password as if it had none", async () => {
    const { text, error } = await collect(xls(), lockedWorkbook(plain(), lock("käse")), { password: "käse" });
    expect([text, error]).toEqual([(await collect(xls(), plain())).text, undefined]);
    expect(text).toContain("Row 300");
  });

  test("is read without one where its author only forbids changes", async () => {
    const { text } = await collect(xls(), lockedWorkbook(plain(), lock("VelvetSweatshop")));
    expect(text).toContain("Second sheet");
  });

  test("asks for its password, and says that one is wrong", async () => {
    const locked = lockedWorkbook(plain(), lock("käse"));
    expect((await collect(xls(), locked)).error).toMatchObject({
      code: "encrypted",
      message: expect.stringContaining("with a password"),
      hint: expect.stringContaining("`password`"),
    });
    expect((await collect(xls(), locked, { password: "kase" })).error).toMatchObject({
      code: "encrypted",
      message: expect.stringContaining("password is wrong"),
    });
  });
});

test("an unknown kind of encryption is reported as not read", async () => {
  for (const kind of [1, 9]) {
    const lock = { filePass: Uint8Array.of(kind, 0, 9, 0, 9, 0), encipher: (body: Uint8Array) => body };
    expect((await collect(xls(), lockedWorkbook(plain(), lock), { password: "a" })).error).toMatchObject({
      code: "encrypted",
      message: expect.stringContaining("not read"),
    });
  }
});

test("password checksums equal those that Excel stores", () => {
  // The sum and the key of a file of Excel with the password "abc".
  expect(xorVerifier("abc")).toBe(0xcc1a);
});

const workbooks = new URL("documents/apache+poi/test-data/spreadsheet/", corpus);

describe.skipIf(!hasCorpus)("workbooks of Excel in the corpus (skipped without the corpus)", () => {
  test.for([
    ["50833.xls", "", "A1: test cell value"],
    ["password.xls", "password", "A ZIP bomb is a variant of mail-bombing"],
    ["xor-encryption-abc.xls", "abc", "|3|3|"],
    ["35897-type4.xls", "freedom", "A1: hello there!"],
  ] as const)("opens %s with its password %s", async ([name, password, expected]) => {
    const bytes = new Uint8Array(readFileSync(new URL(name, workbooks)));
    const { text } = await collect(xls(), bytes, password === "" ? {} : { password });
    expect(text).toContain(expected);
  });
});
