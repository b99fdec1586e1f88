import type { Dice } from "../dice.ts";
import { latin1, type Mutator } from "./mutator.ts";
import { nastyNumber, nastyString } from "./nasty.ts";

type Value = string | number | boolean | null | Value[] | { [name: string]: Value };

/** Values of JSON, such as notebooks, and lines of JSON. */
export const jsonMutator: Mutator = {
  name: "json",
  accepts: (bytes) => /^(?:\xef\xbb\xbf)?\s*[[{]/.test(latin1(bytes.subarray(0, 64))),
  mutate: (bytes, { dice }) => {
    const source = new TextDecoder().decode(bytes);
    const value = parsed(source);
    const text = value === undefined ? withChangedLine(source, dice) : changedText(value, dice);
    if (text === undefined) return undefined;
    return new TextEncoder().encode(dice.chance(0.1) ? text.replace(/\d+/, nastyNumber(dice)) : text);
  },
};

function parsed(source: string): Value | undefined {
  try {
    return JSON.parse(source) as Value;
  } catch {
    return undefined;
  }
}

function changedText(value: Value, dice: Dice): string {
  return JSON.stringify(changed(value, dice), undefined, dice.chance(0.5) ? 1 : undefined);
}

function withChangedLine(source: string, dice: Dice): string | undefined {
  const lines = source.trimEnd().split("\n");
  const index = dice.below(lines.length);
  const value = parsed(lines[index] ?? "");
  return value === undefined ? undefined : lines.with(index, JSON.stringify(changed(value, dice))).join("\n");
}

/** Goes down a random path, and changes what is at its end. */
function changed(value: Value, dice: Dice): Value {
  if (typeof value !== "object" || value === null || dice.chance(0.15)) return replacement(value, dice);
  const names = Object.keys(value);
  if (names.length === 0) return replacement(value, dice);
  const name = dice.pick(names);
  const container = value as { [name: string]: Value };
  const child = container[name] ?? null;
  const change = dice.below(12);
  if (change === 0) {
    if (Array.isArray(value)) value.splice(Number(name), 1);
    else delete container[name];
  } else if (change === 1) {
    if (Array.isArray(value)) value.push(...Array.from({ length: dice.pick([1, 2, 500]) }, () => child));
    else container[dice.pick(["__proto__", "source", "cells", "data", "text", "", nastyString(dice)])] = child;
  } else container[name] = changed(child, dice);
  return value;
}

function replacement(value: Value, dice: Dice): Value {
  const others: readonly (() => Value)[] = [
    () => null,
    () => dice.chance(0.5),
    () => dice.pick([0, -1, 1.5, 2 ** 31, 2 ** 53, 1e308, -0]),
    () => Buffer.from(nastyString(dice), "latin1").toString("utf8"),
    () => [],
    () => ({}),
    () => [value, value],
    () => ({ x: value, "text/plain": value, "image/png": value }),
    () => deep(value, dice.pick([3, 50, 1000])),
    () => (typeof value === "string" ? value.repeat(dice.pick([2, 100])).slice(0, 100_000) : "text"),
  ];
  return dice.pick(others)();
}

function deep(value: Value, depth: number): Value {
  let nested = value;
  for (let level = 0; level < depth; level += 1) nested = level % 2 === 0 ? [nested] : { a: nested };
  return nested;
}
