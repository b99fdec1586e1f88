import { text, type HandlerContext, type HandlerEvent, type Source } from "@reader/core/handler";
import { jobOf, type InnerFile, type PdfEvent } from "../document/pdf-job.ts";
import { isEngineBroken } from "../engine/engine.ts";
import { readJob } from "./jobs/read-job.ts";
import { readerHere } from "./reader-here.ts";

/** Yields a document in reading order. A large one may be read by a thread that can wait for bytes. */
export async function* readPdf(source: Source, context: HandlerContext): AsyncGenerator<HandlerEvent> {
  for await (const event of eventsOf(source, context)) {
    if (event.type === "inner-file") yield* innerEvents(event, context);
    else if (event.type === "scanned-page")
      yield await (await import("./views/scanned-page.ts")).scannedText(event, context);
    else yield event;
  }
}

/** A file without bytes would be no answer at all. */
async function* innerEvents({ name, bytes }: InnerFile, context: HandlerContext): AsyncGenerator<HandlerEvent> {
  if (bytes.length === 0) yield text("(an empty file)\n");
  else yield* context.nested(name, bytes);
}

async function* eventsOf(source: Source, context: HandlerContext): AsyncGenerator<PdfEvent> {
  const job = jobOf(source, context);
  const { signal } = context;
  const reader = await readerHere(source);
  if (reader === undefined) {
    const { readInThread } = await import("./thread/read-in-thread.ts");
    yield* readInThread(source, { job, signal });
    return;
  }
  let given = 0;
  try {
    for await (const event of readJob({ job, reader, signal })) {
      given += 1;
      yield event;
    }
  } catch (cause) {
    if (!isEngineBroken(cause)) throw cause;
    const { readAgain } = await import("./thread/read-in-thread.ts");
    yield* readAgain(source, { job, signal }, { given, cause });
  }
}
