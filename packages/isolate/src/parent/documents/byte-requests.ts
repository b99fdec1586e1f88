import { ReadError } from "@reader/core/handler";
import type { ByteRequest } from "../../channel/messages.ts";
import { isCount, isObject } from "../../channel/plain.ts";
import type { Task } from "./task.ts";

/** Checks a request for bytes that a child sent. Returns `undefined` if it is invalid. */
export function checkByteRequest(value: unknown): ByteRequest | undefined {
  if (!isObject(value)) return undefined;
  const { want, length, start, end } = value;
  if (want === "bytes") return { want };
  if (want === "head" && isCount(length)) return { want, length };
  return want === "slice" && isCount(start) && isCount(end) ? { want, start, end } : undefined;
}

/** Reads bytes of a document. Rejects with `too-large` if they exceed `maxInputBytes`. */
export async function fetchBytes({ source, limits }: Task, request: ByteRequest): Promise<Uint8Array> {
  const length = lengthOf(request, source.size);
  if (length > limits.maxInputBytes) throw tooMuchAtOnce(source.path, length, limits.maxInputBytes);
  switch (request.want) {
    case "head":
      return source.head(request.length);
    case "bytes":
      return source.bytes();
    case "slice":
      return source.slice(request.start, request.end);
  }
}

/** Returns the error for a request of more than `maxInputBytes`. */
export function tooMuchAtOnce(path: string, actual: number, value: number): ReadError {
  return new ReadError("too-large", `${path} needs ${actual} bytes at once, and the limit is ${value}.`, {
    hint: "Read a part of it, or ask for a reader with a higher `maxInputBytes`.",
    details: { limit: { name: "maxInputBytes", value, actual } },
  });
}

function lengthOf(request: ByteRequest, size: number): number {
  if (request.want === "slice") return Math.min(request.end, size) - request.start;
  return request.want === "head" ? Math.min(request.length, size) : size;
}
