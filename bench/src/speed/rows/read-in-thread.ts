// A thread that is sent paths of PDF files, reads each whole with a reader that has kept nothing, and says so.
import { dirname } from "node:path";
import { parentPort } from "node:worker_threads";
import { createReader } from "@reader/core";
import { pdf } from "@reader/handler-pdf";
import { readWhole, roomy } from "./read-whole.ts";

async function read(file: string): Promise<string | undefined> {
  try {
    await readWhole(createReader({ roots: [dirname(file)], handlers: [pdf()], budget: roomy }), file);
    return undefined;
  } catch (error) {
    return String(error);
  }
}

parentPort?.on("message", (file: string) => {
  void read(file).then((fault) => parentPort?.postMessage(fault));
});
