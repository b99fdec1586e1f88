import { type Context, Hono } from "hono";
import { bearerAuth } from "hono/bearer-auth";
import { bodyLimit } from "hono/body-limit";
import { HTTPException } from "hono/http-exception";
import { secureHeaders } from "hono/secure-headers";
import { streamSSE } from "hono/streaming";
import type { Json, Reader } from "@reader/core";
import { escapeName, escapeText, humanLine, requestWords } from "@reader/core/render";
import type { AgentEvent, ResultEvent, TokenUsage } from "../conversation/events.ts";
import { DropError, type Drops } from "./drops.ts";
import { listFolder, listMembers } from "./files.ts";
import { guardLocal } from "./guard.ts";
import { lookAtFile, type OfficeView } from "./office-look.ts";
import type { PageSearcher } from "./page-boxes.ts";
import { modelNames } from "./models.ts";
import { payloadOf } from "./providers.ts";
import { see } from "./see.ts";
import type { StaticFile } from "./static-files.ts";
import type {
  ConversationEvent,
  Dropped,
  LookRequest,
  ModelName,
  PayloadRequest,
  SeenRequest,
  Start,
  WireCitation,
} from "./wire.ts";
import type { Citation } from "../citations/citation.ts";

/** A question from the page. */
export interface Question {
  readonly question: string;
  /** Reads the workspace and dropped files. */
  readonly reader: Reader;
  /** Aborts when the page disconnects or stops the answer. */
  readonly signal: AbortSignal;
}

/** The parts of the server. */
export interface WebAppOptions {
  readonly reader: Reader;
  /** Finds text on the pages of PDF files. Absent if nothing can be marked. */
  readonly pages?: PageSearcher | undefined;
  /** Shows the pages of office documents. Absent without LibreOffice. */
  readonly office?: OfficeView | undefined;
  readonly drops: Drops;
  readonly files: ReadonlyMap<string, StaticFile>;
  readonly start: Start;
  /** The token that every request must send, except for the page itself. */
  readonly token: string;
  readonly port: () => number;
  /** Answers questions. Absent without a model. */
  readonly converse?: ((question: Question) => AsyncIterable<AgentEvent>) | undefined;
}

/** Maximum size of a request body, in bytes. */
const maxBodyBytes = 64 * 1024;

/** Creates the server of the page. It refuses requests from anywhere else. */
export function createWebApp(options: WebAppOptions): Hono {
  const app = new Hono();
  app.use(guardLocal(options.port), secureHeaders(headers));
  app.use("/api/*", bearerAuth({ token: options.token }), async (context, next) => {
    await next();
    context.header("cache-control", "no-store");
  });
  addReading(app, options);
  addDrops(app, options.drops);
  addConversation(app, options);
  app.get("*", (context) => servePage(context, options.files));
  app.onError((error, context) =>
    error instanceof HTTPException
      ? error.getResponse()
      : context.json({ message: "The server failed on this request." }, 500),
  );
  return app;
}

/** A policy without external scripts, styles or connections. Images are part of answers. */
const headers: Parameters<typeof secureHeaders>[0] = {
  contentSecurityPolicy: {
    defaultSrc: ["'self'"],
    imgSrc: ["'self'", "data:", "blob:"],
    objectSrc: ["'none'"],
    baseUri: ["'none'"],
    formAction: ["'none'"],
    frameAncestors: ["'none'"],
  },
  referrerPolicy: "no-referrer",
  xFrameOptions: "DENY",
  crossOriginEmbedderPolicy: "require-corp",
  // The header is for HTTPS, and browsers would apply it to other programs at this address.
  strictTransportSecurity: false,
};

