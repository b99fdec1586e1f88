import { readFileSync } from "node:fs";
import { join } from "node:path";
import * as core from "@reader/core";
import * as handler from "@reader/core/handler";
import * as render from "@reader/core/render";
import { expect, test } from "vitest";
import { root } from "./pages.ts";
// @boundaries-ignore what all tests share is in the tests of the test kit, and not published
import { publishedBudget } from "../../../packages/testkit/test/support/published-budget.ts";

const page = readFileSync(join(root, "packages/core/README.md"), "utf8");

test.for(Object.keys({ ...core, ...handler, ...render }))("the page of the core names its export %s", (name) => {
  expect(page).toMatch(new RegExp(`\`${name}\\b`));
});

test.for(Object.entries(publishedBudget))("the page of the core gives the limit %s", ([name, value]) => {
  const row = page.split("\n").find((line) => line.startsWith(`| \`${name}\` `)) ?? "";
  const digits = /^\| `\w+` +\|([\d ]+)/.exec(row)?.[1]?.replaceAll(" ", "");
  expect(Number(digits)).toBe(value);
});

test.for(Object.entries(core.defaultRules))("the page of the core gives the rule %s", ([name, value]) => {
  const row = page.split("\n").find((line) => line.startsWith(`| \`${name}\` `)) ?? "";
  expect(row.split("|")[2]?.trim()).toBe(`\`${value}\``);
});
