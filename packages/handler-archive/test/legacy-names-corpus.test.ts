import { collect } from "@reader/testkit";
import { expect, test } from "vitest";
import { archive } from "../src/index.ts";
import { corpusBytes, hasCorpus } from "./support/corpus.ts";

const path =
  "documents/apache+tika/tika-parsers/tika-parsers-standard/tika-parsers-standard-modules/tika-parser-pkg-module/src/test/resources/test-documents/gbk.zip";

test.skipIf(!hasCorpus)("names in GBK are decoded (skipped without the corpus)", async () => {
  const { text } = await collect(archive(), corpusBytes(path), { name: "gbk.zip" });
  expect(text).toContain("集团邮件审计系统2021年自动巡检需求文档_V4.0.doc");
});