function addReading(app: Hono, { reader, pages, office, start }: WebAppOptions): void {
  app.get("/api/start", (context) => context.json(start));
  app.post("/api/list", limited, (context) =>
    withBody(context, async (body) => context.json(await listFolder(reader, textOf(body, "path") ?? "."))),
  );
  app.post("/api/members", limited, (context) =>
    withBody(context, async (body) => context.json(await listMembers(reader, textOf(body, "path") ?? "."))),
  );
  app.post("/api/see", limited, (context) =>
    withBody(context, async (body) => context.json(await see(reader, seenRequest(body), context.req.raw.signal))),
  );
  app.post("/api/payload", limited, (context) =>
    withBody(context, async (body) => {
      const payload = await payloadOf(reader, payloadRequest(body));
      return payload === undefined
        ? context.json({ message: "There is no such provider." }, 404)
        : context.json(payload);
    }),
  );
  app.post("/api/look", limited, (context) =>
    withBody(context, async (body) => {
      const request = lookRequest(body);
      if (request === undefined) return context.json({ message: "The request has no path." }, 400);
      return context.json(await lookAtFile({ reader, pages, office }, request, context.req.raw.signal));
    }),
  );
}

function addDrops(app: Hono, drops: Drops): void {
  app.post("/api/drop", async (context) => {
    const { body } = context.req.raw;
    try {
      const path = await drops.take(context.req.query("name") ?? "", body ?? new Blob([]).stream());
      return context.json<Dropped>({ ok: true, path });
    } catch (error) {
      if (!(error instanceof DropError)) throw error;
      return context.json<Dropped>({ ok: false, message: error.message }, 413);
    }
  });
  app.post("/api/remove", limited, (context) =>
    withBody(context, async (body) => {
      try {
        await drops.remove(textOf(body, "path") ?? "");
        return context.json({});
      } catch (error) {
        if (!(error instanceof DropError)) throw error;
        return context.json({ message: error.message }, 404);
      }
    }),
  );
}

function addConversation(app: Hono, { reader, converse }: WebAppOptions): void {
  let isBusy = false;
  app.post("/api/converse", limited, (context) =>
    withBody(context, (body) => {
      const question = textOf(body, "question")?.trim() ?? "";
      if (converse === undefined) return context.json({ message: "There is no model to answer questions." }, 404);
      if (question === "") return context.json({ message: "The question is empty." }, 400);
      if (isBusy)
        return context.json(
          { message: "Another question is being answered, perhaps in another tab. Ask again when it is done." },
          409,
        );
      isBusy = true;
      return streamSSE(context, async (stream) => {
        const stop = new AbortController();
        stream.onAbort(() => stop.abort());
        const write = (event: ConversationEvent): Promise<void> => stream.writeSSE({ data: JSON.stringify(event) });
        try {
          for await (const event of converse({ question, reader, signal: stop.signal })) {
            await write(conversationEvent(event));
          }
        } catch {
          await write({ type: "error", message: "The conversation failed.", hint: "Ask again." });
        } finally {
          isBusy = false;
        }
      });
    }),
  );
}

const limited = bodyLimit({
  maxSize: maxBodyBytes,
  onError: (context) => context.json({ message: "The request is too large." }, 413),
});

async function withBody(context: Context, answer: (body: Body) => Response | Promise<Response>): Promise<Response> {
  const body = bodyOf(await context.req.json<unknown>().catch(() => undefined));
  return body === undefined ? context.json({ message: "The request is not a JSON object." }, 400) : answer(body);
}

function servePage(context: Context, files: ReadonlyMap<string, StaticFile>): Response {
  const file = files.get(context.req.path);
  if (file === undefined) return context.text("Not found", 404);
  return context.body(file.body, 200, { "content-type": file.mediaType, "cache-control": "no-cache" });
}

/** The body of a request. */
type Body = Readonly<Record<string, unknown>>;

/** The fields of an object, or `undefined` for anything else. */
function bodyOf(value: unknown): Body | undefined {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? { ...value } : undefined;
}

/** A field that is a string. */
function textOf(body: Body, field: string): string | undefined {
  const value = body[field];
  return typeof value === "string" ? value : undefined;
}

/** Parses a read. Its request is not checked, because the reader reports what is wrong with it. */
function seenRequest(body: Body): SeenRequest {
  const model = modelNames.find((name) => name === body["model"]) satisfies ModelName | undefined;
  // The body was parsed from JSON.
  return { request: (body["request"] ?? null) as Json, model: model ?? "anthropic" };
}

/** Parses a read and the provider of its message. */
function payloadRequest(body: Body): PayloadRequest {
  return { ...seenRequest(body), provider: textOf(body, "provider") ?? "" };
}

