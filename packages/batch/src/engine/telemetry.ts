import type { Attributes, Counter, Histogram, Span, Tracer } from "@opentelemetry/api";
import type { PlannedDocument } from "../contract/document.ts";
import type { FinishedDocument } from "../outputs/document-output.ts";
import type { BatchSummary } from "./batch-options.ts";

/** What a run tells OpenTelemetry. */
export interface Telemetry {
  /** Measures the read of a document. */
  document(
    planned: PlannedDocument,
    read: () => Promise<FinishedDocument | undefined>,
  ): Promise<FinishedDocument | undefined>;
  /** Ends the span of the run. */
  end(outcome: BatchSummary | { readonly error: unknown }): void;
}

/** For a program without OpenTelemetry. */
const silent: Telemetry = { document: (_, read) => read(), end: () => undefined };

/** The name of the instrumentation. */
const scope = "@reader/batch";

/**
 * Starts the span of a run, a child of the active one, if `@opentelemetry/api` is installed. A program that has not set up
 * an SDK gets nothing more than calls without effect.
 */
export async function startTelemetry(attributes: Attributes): Promise<Telemetry> {
  const api = await import("@opentelemetry/api").catch(() => undefined);
  if (api === undefined) return silent;
  const { trace, metrics, context, SpanStatusCode } = api;
  const tracer = trace.getTracer(scope);
  const run = tracer.startSpan("reader.batch", { attributes });
  const parent = trace.setSpan(context.active(), run);
  const instruments = createInstruments(metrics.getMeter(scope));
  const fail = (span: Span, message: string): void => void span.setStatus({ code: SpanStatusCode.ERROR, message });
  return {
    async document(planned, read) {
      const span = startDocument(tracer, planned, parent);
      try {
        const finished = await context.with(trace.setSpan(parent, span), read);
        const code = finished?.record.error?.code;
        if (finished !== undefined) record(finished, span, instruments);
        if (code !== undefined) fail(span, code);
        return finished;
      } finally {
        span.end();
      }
    },
    end(outcome) {
      if ("error" in outcome) fail(run, outcome.error instanceof Error ? outcome.error.message : String(outcome.error));
      else run.setAttributes(factsOf(outcome));
      run.end();
    },
  };
}

interface Instruments {
  readonly documents: Counter;
  readonly bytes: Counter;
  readonly failures: Counter;
  readonly duration: Histogram;
}

/** What of the meter is used. */
interface Meter {
  createCounter(name: string, options: { readonly unit: string; readonly description: string }): Counter;
  createHistogram(name: string, options: { readonly unit: string; readonly description: string }): Histogram;
}

function createInstruments(meter: Meter): Instruments {
  return {
    documents: meter.createCounter("reader.batch.documents", {
      unit: "{document}",
      description: "Documents by status.",
    }),
    bytes: meter.createCounter("reader.batch.bytes", { unit: "By", description: "Size of the files that were read." }),
    failures: meter.createCounter("reader.batch.failures", { unit: "{document}", description: "Failures by code." }),
    duration: meter.createHistogram("reader.batch.document.duration", {
      unit: "s",
      description: "Duration of the reads of documents.",
    }),
  };
}

function startDocument(tracer: Tracer, planned: PlannedDocument, parent: Parameters<Tracer["startSpan"]>[2]): Span {
  const attributes = { "reader.document.path": planned.path, "reader.document.size": planned.size };
  return tracer.startSpan("reader.batch.document", { attributes }, parent);
}

function record(finished: FinishedDocument, span: Span, instruments: Instruments): void {
  const { status, handler = "none", version, mediaType, tokens, ms, error, size = 0 } = finished.record;
  span.setAttributes({
    "reader.document.status": status,
    "reader.handler": handler,
    "reader.document.tokens": tokens,
    ...(version === undefined ? {} : { "reader.handler.version": version }),
    ...(mediaType === undefined ? {} : { "reader.document.media_type": mediaType }),
    ...(error === undefined ? {} : { "error.type": error.code }),
  });
  // Metrics have no paths and no types, of which there may be very many.
  const by = { "reader.handler": handler };
  instruments.documents.add(1, { ...by, "reader.document.status": status });
  instruments.bytes.add(size, by);
  instruments.duration.record(ms / 1000, by);
  if (error !== undefined) instruments.failures.add(1, { ...by, "error.type": error.code });
}

function factsOf({ state, documents, totals }: BatchSummary): Attributes {
  return {
    "reader.batch.state": state,
    "reader.batch.documents": documents,
    "reader.batch.read": totals.read,
    "reader.batch.failed": totals.failed,
  };
}
