import { ReadError, type ImagePart } from "@reader/core";
import type { HandlerEvent } from "@reader/core/handler";
import { collect, type CollectOptions } from "@reader/testkit";
import { notebook } from "../src/index.ts";
import { bytesOf, notebook4, type Fields } from "./builders.ts";

/** Returns the events of a notebook. Throws if the handler fails. */
export async function eventsOf(content: unknown, options: CollectOptions = {}): Promise<readonly HandlerEvent[]> {
  const { events, error } = await collect(notebook(), bytesOf(content), { name: "x.ipynb", ...options });
  if (error !== undefined) throw new Error("The handler failed.", { cause: error });
  return events;
}

/** Returns the text of the cells of a notebook. */
export async function textOfCells(...cells: readonly Fields[]): Promise<string> {
  return textIn(await eventsOf(notebook4(cells)));
}

/** Returns the text of a code cell with these outputs, without its source. */
export async function textOfOutputs(...outputs: readonly unknown[]): Promise<string> {
  return textOfCells({ cell_type: "code", metadata: {}, source: "", outputs });
}

/** Joins text events. */
export function textIn(events: readonly HandlerEvent[]): string {
  return events.map((event) => (event.type === "text" ? event.text : "")).join("");
}

/** Returns the image events. */
export function imagesIn(events: readonly HandlerEvent[]): readonly ImagePart[] {
  return events.filter((event) => event.type === "image");
}

/** The labels of the places, once each, in order. */
export function labelsIn(events: readonly HandlerEvent[]): readonly string[] {
  return [
    ...new Set(events.flatMap((event) => ("at" in event && event.at !== undefined ? [event.at.label ?? ""] : []))),
  ];
}

/** Returns the typed error for a notebook. Throws if there is no such error. */
export async function errorOf(content: unknown, options: CollectOptions = {}): Promise<ReadError> {
  const { error } = await collect(notebook(), bytesOf(content), { name: "x.ipynb", ...options });
  if (!ReadError.is(error)) throw new Error("The handler gave no typed error.", { cause: error });
  return error;
}
