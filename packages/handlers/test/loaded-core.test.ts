import { existsSync, readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

const packages = new URL("../../", import.meta.url);

/** Bundles that a child process may load: its program, handlers, and what they share. */
const folders = [
  "isolate/lib/child",
  ...readdirSync(packages)
    .filter((name) => /^handler-|^(?:document|image-fit|ocr|office-kit|outline|pdf-pages|unpack)$/.test(name))
    .map((name) => `${name}/lib`)
    .filter((folder) => existsSync(new URL(folder, packages))),
];

test.for(folders)("%s does not load the reader, which takes a child process a tenth of its time", (folder) => {
  const place = new URL(`${folder}/`, packages);
  const files = readdirSync(place, { encoding: "utf8", recursive: true }).filter((name) => name.endsWith(".js"));
  expect(files).not.toEqual([]);
  const loading = files.filter((name) =>
    /(?:from|import\()\s*["']@reader\/core["']/.test(readFileSync(new URL(name, place), "utf8")),
  );
  expect(loading).toEqual([]);
});
