import type { HandlerContext, HandlerEvent, InnerWish } from "@reader/core/handler";
import type { ChildLimits, OpenMessage } from "../channel/messages.ts";
import { unpackEvent } from "../channel/unpack-event.ts";
import { revive, type Calls } from "./calls.ts";
import type { Connection } from "./connection.ts";

/** What a remote context works with. */
export interface Line {
  readonly calls: Calls;
  readonly connection: Connection;
  readonly limits: ChildLimits;
}

/** What the handler may know of the request. A nested file goes back to the parent, which picks its handler. */
export function remoteContext(open: OpenMessage, line: Line, signal: AbortSignal): HandlerContext {
  const { pages, select, view, password, capabilities, budget } = open.context;
  let last = 0;
  return {
    pages,
    select,
    view,
    password,
    capabilities,
    budget,
    signal,
    nested: (name, bytes, wish = {}) =>
      nested({ ...line, document: open.document, nested: (last += 1), wish }, name, bytes),
  };
}

interface Nesting extends Line {
  readonly document: number;
  readonly nested: number;
  readonly wish: InnerWish;
}

async function* nested(nesting: Nesting, name: string, bytes: Uint8Array): AsyncGenerator<HandlerEvent> {
  const { calls, connection, document, nested: number, wish, limits } = nesting;
  if (bytes.length > limits.maxInputBytes) throw tooLarge(name, bytes.length, limits.maxInputBytes);
  connection.send({ type: "nest", document, nested: number, name, wish }, bytes);
  try {
    for (;;) {
      const { value, tail } = await calls.ask((call) => ({ type: "pull", document, call, nested: number }));
      if (value.kind !== "event") return;
      const event = unpackEvent(value.event, tail);
      if (event !== undefined) yield event;
    }
  } finally {
    connection.send({ type: "drop", document, nested: number });
  }
}

function tooLarge(name: string, actual: number, value: number): Error {
  return revive({
    kind: "read-error",
    code: "too-large",
    message: `${name} has ${actual} bytes, and the limit for what is read at once is ${value}.`,
    hint: "Unpack the outer file first, then read a part of the inner one by its own path.",
    details: { limit: { name: "maxInputBytes", value, actual } },
  });
}
