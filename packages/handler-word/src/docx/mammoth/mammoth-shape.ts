import type { MammothElement, MammothNode } from "./mammoth-node.ts";

/** A function whose calls and results are checked by hand. */
export type AnyFunction = (...parameters: readonly unknown[]) => unknown;

/** mammoth's class of elements: `lib/xml/nodes.js`. */
export type ElementClass = new (
  name: string,
  attributes: Readonly<Record<string, string>>,
  children: readonly MammothNode[],
) => MammothElement;

/** What `convertToHtml` resolves with. */
export interface MammothResult {
  readonly value: string;
  readonly messages: readonly { readonly message: string }[];
}

/** Takes a function out of what a module exports; throws where there is none. */
export function functionIn(exports: unknown, name: string): AnyFunction {
  const found: unknown = isRecord(exports) ? exports[name] : undefined;
  if (!isFunction(found)) throw new TypeError(`mammoth has no ${name}.`);
  return found;
}

/** mammoth's class of elements, with the methods that it calls on them; throws where it is another. */
export function elementClassIn(exports: unknown): ElementClass {
  const found: unknown = functionIn(exports, "Element");
  if (!isElementClass(found)) throw new TypeError("mammoth has no elements as they were.");
  return found;
}

const elementMethods = ["first", "firstOrEmpty", "getElementsByTagName", "text"];

function isElementClass(value: unknown): value is ElementClass {
  const prototype: unknown = isRecord(value) ? value["prototype"] : undefined;
  return isRecord(prototype) && elementMethods.every((method) => isFunction(prototype[method]));
}

/** The HTML and the warnings of a result; throws where it has none. */
export function resultOf(result: unknown): MammothResult {
  if (!isRecord(result) || typeof result["value"] !== "string" || !Array.isArray(result["messages"])) {
    throw new TypeError("mammoth gives no HTML.");
  }
  const messages = (result["messages"] as readonly unknown[]).map((message) => ({
    message: isRecord(message) ? String(message["message"]) : "",
  }));
  return { value: result["value"], messages };
}

/** Whether a value has properties. */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return (typeof value === "object" || typeof value === "function") && value !== null;
}

function isFunction(value: unknown): value is AnyFunction {
  return typeof value === "function";
}
