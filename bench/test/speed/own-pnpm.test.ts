import { delimiter } from "node:path";
import { expect, test } from "vitest";
import { findOwnPnpm } from "../../src/speed/own-pnpm.ts";

test("the pnpm that started the bench is found last on the path", () => {
  const environment = { PATH: "/usr/bin", npm_execpath: "/cache/pnpm/pnpm" };
  findOwnPnpm(environment);
  expect(environment.PATH).toBe(`/usr/bin${delimiter}/cache/pnpm`);
});

test.each([
  ["was started without a package manager", {}],
  ["was started by npm", { npm_execpath: "/usr/lib/npm-cli.js" }],
])("a bench that %s keeps its path", (_, started) => {
  const environment = { PATH: "/usr/bin", ...started };
  findOwnPnpm(environment);
  expect(environment.PATH).toBe("/usr/bin");
});