/** Parses a view request. Returns `undefined` without a path, and ignores invalid numbers. */
function lookRequest(body: Body): LookRequest | undefined {
  const path = textOf(body, "path");
  if (path === undefined) return undefined;
  const place = bodyOf(body["place"]);
  const unit = place === undefined ? undefined : textOf(place, "unit");
  const index = place === undefined ? undefined : wholeOf(place, "index");
  return {
    path,
    ...present("mediaType", textOf(body, "mediaType")),
    ...present("select", textOf(body, "select")),
    ...present("password", textOf(body, "password")),
    ...present("line", wholeOf(body, "line")),
    ...present("from", offsetOf(body, "from")),
    ...(unit === undefined || index === undefined ? {} : { place: { unit, index } }),
    ...present("marks", marksOf(body)),
    ...present("near", textOf(body, "near")),
  };
}

/** Maximum number of marked texts. */
const maxMarks = 100;

/** The texts to mark. Anything else is ignored. */
function marksOf(body: Body): readonly string[] | undefined {
  const { marks } = body;
  if (!Array.isArray(marks)) return undefined;
  return marks.filter((mark: unknown) => typeof mark === "string").slice(0, maxMarks);
}

function present<Name extends string, Value>(
  name: Name,
  value: Value | undefined,
): { readonly [Each in Name]?: Value } {
  return value === undefined ? {} : ({ [name]: value } as { readonly [Each in Name]: Value });
}

function wholeOf(body: Body, field: string): number | undefined {
  const value = offsetOf(body, field);
  return value !== undefined && value > 0 ? value : undefined;
}

function offsetOf(body: Body, field: string): number | undefined {
  const value = body[field];
  return typeof value === "number" && Number.isSafeInteger(value) && value !== 0 ? value : undefined;
}

/** Converts an event for the page: without bytes, and with deceptive characters escaped. */
export function conversationEvent(event: AgentEvent): ConversationEvent {
  switch (event.type) {
    case "question":
      return { type: "question", text: escapeText(event.text) };
    case "call":
      return callEvent(event);
    case "result":
      return resultEvent(event);
    case "text":
      return { type: "text", delta: escapeText(event.delta) };
    case "citation":
      return { type: "citation", citation: wireCitation(event.citation) };
    case "done":
      return { type: "done", words: doneWords(event) };
    case "error":
      return { type: "error", message: escapeText(event.message), hint: escapeText(event.hint) };
  }
}

function callEvent({ id, name, input }: Extract<AgentEvent, { type: "call" }>): ConversationEvent {
  const request = typeof input === "object" && input !== null ? input : {};
  return {
    type: "call",
    id,
    name: escapeName(name),
    request: JSON.parse(JSON.stringify(request)) as Json,
    words: `${escapeName(name)} ${requestWords(request)}`,
  };
}

function resultEvent({ id, answer, outcome, milliseconds }: ResultEvent): ConversationEvent {
  const { isError, notes, media } = answer;
  const [firstNote = ""] = notes.split("\n");
  const summary = outcome === undefined ? firstNote : humanLine(outcome);
  return { type: "result", id, summary, isError, milliseconds, media: media.length };
}

function wireCitation({ text, verdict, reason, excerpt, request }: Citation): WireCitation {
  return {
    text: escapeName(text),
    isRead: verdict === "read",
    ...(reason === undefined ? {} : { reason: escapeName(reason) }),
    ...(excerpt === undefined ? {} : { excerpt: escapeName(excerpt) }),
    request,
  };
}

function doneWords({ usage, steps, stopped }: Extract<AgentEvent, { type: "done" }>): string {
  const end = stopped === undefined ? "" : `, cut off by its limit of ${stopped === "steps" ? "steps" : "output"}`;
  return [`${steps} ${steps === 1 ? "step" : "steps"}`, ...usageWords(usage)].join(" · ") + end;
}

function usageWords({ inputTokens, outputTokens }: TokenUsage): readonly string[] {
  const words = (count: number | undefined, noun: string): readonly string[] =>
    count === undefined ? [] : [`${count.toLocaleString("en-GB").replaceAll(",", "\u202f")} tokens ${noun}`];
  return [...words(inputTokens, "in"), ...words(outputTokens, "out")];
}
