import { capabilityProfiles, defaultBudget } from "@reader/core";
import { gutters as coreGutters } from "@reader/core/render";
import { expect, test } from "vitest";
import { gutters, models, options } from "../../src/arguments/options.ts";
import { publishedBudget } from "../support/folder.ts";

test("the words of the core are the same here", () => {
  expect(models).toEqual(Object.keys(capabilityProfiles));
  expect(gutters).toEqual(coreGutters);
});

test("the defaults in the help are those of the core", () => {
  const help = Object.fromEntries(options.map((option) => [option.name, option.help]));
  expect(help["max-tokens"]).toContain(`Default: ${defaultBudget.maxTokens}.`);
  expect(help["max-bytes"]).toContain(`Default: ${defaultBudget.maxBytes}.`);
  expect(help["max-line"]).toContain(`Default: ${defaultBudget.maxLineCharacters}.`);
  expect(help["timeout"]).toContain(`${publishedBudget.documentTimeMs / 1000} for documents.`);
});

test("names and short names are unlike one another", () => {
  const names = options.flatMap(({ name, short }) => (short === undefined ? [name] : [name, short]));
  expect(new Set(names).size).toBe(names.length);
});
