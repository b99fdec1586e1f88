import { anthropic, createReader, type ReadOutcome } from "@reader/core";
import { isolate, type HandlerDescription } from "@reader/isolate";
import { memoryFileSystem, type MemoryFileSystem } from "@reader/testkit";
import { image } from "../../src/index.ts";
import { builtChild } from "../support/built-child.ts";
import { canaryPng } from "./deadly-images.ts";

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
  const isolation = isolate([describedImage()], {
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

/** As the applications describe it: libvips reads its limit of coordinates when it loads. */
function describedImage(): HandlerDescription {
  const { name, mediaTypes, origin } = image();
  if (origin === undefined) throw new Error("The handler has no origin.");
  const canary = { name: "canary.png", mediaType: "image/png", bytes: canaryPng(), text: "2×2" };
  return { name, mediaTypes, origin, canary, environment: { VIPS_MAX_COORD: "32768" } };
}
