// @boundaries-ignore what all tests share is in the tests of the test kit, and not published
export { corpus, corpusPath, hasCorpus, readsWholeCorpus, sampleOf } from "../../../testkit/test/support/corpus.ts";
