import type { HandlerContext, HandlerInfo, Source } from "@reader/core/handler";
import { describeJob } from "./jobs/describe-job.ts";
import { once } from "./jobs/job.ts";
import { askJob } from "./run-job.ts";

/** Returns the information about a document without reading all of it. */
export function describePdf(source: Source, context: HandlerContext): Promise<HandlerInfo> {
  return askJob(source, context, { name: "info", run: (input) => once(() => describeJob(input)) });
}
