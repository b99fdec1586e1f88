import type { Reader } from "@reader/core";
import { Hono, type Context } from "hono";
import { bearerAuth } from "hono/bearer-auth";
import { bodyLimit } from "hono/body-limit";
import { HTTPException } from "hono/http-exception";
import { secureHeaders } from "hono/secure-headers";
import { streamSSE } from "hono/streaming";
import type { AgentEvent } from "../conversation/events.ts";
import { conversationEvent } from "./conversation-event.ts";
import { DropError, type Drops } from "./drops.ts";
import { listFolder } from "./files.ts";
import { guardLocal } from "./guard.ts";
import { look } from "./look.ts";
import { payloadOf } from "./payload.ts";
import { bodyOf, lookRequest, payloadRequest, seenRequest, textOf, type Body } from "./request-body.ts";
import { see } from "./see.ts";
import type { StaticFile } from "./static-files.ts";
import type { ConversationEvent } from "./wire/conversation.ts";
import type { Dropped } from "./wire/files.ts";
import type { Start } from "./wire/start.ts";

/** One question of a page. */
export interface Question {
  readonly question: string;
  /** Reads the workspace and what was dropped. */
  readonly reader: Reader;
  /** Aborted when the page goes away or gives up. */
  readonly signal: AbortSignal;
}

/** What the server is made of. */
export interface WebAppOptions {
  readonly reader: Reader;
  readonly drops: Drops;
  readonly files: ReadonlyMap<string, StaticFile>;
  readonly start: Start;
  /** What every request but those for the page itself has to bear. */
  readonly token: string;
  readonly port: () => number;
  /** Answers questions; absent where no model does. */
  readonly converse?: ((question: Question) => AsyncIterable<AgentEvent>) | undefined;
}

/** A request of the page is a few lines; a question is not a book. */
const maxBodyBytes = 64 * 1024;

/** Everything that the page needs, and nothing for anybody else. */
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

/** Nothing from elsewhere: no script, no style, no connection; pictures come inside of answers. */
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
  // It is for HTTPS, and would be kept for every other program at this address.
  strictTransportSecurity: false,
};

function addReading(app: Hono, { reader, start }: WebAppOptions): void {
  app.get("/api/start", (context) => context.json(start));
  app.post("/api/list", limited, (context) =>
    withBody(context, async (body) => context.json(await listFolder(reader, textOf(body, "path") ?? "."))),
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
      if (request === undefined) return context.json({ message: "A look needs a path." }, 400);
      return context.json(await look(reader, request, context.req.raw.signal));
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
}

function addConversation(app: Hono, { reader, converse }: WebAppOptions): void {
  let isBusy = false;
  app.post("/api/converse", limited, (context) =>
    withBody(context, (body) => {
      const question = textOf(body, "question")?.trim() ?? "";
      if (converse === undefined) return context.json({ message: "No model answers here." }, 404);
      if (question === "") return context.json({ message: "There is no question." }, 400);
      if (isBusy)
        return context.json(
          { message: "A question is being answered, perhaps in another tab. Ask again when that is done." },
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
  return body === undefined ? context.json({ message: "The request is no JSON object." }, 400) : answer(body);
}

function servePage(context: Context, files: ReadonlyMap<string, StaticFile>): Response {
  const file = files.get(context.req.path);
  if (file === undefined) return context.text("Not found", 404);
  return context.body(file.body, 200, { "content-type": file.mediaType, "cache-control": "no-cache" });
}
