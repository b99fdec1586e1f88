import { defaultBudget, textOnly, type HandlerContext, type Source } from "@reader/core";
import type { Canary, HandlerDescription } from "../isolatable.ts";
import type { IsolateLimits } from "../limits.ts";
import type { PooledChild } from "./pooled-child.ts";
import { RemoteDocument } from "./remote-document.ts";

/** A sound document is read in less, or the process is not sound. */
const canaryTimeMs = 5000;

/** What a canary is read with. */
export interface CanaryTest {
  readonly child: PooledChild;
  readonly description: HandlerDescription;
  readonly canary: Canary;
  readonly limits: IsolateLimits;
}

/** Reads the canary in a child, and tells whether its text came out. */
export async function testCanary({ child, description, canary, limits }: CanaryTest): Promise<boolean> {
  const context: HandlerContext = {
    pages: undefined,
    select: undefined,
    view: "text",
    password: undefined,
    capabilities: textOnly,
    budget: { ...defaultBudget, documentTimeMs: canaryTimeMs },
    signal: new AbortController().signal,
    nested: () => ({
      [Symbol.asyncIterator]: () => ({ next: () => Promise.resolve({ done: true, value: undefined }) }),
    }),
  };
  const task = {
    verb: "read" as const,
    description,
    source: sourceOf(canary),
    context,
    limits,
    askedAt: Date.now(),
  };
  const document = new RemoteDocument(task, {
    acquire({ grant }) {
      if (!child.isDead) grant(child);
      return () => undefined;
    },
    eased: () => undefined,
    left: () => undefined,
  });
  return holdsText(document, canary.text);
}

async function holdsText(document: RemoteDocument, expected: string): Promise<boolean> {
  let content = "";
  try {
    for (;;) {
      const step = await document.next();
      if (step.done === true) return content.includes(expected);
      if (step.value.type === "text") content += step.value.text;
    }
  } catch {
    return false;
  }
}

function sourceOf({ name, mediaType, bytes }: Canary): Source {
  const slice = (start: number, end: number): Promise<Uint8Array> => Promise.resolve(bytes.slice(start, end));
  return {
    path: name,
    name,
    size: bytes.length,
    sniff: { mediaType, by: "signature" },
    head: (length) => slice(0, length),
    bytes: () => slice(0, bytes.length),
    slice,
    async *stream({ start, end } = { start: 0 }) {
      yield await slice(start, end ?? bytes.length);
    },
  };
}
