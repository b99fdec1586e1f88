import { createHash } from "node:crypto";

/** A provider that answers from a list and keeps what it was sent. */
export interface FakeProvider {
  readonly fetch: typeof globalThis.fetch;
  /** The bodies of the requests, in order. */
  readonly bodies: unknown[];
}

/** Makes a provider; its last answer is given again and again. */
export function fakeProvider(...answers: readonly object[]): FakeProvider {
  const bodies: unknown[] = [];
  return {
    bodies,
    fetch: async (input, init) => {
      const body = init?.body ?? (input instanceof Request ? await input.text() : "");
      bodies.push(JSON.parse(typeof body === "string" ? body : await new Response(body).text()));
      const answer = answers[Math.min(bodies.length, answers.length) - 1];
      return Response.json(answer);
    },
  };
}

/** A value with every long run of base64 replaced by its length and hash, and what differs from run to run fixed. */
export function elided(value: unknown): unknown {
  if (typeof value === "string") return elidedText(value);
  if (Array.isArray(value)) return value.map(elided);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, elided(each)]));
}

function elidedText(text: string): string {
  return text.replaceAll(/[A-Za-z\d+/]{120,}={0,2}/g, (base64) => {
    const bytes = Buffer.from(base64, "base64");
    return `<${bytes.length} bytes, sha256 ${createHash("sha256").update(bytes).digest("hex").slice(0, 12)}>`;
  });
}

/** Every text in a value, in order; base64 left out. */
export function textsIn(value: unknown): readonly string[] {
  if (typeof value === "string") return [elidedText(value)];
  if (Array.isArray(value)) return value.flatMap(textsIn);
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(textsIn) : [];
}
