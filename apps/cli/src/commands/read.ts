import type { ReadOutcome } from "@reader/core";
import type { CommandLine } from "../arguments/parse-arguments.ts";
import { exitCodes } from "../output/exit-codes.ts";
import type * as Fault from "../output/fault.ts";
import type * as SaveImages from "../output/save-images.ts";
import type * as Write from "../output/write.ts";
import { showRead } from "../output/show-read.ts";
import { isDeepScan, saveMemory } from "../reading/deep-scan.ts";
import { failureWithPath } from "../reading/suggested-path.ts";
import { runFiles, type FilesCommand } from "./files.ts";

/** `reader [read] PATH …`: prints files as a model would be shown them. */
export function runRead(line: CommandLine): Promise<number> {
  if (isDeepScan(line.options)) saveMemory();
  // While the process of the document does its work, this one has nothing to do.
  if (line.options.has("save-images")) setImmediate(() => void loadSaving().catch(ignore));
  return runFiles(line, readCommand);
}

/** It is told where it is needed. */
function ignore(): void {}

function loadSaving(): Promise<[typeof SaveImages, typeof Fault, typeof Write]> {
  return Promise.all([import("../output/save-images.ts"), import("../output/fault.ts"), import("../output/write.ts")]);
}

const readCommand: FilesCommand<ReadOutcome> = {
  ask: (reader, request, options) => reader.read(request, options),
  askInput: async (read) => (await import("../standard-input/read-standard-input.ts")).readStandardInput(read),
  withPath(outcome, path) {
    if (!outcome.ok) return failureWithPath(outcome, path);
    const { next } = outcome;
    return next === undefined ? outcome : { ...outcome, next: { ...next, request: { ...next.request, path } } };
  },
  async use(outcome, { line }) {
    const folder = line.options.text("save-images");
    if (folder === undefined) return 0;
    const [{ saveImages }, { tell, tellLine }, { writeFaultWords }] = await loadSaving();
    const { saved, systemCode } = await saveImages(outcome, folder);
    for (const image of saved) await tellLine(`saved ${image}`);
    if (systemCode === undefined) return 0;
    const why = writeFaultWords(systemCode);
    const images = outcome.parts.filter(({ type }) => type === "image").length;
    await tell(
      `${images - saved.length} of ${images} images could not be saved in ${folder}: ${why === undefined ? systemCode : `${why} (${systemCode})`}.`,
      "Give --save-images another folder, or free some space there.",
    );
    return exitCodes.fault;
  },
  show: showRead,
};
