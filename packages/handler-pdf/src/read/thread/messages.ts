import type { HandlerInfo, ReadErrorCode, ReadErrorOptions } from "@reader/core/handler";
import type { PdfEvent, PdfJob } from "../../document/pdf-job.ts";
import type { Bookmarks } from "../jobs/outline-job.ts";
import type { ByteChannel } from "./byte-channel.ts";

/** What a thread is started with. */
export interface ThreadStart {
  readonly job: PdfJob;
  readonly channel: ByteChannel;
}

/** What is asked of the thread, one at a time. */
export type ThreadRequest = "next" | "info" | "outline";

/** What the thread says. */
export type ThreadMessage =
  /** It waits for bytes. */
  | { readonly type: "bytes"; readonly start: number; readonly end: number }
  | { readonly type: "event"; readonly event: PdfEvent }
  | { readonly type: "done" }
  | { readonly type: "info"; readonly info: HandlerInfo }
  | { readonly type: "outline"; readonly bookmarks: Bookmarks }
  | { readonly type: "failed"; readonly error: ThreadError };

/** An error as plain data: between threads it loses its class and its brand. */
export interface ThreadError extends Pick<ReadErrorOptions, "hint" | "details"> {
  /** Absent for what is no fault of the file. */
  readonly code?: ReadErrorCode;
  readonly message: string;
}
