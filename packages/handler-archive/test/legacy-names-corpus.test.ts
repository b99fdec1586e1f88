import { existsSync, readFileSync } from "node:fs";
import { collect } from "@reader/testkit";
import { expect, test } from "vitest";
import { archive } from "../src/index.ts";
import { corpus } from "./support/corpus.ts";

const file = new URL(
  "documents/apache+tika/tika-parsers/tika-parsers-standard/tika-parsers-standard-modules/tika-parser-pkg-module/src/test/resources/test-documents/gbk.zip",
  corpus,
);

test.skipIf(!existsSync(file))("names in GBK are listed as they were meant (skipped without the corpus)", async () => {
  const { text } = await collect(archive(), new Uint8Array(readFileSync(file)), { name: "gbk.zip" });
  expect(text).toContain("集团邮件审计系统2021年自动巡检需求文档_V4.0.doc");
});
