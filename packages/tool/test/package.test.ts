import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { rolldown } from "rolldown";
import { expect, test } from "vitest";

const folder = fileURLToPath(new URL("../src/targets/", import.meta.url));
const targets = readdirSync(folder).map((file) => file.replace(/\.ts$/, ""));
const manifest = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8")) as { exports: object };
const helpers = ["ai-sdk-middleware", "langchain-messages"];

test("every target has an entry of its own", () => {
  // `./walk` is for the packages of this project.
  const others = [".", "./package.json", "./walk"];
  const entries = Object.keys(manifest.exports).filter((entry) => !others.includes(entry));
  expect(entries.toSorted()).toEqual(
    targets
      .filter((name) => !helpers.includes(name))
      .map((name) => `./${name}`)
      .toSorted(),
  );
});

test("nothing but the core is needed to run, and all of it is less than 73 KB", async () => {
  const input = [
    fileURLToPath(new URL("../src/index.ts", import.meta.url)),
    ...targets.map((name) => `${folder}${name}.ts`),
  ];
  // As `.ci/bundle.mjs` does it.
  const build = await rolldown({
    input,
    external: /^[^./]/,
    logLevel: "silent",
    experimental: { attachDebugInfo: "none" },
  });
  const { output } = await build.generate({
    format: "esm",
    comments: { jsdoc: false },
    minify: { compress: true, mangle: false, codegen: { removeWhitespace: false } },
  });
  await build.close();
  const chunks = output.filter((file) => file.type === "chunk");
  expect(chunks.length).toBeGreaterThan(targets.length);
  // With descriptions for models and the facts of every limit that a search can reach, and of what a walk leaves out.
  expect(chunks.reduce((sum, { code }) => sum + code.length, 0)).toBeLessThan(73_000);
  const outside = chunks.flatMap(({ imports }) => imports).filter((name) => !name.endsWith(".js"));
  expect([...new Set(outside)].toSorted()).toEqual(["@reader/core", "@reader/core/internal", "@reader/core/render"]);
});
