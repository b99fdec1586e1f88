import { metrics, SpanStatusCode, trace, context } from "@opentelemetry/api";
import { AsyncLocalStorageContextManager } from "@opentelemetry/context-async-hooks";
import {
  AggregationTemporality,
  InMemoryMetricExporter,
  MeterProvider,
  PeriodicExportingMetricReader,
} from "@opentelemetry/sdk-metrics";
import { BasicTracerProvider, InMemorySpanExporter, SimpleSpanProcessor } from "@opentelemetry/sdk-trace-base";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { batch, filesOf, tapReader } from "./support/batch.ts";
import { Killed, memoryOutput } from "./support/memory-output.ts";

const spans = new InMemorySpanExporter();
let points: InMemoryMetricExporter;
let reader: PeriodicExportingMetricReader;

beforeEach(() => {
  points = new InMemoryMetricExporter(AggregationTemporality.CUMULATIVE);
  reader = new PeriodicExportingMetricReader({ exporter: points, exportIntervalMillis: 2 ** 31 - 1 });
  trace.setGlobalTracerProvider(new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(spans)] }));
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  metrics.setGlobalMeterProvider(new MeterProvider({ readers: [reader] }));
});

afterEach(() => {
  trace.disable();
  context.disable();
  metrics.disable();
  spans.reset();
  return reader.shutdown();
});

const fileSystem = filesOf({ "a.txt": "one\n", "b.txt": "two\n", "c.tap": "page", "d.tap": "corrupt" });

/** The sums of a metric by the values of its attributes. */
async function sumsOf(name: string): Promise<Readonly<Record<string, unknown>>> {
  await reader.forceFlush();
  const metric = points
    .getMetrics()
    .at(-1)
    ?.scopeMetrics.flatMap((scope) => scope.metrics)
    .find(({ descriptor }) => descriptor.name === name);
  const entries = metric?.dataPoints.map(({ attributes, value }) => {
    const sum = typeof value === "number" ? value : { count: "count" in value ? value.count : 0 };
    return [Object.values(attributes).join(" "), sum] as const;
  });
  return Object.fromEntries(entries ?? []);
}

describe("a run of a program with OpenTelemetry", () => {
  test("counts documents, bytes, failures and durations, and has a span for each document", async () => {
    const tracer = trace.getTracer("test");
    await tracer.startActiveSpan("program", async (program) => {
      await batch({ output: memoryOutput(), fileSystem, reader: tapReader(), attributes: { "reader.batch.shard": 3 } });
      program.end();
    });
    const all = spans.getFinishedSpans();
    const run = all.find(({ name }) => name === "reader.batch");
    const program = all.find(({ name }) => name === "program");
    expect(run?.parentSpanContext?.spanId).toBe(program?.spanContext().spanId);
    expect(run?.attributes).toMatchObject({
      "reader.batch.state": "complete",
      "reader.batch.documents": 4,
      "reader.batch.read": 3,
      "reader.batch.failed": 1,
      "reader.batch.shard": 3,
    });
    const documents = all.filter(({ name }) => name === "reader.batch.document");
    expect(documents.map(({ attributes }) => String(attributes["reader.document.path"])).toSorted()).toEqual([
      "docs/a.txt",
      "docs/b.txt",
      "docs/c.tap",
      "docs/d.tap",
    ]);
    expect(documents.map(({ parentSpanContext }) => parentSpanContext?.spanId)).toEqual(
      documents.map(() => run?.spanContext().spanId),
    );
    const failed = documents.find(({ attributes }) => attributes["reader.document.path"] === "docs/d.tap");
    expect(failed?.status).toEqual({ code: SpanStatusCode.ERROR, message: "corrupt" });
    expect(await sumsOf("reader.batch.documents")).toEqual({ "text complete": 2, "tap complete": 1, "tap failed": 1 });
    expect(await sumsOf("reader.batch.failures")).toEqual({ "tap corrupt": 1 });
    expect(await sumsOf("reader.batch.bytes")).toEqual({ text: 8, tap: 11 });
    expect(await sumsOf("reader.batch.document.duration")).toEqual({ text: { count: 2 }, tap: { count: 2 } });
  });

  test("has a span with the reason if the run itself fails", async () => {
    const output = memoryOutput();
    output.before = ({ path }) => (path.includes("staged") ? { keeps: 0, error: new Killed("full") } : undefined);
    await expect(batch({ output, fileSystem, reader: tapReader() })).rejects.toBeInstanceOf(Killed);
    const run = spans.getFinishedSpans().find(({ name }) => name === "reader.batch");
    expect(run?.status).toEqual({ code: SpanStatusCode.ERROR, message: "full" });
  });
});

test("a run of a program without an SDK has no spans, and the same output", async () => {
  trace.disable();
  metrics.disable();
  const summary = await batch({ output: memoryOutput(), fileSystem, reader: tapReader() });
  expect(summary.totals).toMatchObject({ read: 3, failed: 1 });
  expect(spans.getFinishedSpans()).toEqual([]);
});
