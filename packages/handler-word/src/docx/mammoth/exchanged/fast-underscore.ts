import { functionIn, isRecord, type AnyFunction } from "../mammoth-shape.ts";

/**
 * underscore with its most used functions done directly for what mammoth gives them, lists and plain objects; whatever
 * else comes goes to underscore itself. Throws where a function is missing.
 */
export function fastUnderscore(underscore: unknown): unknown {
  const original = (name: string): AnyFunction => functionIn(underscore, name);
  return {
    ...(isRecord(underscore) ? underscore : {}),
    flatten: flattenOr(original("flatten")),
    pluck: pluckOr(original("pluck")),
    find: findOr(original("find")),
    filter: filterOr(original("filter")),
    map: mapOr(original("map")),
    isEqual: isEqualOr(original("isEqual")),
    extend,
  };
}

type List = readonly unknown[];

function isList(value: unknown): value is List {
  return Array.isArray(value);
}

function flattenOr(original: AnyFunction): AnyFunction {
  return (list, depth) => {
    if (!isList(list) || (depth !== undefined && depth !== true)) return original(list, depth);
    if (!list.some(isList)) return list.slice();
    const flat: unknown[] = [];
    addFlat(flat, list, depth === true ? 1 : Number.POSITIVE_INFINITY);
    // A list that has grown is half empty, and these are kept.
    return flat.slice();
  };
}

function addFlat(flat: unknown[], list: List, levels: number): void {
  for (const value of list) {
    if (levels > 0 && isList(value)) addFlat(flat, value, levels - 1);
    else flat.push(value);
  }
}

function pluckOr(original: AnyFunction): AnyFunction {
  return (list, key) => {
    if (!isList(list) || typeof key !== "string") return original(list, key);
    return list.map((value) => (isRecord(value) ? value[key] : undefined));
  };
}

type Called = (value: unknown, index: number, list: unknown) => unknown;

function isCalled(value: unknown): value is Called {
  return typeof value === "function";
}

function findOr(original: AnyFunction): AnyFunction {
  return (list, test) => (isList(list) && isCalled(test) ? list.find(test) : original(list, test));
}

function filterOr(original: AnyFunction): AnyFunction {
  return (list, test) => (isList(list) && isCalled(test) ? list.filter(test) : original(list, test));
}

function mapOr(original: AnyFunction): AnyFunction {
  return (list, change) => (isList(list) && isCalled(change) ? list.map(change) : original(list, change));
}

/** Attributes of HTML are compared: few, and all of them strings. */
function isEqualOr(original: AnyFunction): AnyFunction {
  return (left, right) => {
    if (!isPlain(left) || !isPlain(right)) return original(left, right);
    const names = Object.keys(left);
    if (names.length !== Object.keys(right).length) return false;
    return names.every((name) => typeof left[name] === "string" && left[name] === right[name])
      ? true
      : original(left, right);
  };
}

function isPlain(value: unknown): value is Readonly<Record<string, unknown>> {
  if (!isRecord(value)) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

/** Inherited properties are taken, too. */
function extend(target: unknown, ...sources: readonly unknown[]): unknown {
  if (!isRecord(target)) return target;
  const own = target as Record<string, unknown>;
  for (const source of sources) {
    if (isPlain(source)) Object.assign(own, source);
    else if (isRecord(source)) for (const name in source) own[name] = source[name];
  }
  return own;
}
