import { text, type HandlerEvent, quoted } from "@reader/core/handler";
import { bundleEvents, type OutputPlace } from "./bundle-events.ts";
import { fence } from "@reader/document";
import { bundleOf } from "./mime-bundle.ts";
import { cleanText } from "./readable.ts";
import { field, firstField, labelOf, textOf } from "../document/values.ts";

/** The events of a cell's outputs, in order. What is no list or no output is named, never skipped in silence. */
export async function* outputEvents(outputs: unknown, place: OutputPlace): AsyncGenerator<HandlerEvent> {
  if (outputs === undefined || outputs === null) return;
  if (!Array.isArray(outputs)) {
    yield text("(outputs that are not a list, not shown)\n", place.at);
    return;
  }
  for (const output of joinStreams(outputs)) yield* oneOutput(output, place);
}

async function* oneOutput(output: unknown, place: OutputPlace): AsyncGenerator<HandlerEvent> {
  const type = field(output, "output_type");
  if (type === "stream") {
    yield* fenced(streamName(output), cleanText(textOf(field(output, "text"))), place);
  } else if (type === "error" || type === "pyerr") {
    yield* fenced("error", errorText(output), place);
  } else {
    const bundle = bundleOf(output);
    if (bundle.size > 0) yield* bundleEvents(bundle, place);
    else if (!isKnownType(type))
      yield text(`(output of the unknown type ${quoted(labelOf(type) ?? "")}, not shown)\n`, place.at);
  }
}

function* fenced(info: string, content: string, { at }: OutputPlace): Generator<HandlerEvent> {
  const whole = fence(info, content);
  if (whole !== "") yield text(whole, at);
}

function isKnownType(type: unknown): boolean {
  return type === "display_data" || type === "execute_result" || type === "pyout" || type === "update_display_data";
}

/** `stdout` where a stream says nothing of itself, as the format has it. */
function streamName(output: unknown): string {
  return labelOf(firstField(output, ["name", "stream"])) ?? "stdout";
}

/** Kernels write one stream in many pieces; a reader wants it in one. */
function joinStreams(outputs: readonly unknown[]): readonly unknown[] {
  const joined: unknown[] = [];
  let pieces: string[] = [];
  let open: string | undefined;
  const close = (): void => {
    if (open !== undefined) joined.push({ output_type: "stream", name: open, text: pieces });
    open = undefined;
    pieces = [];
  };
  for (const output of outputs) {
    const name = field(output, "output_type") === "stream" ? streamName(output) : undefined;
    if (name !== open) close();
    if (name === undefined) joined.push(output);
    else pieces.push(textOf(field(output, "text")));
    open = name;
  }
  close();
  return joined;
}

/** The traceback without colours; name and value of the error are added where it lacks them. */
function errorText(output: unknown): string {
  const traceback = field(output, "traceback");
  const frames = Array.isArray(traceback) ? traceback.map(textOf).join("\n") : textOf(traceback);
  const trace = cleanText(frames).replace(/^-{20,}\n/, "");
  const name = textOf(firstField(output, ["ename", "etype"]));
  const value = cleanText(textOf(field(output, "evalue")));
  const last = [name, value].filter((part) => part !== "").join(": ");
  const isTold = trace.includes(name) && trace.includes(value);
  return isTold && trace !== "" ? trace : [trace, last].filter((part) => part !== "").join("\n");
}
