import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeAll, expect, onTestFinished, test, vi } from "vitest";
import { namedFolder } from "../src/user-paths.ts";

const faultOf = (message: string, hint: string): Error => new Error(`${message} ${hint}`);
let root = "";

beforeAll(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), "reader-named-")));
  mkdirSync(join(root, "docs"));
  writeFileSync(join(root, "a.txt"), "a");
  symlinkSync(join(root, "loop"), join(root, "loop"));
  return () => rmSync(root, { recursive: true });
});

test("an absolute path of a folder is returned", () => {
  expect(namedFolder(join(root, "docs"), faultOf)).toBe(join(root, "docs"));
});

test("a relative path starts at the working directory", () => {
  expect(namedFolder(".", faultOf)).toBe(process.cwd());
});

test.for(["missing", "a.txt", "a.txt/inside"])("%s is rejected, because it is not a folder", (name) => {
  expect(() => namedFolder(join(root, name), faultOf)).toThrow(
    `${join(root, name)} is not a folder. Give the folders whose files may be read.`,
  );
});

test("a folder that the system does not open is rejected with the code", () => {
  expect(() => namedFolder(join(root, "loop"), faultOf)).toThrow(
    `The folder "${join(root, "loop")}" cannot be opened (ELOOP).`,
  );
  expect(() => namedFolder("a\0b", faultOf)).toThrow("cannot be opened (ERR_INVALID_ARG_VALUE)");
});

test("a relative path is rejected if the working directory was removed", () => {
  const cwd = vi.spyOn(process, "cwd").mockImplementation(() => {
    throw Object.assign(new Error("no such file or directory, uv_cwd"), { code: "ENOENT" });
  });
  onTestFinished(() => cwd.mockRestore());
  expect(() => namedFolder("docs", faultOf)).toThrow(
    'The working directory was removed, so the folder "docs" cannot be found.',
  );
  expect(namedFolder(root, faultOf)).toBe(root);
});
