import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, onTestFinished, test } from "vitest";
import { addHandler } from "../scripts/new-handler.ts";

const repository = fileURLToPath(new URL("../../../", import.meta.url));

/** A copy of what the program reads and changes. */
function copyOfRepository(): string {
  const folder = mkdtempSync(join(tmpdir(), "new-handler-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const paths = [
    "package.json",
    ".changeset/first-mail.md",
    "docs/formats.md",
    "docs/packages.md",
    "fixtures/ORIGINS.md",
    "packages/handlers/package.json",
    "packages/handlers/scripts/list.ts",
    ...["package.json", "turbo.json", "tsconfig.json", "test/tsconfig.json"].map(
      (name) => `packages/handler-notebook/${name}`,
    ),
  ];
  for (const path of paths) cpSync(join(repository, path), join(folder, path), { recursive: true });
  return folder;
}

test("a new handler has its package, fixtures and release notes, and is in the preset and the lists", () => {
  const root = copyOfRepository();
  const read = (path: string) => readFileSync(join(root, path), "utf8");
  const paths = addHandler(root, "test-log");
  expect(paths.filter((path) => !existsSync(join(root, path)))).toEqual([]);
  expect(JSON.parse(read("packages/handler-test-log/package.json"))).toMatchObject({
    name: "@reader/handler-test-log",
    repository: { directory: "packages/handler-test-log" },
    peerDependencies: { "@reader/core": "workspace:^" },
  });
  const source = read("packages/handler-test-log/src/index.ts");
  expect(source).toContain(
    '    name: "test-log",\n    version: manifest.version,\n    mediaTypes: [mediaType],\n' +
      '    origin: { module: "@reader/handler-test-log", export: "testLog" },\n    sniff: sniffTestLog,\n',
  );
  expect(source).not.toMatch(/my-?format/i);
  expect(read("packages/handler-test-log/test/test-log.test.ts")).toContain('"../../../fixtures/test-log/"');
  expect(existsSync(join(root, "fixtures/test-log/plain/input.test-log"))).toBe(true);
  expect(read("packages/handlers/scripts/list.ts")).toMatch(
    /import \{ testLog \} from "@reader\/handler-test-log";\nimport [^]*testLog\(\), \.\.\.office\(\)/,
  );
  expect(JSON.parse(read("packages/handlers/package.json"))).toMatchObject({
    dependencies: { "@reader/handler-test-log": "workspace:^" },
  });
  expect(read(".changeset/first-test-log.md")).toContain('"@reader/handler-test-log": major');
  const row = "| [`@reader/handler-test-log`](../packages/handler-test-log) | test-log files |";
  expect(read("docs/packages.md").split("\n")).toContain(row);
  expect(read("docs/formats.md")).toContain("\n| test-log files | `@reader/handler-test-log` | ");
});

test("a handler that exists is refused and left as it is", () => {
  const root = copyOfRepository();
  const list = readFileSync(join(root, "packages/handlers/scripts/list.ts"), "utf8");
  expect(() => addHandler(root, "notebook")).toThrow(/exists already/);
  expect(() => addHandler(root, "Notebook")).toThrow(/cannot name a format/);
  expect(readFileSync(join(root, "packages/handlers/scripts/list.ts"), "utf8")).toBe(list);
});
