import type { HandlerContext, HandlerInfo, Source } from "@reader/core/handler";
import { describeJob } from "./jobs/describe-job.ts";
import { jobOf } from "../document/pdf-job.ts";
import { isEngineBroken } from "../engine/engine.ts";
import { localReader } from "./local-reader.ts";

/** Returns the information about a document without reading all of it. */
export async function describePdf(source: Source, context: HandlerContext): Promise<HandlerInfo> {
  const job = jobOf(source, context);
  const reader = await localReader(source);
  try {
    if (reader !== undefined) return await describeJob({ job, reader });
  } catch (error) {
    if (!isEngineBroken(error)) throw error;
  }
  const { describeInThread } = await import("./thread/read-in-thread.ts");
  return describeInThread(source, { job, signal: context.signal });
}
