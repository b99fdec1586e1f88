import { readFileSync } from "node:fs";
import { createReader, type Handler, type ReadOutcome, type ReadRequest } from "@reader/core";
import { isolate } from "@reader/isolate";
import { memoryFileSystem, type MemoryFileSystem } from "@reader/testkit";
import { office } from "../../src/index.ts";
import { builtChild } from "../support/built-child.ts";

const resolveFrom = import.meta.url;
const fixtures = new URL("../../../../fixtures/", import.meta.url);

/** A small sound document, and words that are in it. */
export const canary: { readonly path: string; readonly bytes: Uint8Array; readonly text: string } = {
  path: "/canary.docx",
  bytes: new Uint8Array(readFileSync(new URL("docx/made-by-pandoc/input.docx", fixtures))),
  text: "# A short paper",
};

/** A reader of Office files, each handler in a process of its own, and the files that it sees. */
export interface IsolatedOffice {
  readonly files: MemoryFileSystem;
  read(request: ReadRequest): Promise<ReadOutcome>;
  close(): Promise<void>;
}

/** Makes such a reader of these handlers, all of the package where none are given. */
export function createIsolatedOffice(handlers: readonly Handler[] = office()): IsolatedOffice {
  const isolation = isolate(handlers, {
    limits: { maxProcesses: 2 },
    resolveFrom,
    childModule: builtChild(resolveFrom),
  });
  const files = memoryFileSystem();
  const reader = createReader({ handlers: isolation.handlers, fileSystem: files, roots: ["/"] });
  return {
    files,
    read: (request) => reader.read(request),
    async close() {
      await reader.close();
      await isolation.close();
    },
  };
}
