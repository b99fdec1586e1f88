// @boundaries-ignore what all tests share is in the tests of the test kit, and not published
export { corpusBytes, corpusFiles, corpusPath, hasCorpus, sampleOf } from "../../../testkit/test/support/corpus.ts";
