// @boundaries-ignore what all tests share is in the tests of the test kit, and not published
export { corpus, corpusFiles, corpusPath, hasCorpus } from "../../../testkit/test/support/corpus.ts";
