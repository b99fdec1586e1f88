import { onTestFinished } from "vitest";
// @boundaries-ignore what all tests share is in the tests of the test kit, and not published
import { testRaced, type RacedTest } from "../../../testkit/test/support/racer/test-raced.ts";
import { createReader, type Reader } from "../../src/reader.ts";

const calls = 400;

function readerOf(root: string): Reader {
  const reader = createReader({ roots: [root] });
  onTestFinished(() => reader.close());
  return reader;
}

const readFiles: RacedTest = {
  calls,
  ask: ["files"],
  open({ root }) {
    const reader = readerOf(root);
    return (path) => reader.read(path);
  },
};

testRaced("`read` of a file", readFiles);

const readFolders: RacedTest = { ...readFiles, ask: ["folders"] };

testRaced("`read` of a folder", readFolders);

testRaced("`list`", {
  ...readFolders,
  open({ root }) {
    const reader = readerOf(root);
    return (path) => reader.list(path);
  },
});

testRaced("the suggestions for a name that does not exist", { ...readFiles, ask: ["missing"] });

testRaced("`info`", {
  ...readFiles,
  open({ root }) {
    const reader = readerOf(root);
    return (path) => reader.info(path);
  },
});
