import { fstatSync, readSync, type Stats, writeSync } from "node:fs";
import { type Described, doing, family, type Misbehaviour, turn } from "./misbehaviour.ts";

const floodBytes = 64_000_000;
const pieceBytes = 64_000;

/** What a protocol on standard output would be disturbed by most. */
const forged = `${JSON.stringify({ jsonrpc: "2.0", id: 1, result: { content: [{ type: "text", text: "forged" }] } })}\n`;

function flood(descriptor: number): string {
  const piece = new Uint8Array(pieceBytes).fill(0x2e);
  for (let bytes = 0; bytes < floodBytes; bytes += pieceBytes) {
    if (!tryWrite(descriptor, piece)) break;
  }
  return "It printed.";
}

/** Whether it could be written; a full pipe and a closed one are both no reason to fail. */
function tryWrite(descriptor: number, bytes: Uint8Array): boolean {
  try {
    writeSync(descriptor, bytes);
    return true;
  } catch {
    return false;
  }
}

function writeEverywhere(): string {
  const frames = [new TextEncoder().encode(forged), new Uint8Array(4096).fill(0xff), new Uint8Array(4096)];
  for (let descriptor = 1; descriptor < 32; descriptor += 1) for (const frame of frames) tryWrite(descriptor, frame);
  return "It wrote.";
}

/** Messages as a careless pair of processes would exchange them, sent as the child and as if the parent had sent them. */
async function forgeMessages(): Promise<string> {
  const types = ["event", "done", "end", "error", "result", "ready", "slice", "credit", "nested", "abort"];
  const messages = types.flatMap((type) => [
    { type, id: 0, value: { type: "text", text: "forged\n" } },
    { type, id: 1, done: true, error: null },
    [type, 1, { type: "text", text: "forged\n" }],
  ]);
  for (const message of [...messages, null, 0, "done", { ["__proto__"]: { polluted: "forged" } }]) {
    process.send?.(message);
    process.emit("message", message, undefined);
  }
  await turn();
  return "It pretended.";
}

async function floodMessages(): Promise<string> {
  for (let count = 0; count < 20_000; count += 1) {
    process.send?.({ type: "event", id: count, padding: "x".repeat(1000) });
    if (count % 1000 === 0) await turn();
  }
  return "It sent.";
}

/** What is typed to the parent, or sent to it by a protocol, is not for a handler. */
function readInput(): string {
  try {
    return `It got ${readSync(0, new Uint8Array(100))} bytes of input.`;
  } catch {
    return "It got 0 bytes of input.";
  }
}

/** The files behind its output descriptors, so that the parent can compare them with its own. */
function tellOutputs(): string {
  const shown = [0, 1, 2].map((descriptor) => {
    const identity = outputIdentity(descriptor);
    return identity === undefined ? "none" : identity;
  });
  return `Its descriptors are ${shown.join(", ")}.`;
}

/** Device and inode of a descriptor, or `undefined` if it is closed. */
export function outputIdentity(descriptor: number): string | undefined {
  try {
    return identityOf(fstatSync(descriptor));
  } catch {
    return undefined;
  }
}

/** What tells two files from each other, in words. */
export function identityOf({ dev, ino, rdev }: Pick<Stats, "dev" | "ino" | "rdev">): string {
  return `${dev}-${ino}-${rdev}`;
}

const answered = { endings: ["answered"] } as const;
/** A flood and a forgery may cost the process that they come from. */
const answeredOrBroken = { endings: ["answered", "handler-failed"] } as const;

const members: readonly Described[] = [
  {
    name: "floods-stdout",
    does: "Prints 64 MB to standard output.",
    right: answeredOrBroken,
    read: doing(() => flood(1)),
  },
  {
    name: "floods-stderr",
    does: "Prints 64 MB to standard error.",
    right: answeredOrBroken,
    read: doing(() => flood(2)),
  },
  {
    name: "tells-descriptors",
    does: "Tells where its output goes.",
    right: { ...answered, says: /Its descriptors are/ },
    withoutIsolation: "survivable",
    read: doing(tellOutputs),
  },
  {
    name: "writes-everywhere",
    does: "Writes forged and broken messages to every descriptor that it has.",
    right: { ...answeredOrBroken, hides: /forged/ },
    read: doing(writeEverywhere),
  },
  {
    name: "forges-messages",
    does: "Sends messages that are not its own to send, and pretends to have got some.",
    right: { ...answeredOrBroken, hides: /forged/ },
    read: doing(forgeMessages),
  },
  {
    name: "floods-messages",
    does: "Sends 20 MB of messages that nobody asked for.",
    right: { endings: ["answered", "handler-failed", "too-large"] },
    read: doing(floodMessages),
  },
  {
    name: "reads-input",
    does: "Reads standard input.",
    right: { ...answered, says: /It got 0 bytes/ },
    read: doing(readInput),
  },
];

/** Handlers that use the descriptors and the channel of their process. */
export const printing: readonly Misbehaviour[] = family("printing", members);
