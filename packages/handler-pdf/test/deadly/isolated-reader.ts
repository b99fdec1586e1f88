import { anthropic, createReader, defaultBudget, type Reader, type ReadOutcome, type ReadRequest } from "@reader/core";
import { isolate } from "@reader/isolate";
import { memoryFileSystem } from "@reader/testkit";
import { pdf } from "../../src/index.ts";
import { builtChild } from "../support/built-child.ts";
import { canaryPdf } from "./deadly-pdfs.ts";

type ReadBytes = (name: string, bytes: Uint8Array, request?: Partial<ReadRequest>) => Promise<ReadOutcome>;

/** A reader whose PDF handler runs in a separate process. */
export interface IsolatedReader {
  /** Reads these bytes as a file with that name, within the time that the reader was created with. */
  readonly read: ReadBytes;
  /** Reads them in whatever time it takes: for outcomes that must not depend on how busy the machine is. */
  readonly readPatiently: ReadBytes;
  /** Reads a sound document and returns its text. */
  canaryText(): Promise<string>;
  close(): Promise<void>;
}

/** Creates such a reader. `documentTimeMs` limits what `read` reads. */
export function createIsolatedReader(documentTimeMs: number): IsolatedReader {
  const isolation = isolate([pdf()], {
    resolveFrom: import.meta.url,
    childModule: builtChild(import.meta.url),
    limits: { maxProcesses: 2 },
  });
  const files = memoryFileSystem();
  const readerWithin = (timeMs: number): Reader =>
    createReader({
      handlers: isolation.handlers,
      fileSystem: files,
      roots: ["/"],
      capabilities: anthropic,
      budget: { documentTimeMs: timeMs },
    });
  const reader = readerWithin(documentTimeMs);
  const patient = readerWithin(defaultBudget.documentTimeMs);
  const readBy =
    (by: Reader): ReadBytes =>
    async (name, bytes, request = {}) => {
      files.put(`/${name}`, bytes);
      try {
        return await by.read({ path: `/${name}`, ...request });
      } finally {
        await by.close();
        files.remove(`/${name}`);
      }
    };
  return {
    read: readBy(reader),
    readPatiently: readBy(patient),
    async canaryText() {
      files.put("/canary.pdf", canaryPdf());
      return textOf(await patient.read("/canary.pdf"));
    },
    close: () => isolation.close(),
  };
}

/** Returns the text of an outcome, or its error. */
export function textOf(outcome: ReadOutcome): string {
  if (!outcome.ok) return `${outcome.error.code}: ${outcome.error.message}`;
  return outcome.parts.map((part) => (part.type === "text" ? part.text : "")).join("");
}
