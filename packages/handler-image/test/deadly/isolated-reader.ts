import { anthropic, createReader, type ReadOutcome } from "@reader/core";
import { isolate } from "@reader/isolate";
import { memoryFileSystem, type MemoryFileSystem } from "@reader/testkit";
import { image } from "../../src/index.ts";
import { builtChild } from "../support/built-child.ts";

/** A reader whose image handler runs in a separate process, and its files. */
export interface IsolatedImages {
  readonly files: MemoryFileSystem;
  /** Reads an image within the time that was given. */
  readonly read: (path: string) => Promise<ReadOutcome>;
  /** Reads it in whatever time it takes: for outcomes that must not depend on how busy the machine is. */
  readonly readPatiently: (path: string) => Promise<ReadOutcome>;
  close(): Promise<void>;
}

/** Makes such a reader; `documentTimeMs` limits what `read` reads. */
export function createIsolatedImages(documentTimeMs: number): IsolatedImages {
  const isolation = isolate([image()], {
    limits: { maxProcesses: 2 },
    resolveFrom: import.meta.url,
    childModule: builtChild(import.meta.url),
  });
  const files = memoryFileSystem();
  const facts = { handlers: isolation.handlers, fileSystem: files, roots: ["/"], capabilities: anthropic };
  const reader = createReader({ ...facts, budget: { documentTimeMs } });
  const patient = createReader(facts);
  return {
    files,
    close: () => isolation.close(),
    read: (path) => reader.read({ path }),
    readPatiently: (path) => patient.read({ path }),
  };
}
