import { formatsOf } from "../formats.ts";
import { mutantBatches } from "./mutants.ts";
import { readBatches, type Part } from "./part.ts";

/** Formats whose handlers have native code or a large WebAssembly engine, and stay isolated. */
const engines: ReadonlySet<string> = new Set("pdf png jpeg gif webp tiff avif bmp ico svg jxl psd outline".split(" "));

/** How long a case may stay silent. It is read again isolated, where it has to end. */
const silenceMs = 60_000;

/**
 * Mutants of formats that are read by JavaScript alone, in the reader's own process: many times as many in the same
 * time. A file that hangs or kills that process is no finding by itself; it is read again with isolation.
 */
export const inProcess: Part = {
  name: "mutants-in-process",
  about: "the same for handlers in JavaScript, without isolation",
  weight: 10,
  async run(context) {
    const { options, counter, findings } = context;
    const { worker, formatNames } = options;
    const formats = formatsOf(worker.fixtures).filter(
      ({ name }) => !engines.has(name) && (formatNames.length === 0 || formatNames.includes(name)),
    );
    if (formats.length === 0) return counter.leaveOut("every one of the formats is read with isolation only");
    const again: { readonly format: string | undefined; readonly ids: readonly string[] }[] = [];
    await readBatches(mutantBatches(formats, options), {
      ...context,
      deadline: context.deadline - (context.deadline - Date.now()) * 0.1,
      options: { ...options, worker: { ...worker, isInProcess: true, noAnswerMs: silenceMs } },
      counter: {
        ...counter,
        count(ending, ms, faults) {
          const isDeadly = faults.some(({ kind }) => kind === "no-answer" || kind === "host-died");
          counter.count(isDeadly ? "read again isolated" : ending, ms, isDeadly ? [] : faults);
        },
      },
      findings: {
        ...findings,
        add(fault, id, batch) {
          if (fault.kind === "no-answer" || fault.kind === "host-died") again.push({ format: batch.format, ids: [id] });
          else findings.add(fault, id, batch);
        },
      },
    });
    await readBatches(again.filter(({ ids }) => ids.every((id) => !id.startsWith("canary:"))).values(), context);
  },
};
