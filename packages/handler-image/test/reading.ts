import { ReadError, type ImagePart } from "@reader/core";
import type { HandlerContext, HandlerEvent, HandlerInfo } from "@reader/core/handler";
import { collect, memorySource, mockContext, type Collected } from "@reader/testkit";
import sharp from "sharp";
import { image } from "../src/index.ts";
import type { Colour } from "./drawing.ts";

/** What a read of bytes gives. */
export async function read(bytes: Uint8Array, context: Partial<HandlerContext> = {}): Promise<Collected> {
  return collect(image(), bytes, { name: "x.img", ...context });
}

/** The images of a read that must succeed. */
export async function imagesOf(
  bytes: Uint8Array,
  context: Partial<HandlerContext> = {},
): Promise<readonly ImagePart[]> {
  const { events, error } = await read(bytes, context);
  if (error !== undefined) throw new Error("The handler failed.", { cause: error });
  return events.filter((event) => event.type === "image");
}

/** The one image of a read. */
export async function imageOf(bytes: Uint8Array, context: Partial<HandlerContext> = {}): Promise<ImagePart> {
  const [first, ...others] = await imagesOf(bytes, context);
  if (first === undefined || others.length > 0) throw new Error(`${others.length + 1} images came out.`);
  return first;
}

/** Returns the error of a read. Throws if there is no error or it is not a `ReadError`. */
export async function errorOf(bytes: Uint8Array, context: Partial<HandlerContext> = {}): Promise<ReadError> {
  const { error } = await read(bytes, context);
  if (!ReadError.is(error)) throw new Error("The handler gave no typed error.", { cause: error });
  return error;
}

/** The notices in the handler's own words. */
export function remarksIn(events: readonly HandlerEvent[]): readonly string[] {
  return events.flatMap((event) => (event.type === "notice" && event.code === "handler" ? [event.message] : []));
}

/** Returns the result of `info`. */
export async function infoOf(bytes: Uint8Array): Promise<HandlerInfo> {
  const told = await image().info?.(memorySource("x.img", bytes), mockContext());
  if (told === undefined) throw new Error("The handler tells nothing.");
  return told;
}

/** The colour of a pixel, seen on white. */
export async function colourAt({ data }: Pick<ImagePart, "data">, x: number, y: number): Promise<Colour> {
  const flat = sharp(data).flatten({ background: "#fff" }).toColourspace("srgb").raw();
  const { data: pixels, info } = await flat.toBuffer({ resolveWithObject: true });
  const at = (y * info.width + x) * info.channels;
  return [pixels[at] ?? 0, pixels[at + 1] ?? 0, pixels[at + 2] ?? 0];
}

/** How far two colours are from each other. */
export function distance(one: Colour, other: Colour): number {
  return Math.max(...one.map((value, index) => Math.abs(value - (other[index] ?? 0))));
}
