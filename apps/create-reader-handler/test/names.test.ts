import { expect, test } from "vitest";
import { namesOf, rename, templateNames } from "../src/names.ts";

test.for([
  ["my-format", "my-format", "myFormat", "reader-handler-my-format"],
  ["dwg", "dwg", "dwg", "reader-handler-dwg"],
  ["reader-handler-dwg", "dwg", "dwg", "reader-handler-dwg"],
  ["@acme/dwg", "dwg", "dwg", "@acme/dwg"],
  ["@acme/reader-dwg", "dwg", "dwg", "@acme/reader-dwg"],
] as const)("%s is the format %s with the factory %s in the package %s", ([typed, format, factory, name]) => {
  expect(namesOf(typed)).toMatchObject({ format, factory, package: name });
});

test.for(["", "My-Format", "7z", "my--format", "my-", "../up", "a b", "@acme/", "@Acme/dwg", "ä"])(
  "%j cannot name a format, and the error says what can",
  (typed) => {
    expect(() => namesOf(typed)).toThrow(/cannot name a format\. Use lower-case letters, .*: my-format\.$/);
  },
);

test.for(["class", "text", "reader-handler-default"])("%s is refused as a word of the language", (typed) => {
  expect(() => namesOf(typed)).toThrow(/ is a word of the language\. Use a longer name: \w+-format\.$/);
});

test("every name of the template is replaced", () => {
  const text = `${templateNames.package} ${templateNames.format} ${templateNames.factory} is${templateNames.type}`;
  expect(rename(text, namesOf("@acme/reader-dwg"))).toBe("@acme/reader-dwg dwg dwg isDwg");
});
