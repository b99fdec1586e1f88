import { ReadError, type Handler } from "@reader/core";
import {
  defineHandler,
  extent,
  text,
  type HandlerContext,
  type HandlerDefinition,
  type HandlerEvent,
  type Source,
} from "@reader/core/handler";

/** A handler that keeps every rule, with something replaced. */
export function handlerWith(changes: Partial<HandlerDefinition> = {}): Handler {
  return defineHandler({ name: "lines", mediaTypes: ["text/x-lines"], read: readLines, ...changes });
}

/** A handler whose `read` is replaced. */
export function reading(read: HandlerDefinition["read"]): Handler {
  return handlerWith({ read });
}

/** Streams lines as sections; an empty file or one with a NUL is corrupt. */
export async function* readLines(source: Source, context: HandlerContext): AsyncGenerator<HandlerEvent> {
  const decoder = new TextDecoder();
  let rest = "";
  let index = 0;
  for await (const piece of source.stream()) {
    context.signal.throwIfAborted();
    rest += decoder.decode(piece, { stream: true });
    const lines = rest.split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) yield text(`${checked(line)}\n`, { unit: "section", index: (index += 1) });
  }
  if (rest === "" && index === 0) throw new ReadError("corrupt", "There is nothing in it.");
  if (rest !== "") yield text(checked(rest), { unit: "section", index: index + 1 });
  yield extent("line", index);
}

function checked(line: string): string {
  if (line.includes("\0")) throw new ReadError("corrupt", "There is a NUL in it.");
  return line;
}

/** Something that a handler may not throw; a function, so that no rule about throwing is broken here. */
export function reject(thrown: unknown): Promise<never> {
  return Promise.reject(thrown);
}

/** A promise that nothing ever settles. */
export function never(): Promise<never> {
  return new Promise<never>(() => undefined);
}
