// @boundaries-ignore what all tests share is in the tests of the test kit, and not published
export { corpusFiles, corpusPath, hasCorpus } from "../../../../packages/testkit/test/support/corpus.ts";
