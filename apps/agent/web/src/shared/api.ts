import type {
  ConversationEvent,
  Dropped,
  Listing,
  Look,
  LookRequest,
  Payload,
  PayloadRequest,
  Seen,
  SeenRequest,
  Start,
} from "../../../src/web/wire.ts";

const tokenKey = "reader-token";

/** An error of the server, with a message for a person. */
export class ApiError extends Error {}

function isToken(fragment: string): boolean {
  return /^[\w-]{32}$/.test(fragment);
}

/** Advice if the server does not respond. */
const restartAdvice = "Start the program again, and open the address that it prints.";

/** Reads the token from the fragment of the first address, and removes it from the address and the history. */
function loadToken(): string {
  const fragment = location.hash.slice(1);
  // Any other fragment is a place in the page; the stored token stays valid.
  if (isToken(fragment)) sessionStorage.setItem(tokenKey, fragment);
  if (fragment !== "") history.replaceState(null, "", location.pathname);
  return sessionStorage.getItem(tokenKey) ?? "none";
}

const token = loadToken();

// After a restart of the program, the new address differs from that of an open page only in its fragment.
addEventListener("hashchange", () => {
  if (isToken(location.hash.slice(1))) location.reload();
});

/** Returns the folders, models and limits. */
export function fetchStart(): Promise<Start> {
  return ask<Start>("start");
}

/** Lists a folder. */
export function fetchListing(path: string): Promise<Listing> {
  return ask<Listing>("list", { path });
}

/** Lists the members of an archive. */
export function fetchMembers(path: string): Promise<Listing> {
  return ask<Listing>("members", { path });
}

/** Returns what a model gets from a read. */
export function fetchSeen(request: SeenRequest, signal: AbortSignal): Promise<Seen> {
  return ask<Seen>("see", request, signal);
}

/** Returns what a person sees of a file. */
export function fetchLook(request: LookRequest, signal: AbortSignal): Promise<Look> {
  return ask<Look>("look", request, signal);
}

/** Returns the message for a provider. */
export function fetchPayload(request: PayloadRequest, signal: AbortSignal): Promise<Payload> {
  return ask<Payload>("payload", request, signal);
}

/** The status of a refused upload. */
const tooLarge = 413;

/** Uploads a file. A refusal is a result, not an error. */
export async function dropFile(file: File): Promise<Dropped> {
  const response = await send(`drop?name=${encodeURIComponent(file.name)}`, { method: "POST", body: file });
  if (!response.ok && response.status !== tooLarge) throw await problemOf(response);
  return (await response.json()) as Dropped;
}

/** Removes a dropped file. */
export async function removeFile(path: string): Promise<void> {
  await ask<unknown>("remove", { path });
}

/** Asks a question, and yields events until it is answered. */
export async function* converse(question: string, signal: AbortSignal): AsyncGenerator<ConversationEvent> {
  const response = await send("converse", { ...posted({ question }), signal });
  if (!response.ok || response.body === null) throw await problemOf(response);
  let rest = "";
  let isOver = false;
  for await (const text of readTexts(response.body)) {
    const messages = `${rest}${text}`.split("\n\n");
    rest = messages.pop() ?? "";
    for (const event of messages.map(eventOf)) {
      isOver ||= event.type === "done" || event.type === "error";
      yield event;
    }
  }
  if (!isOver) throw new ApiError(`The answer was interrupted. ${restartAdvice}`);
}

/** Not every browser supports iterating over a stream. */
async function* readTexts(body: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  try {
    for (;;) {
      const { done, value } = await reader.read().catch(interrupted);
      if (done) return;
      yield decoder.decode(value, { stream: true });
    }
  } finally {
    // Cancelling an interrupted stream fails, which does not matter.
    await reader.cancel().catch(() => undefined);
  }
}

function interrupted(error: unknown): never {
  if (isAbort(error)) throw error;
  throw new ApiError(`The answer was interrupted, because the server stopped. ${restartAdvice}`);
}

function isAbort(error: unknown): boolean {
  return error instanceof DOMException && error.name === "AbortError";
}

function eventOf(message: string): ConversationEvent {
  const data = message
    .split("\n")
    .filter((line) => line.startsWith("data: "))
    .map((line) => line.slice("data: ".length));
  return JSON.parse(data.join("\n")) as ConversationEvent;
}

async function ask<Answer>(path: string, body?: object, signal?: AbortSignal): Promise<Answer> {
  const options = body === undefined ? {} : posted(body);
  const response = await send(path, signal === undefined ? options : { ...options, signal });
  if (!response.ok) throw await problemOf(response);
  return (await response.json()) as Answer;
}

function posted(body: object): RequestInit {
  return { method: "POST", body: JSON.stringify(body) };
}

async function send(path: string, options: RequestInit): Promise<Response> {
  try {
    return await fetch(`/api/${path}`, { ...options, headers: { authorization: `Bearer ${token}` } });
  } catch (error) {
    if (isAbort(error)) throw error;
    throw new ApiError(`The server does not respond. ${restartAdvice}`);
  }
}

async function problemOf(response: Response): Promise<ApiError> {
  if (response.status === 401) {
    return new ApiError(
      "This page has no valid token: the program was restarted, or the address was incomplete. Open the complete address that the program prints.",
    );
  }
  const answer = (await response.json().catch(() => ({}))) as { readonly message?: string };
  return new ApiError(answer.message ?? `The server answered with ${response.status}.`);
}
