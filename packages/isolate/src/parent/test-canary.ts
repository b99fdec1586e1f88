import type { Canary, HandlerDescription } from "../isolatable.ts";
import type { IsolateLimits } from "../limits.ts";
import { ownContext, ownSource } from "./documents/own-document.ts";
import type { PooledChild } from "./processes/pooled-child.ts";
import { RemoteDocument } from "./documents/remote-document.ts";

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
  const { name, mediaType, bytes } = canary;
  const task = {
    verb: "read" as const,
    description,
    source: ownSource({ path: name, name, mediaType, bytes }),
    context: ownContext({ signal: new AbortController().signal, timeMs: canaryTimeMs }),
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
