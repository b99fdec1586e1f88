import type { ConversationEvent } from "../../src/web/wire/conversation.ts";
import type { Look, LookRequest } from "../../src/web/wire/look.ts";
import type { Payload, PayloadRequest } from "../../src/web/wire/payload.ts";
import type { Seen, SeenRequest } from "../../src/web/wire/seen.ts";
import type { Dropped, Listing } from "../../src/web/wire/files.ts";
import type { Start } from "../../src/web/wire/start.ts";

const tokenKey = "reader-token";

/** What the server said instead of an answer, in words for a person. */
export class ApiError extends Error {}

function isToken(fragment: string): boolean {
  return /^[\w-]{32}$/.test(fragment);
}

/** What a person can do where nothing answers any more. */
const wayOn = "Start the program again, and open the address that it prints.";

/** The token comes in the fragment of the first address, and stays out of history and of every request line. */
function loadToken(): string {
  const fragment = location.hash.slice(1);
  // Any other fragment is a place in the page, and takes no right away.
  if (isToken(fragment)) sessionStorage.setItem(tokenKey, fragment);
  if (fragment !== "") history.replaceState(null, "", location.pathname);
  return sessionStorage.getItem(tokenKey) ?? "none";
}

const token = loadToken();

// The address of a program that was started anew differs from that of an open page in its fragment alone.
addEventListener("hashchange", () => {
  if (isToken(location.hash.slice(1))) location.reload();
});

/** What a page needs to know first. */
export function fetchStart(): Promise<Start> {
  return ask<Start>("start");
}

/** What a folder holds. */
export function fetchListing(path: string): Promise<Listing> {
  return ask<Listing>("list", { path });
}

/** What a model gets of a read. */
export function fetchSeen(request: SeenRequest, signal: AbortSignal): Promise<Seen> {
  return ask<Seen>("see", request, signal);
}

/** What a person sees of a file. */
export function fetchLook(request: LookRequest, signal: AbortSignal): Promise<Look> {
  return ask<Look>("look", request, signal);
}

/** What a provider is sent. */
export function fetchPayload(request: PayloadRequest, signal: AbortSignal): Promise<Payload> {
  return ask<Payload>("payload", request, signal);
}

/** The status of a refusal that says why. */
const tooLarge = 413;

/** Brings a file; what is refused is an answer, not an error. */
export async function dropFile(file: File): Promise<Dropped> {
  const response = await send(`drop?name=${encodeURIComponent(file.name)}`, { method: "POST", body: file });
  if (!response.ok && response.status !== tooLarge) throw await problemOf(response);
  return (await response.json()) as Dropped;
}

/** Asks a question, and tells what happens until it is answered. */
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
  if (!isOver) throw new ApiError(`The answer broke off. ${wayOn}`);
}

/** Not every browser iterates over a stream. */
async function* readTexts(body: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  try {
    for (;;) {
      const { done, value } = await reader.read().catch(brokenOff);
      if (done) return;
      yield decoder.decode(value, { stream: true });
    }
  } finally {
    // What broke off cannot be cancelled, and need not be.
    await reader.cancel().catch(() => undefined);
  }
}

function brokenOff(error: unknown): never {
  if (isAbort(error)) throw error;
  throw new ApiError(`The answer broke off, because the server went away. ${wayOn}`);
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
    throw new ApiError(`The server does not answer. ${wayOn}`);
  }
}

async function problemOf(response: Response): Promise<ApiError> {
  if (response.status === 401) {
    return new ApiError(
      "This page has no right to ask: the program was started anew, or the address was not whole. Open the whole address that the program prints.",
    );
  }
  const answer = (await response.json().catch(() => ({}))) as { readonly message?: string };
  return new ApiError(answer.message ?? `The server answered with ${response.status}.`);
}
