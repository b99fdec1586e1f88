import type { Json } from "@reader/core/handler";
import { isScale } from "../table/exact-decimal.ts";

/** The kinds of values without inner types. */
export type PrimitiveKind = "null" | "boolean" | "int" | "long" | "float" | "double" | "bytes" | "string";

/** A logical type: how a value is meant. */
export interface Logical {
  readonly name: string;
  readonly scale: number;
  readonly precision: number;
}

/** A type of an Avro schema. Named types that contain themselves refer to the same object. */
export type AvroType =
  | { readonly kind: PrimitiveKind; readonly logical?: Logical }
  | { readonly kind: "fixed"; readonly name: string; readonly size: number; readonly logical?: Logical }
  | { readonly kind: "enum"; readonly name: string; readonly symbols: readonly string[] }
  | { readonly kind: "array" | "map"; readonly items: AvroType }
  | { readonly kind: "union"; readonly options: readonly AvroType[] }
  | AvroRecord;

/** A record. Its fields are filled after it is made, because they may refer to it. */
export interface AvroRecord {
  readonly kind: "record";
  readonly name: string;
  readonly fields: AvroField[];
}

/** A field of a record. */
export interface AvroField {
  readonly name: string;
  readonly type: AvroType;
}

const primitives: ReadonlySet<string> = new Set([
  "null",
  "boolean",
  "int",
  "long",
  "float",
  "double",
  "bytes",
  "string",
]);

/** Maximum nesting depth of a schema. */
const maxDepth = 100;

interface Scope {
  readonly named: Map<string, AvroType>;
  readonly namespace: string;
  readonly depth: number;
}

/** Parses a schema (Avro specification 1.12, "Schema Declaration"). Throws a `RangeError` for one that is invalid. */
export function parseSchema(json: string): AvroType {
  let schema: unknown;
  try {
    schema = JSON.parse(json);
  } catch {
    throw new RangeError("its schema is not JSON");
  }
  return typeOf(schema as Json, { named: new Map(), namespace: "", depth: 0 });
}

function typeOf(schema: Json | undefined, given: Scope): AvroType {
  if (given.depth > maxDepth) throw new RangeError(`its schema is more than ${maxDepth} levels deep`);
  const scope = { ...given, depth: given.depth + 1 };
  if (typeof schema === "string") return namedType(schema, scope);
  if (Array.isArray(schema)) return { kind: "union", options: schema.map((option: Json) => typeOf(option, scope)) };
  if (typeof schema !== "object" || schema === null) throw new RangeError("its schema has a type that is none");
  const fields = schema as Fields;
  const { type } = fields;
  if (typeof type !== "string") return typeOf(type, scope);
  return primitives.has(type) ? primitiveOf(type as PrimitiveKind, fields) : complexType(type, fields, scope);
}

interface Fields {
  readonly [name: string]: Json;
}

function namedType(name: string, { named, namespace }: Scope): AvroType {
  if (primitives.has(name)) return { kind: name as PrimitiveKind };
  const found = named.get(fullName(name, namespace)) ?? named.get(name);
  if (found === undefined) throw new RangeError(`its schema has no type ${JSON.stringify(name)}`);
  return found;
}

function primitiveOf(kind: PrimitiveKind, fields: Fields): AvroType {
  const logical = logicalOf(fields);
  return logical === undefined ? { kind } : { kind, logical };
}

function complexType(type: string, fields: Fields, scope: Scope): AvroType {
  switch (type) {
    case "record":
    case "error":
      return recordOf(fields, scope);
    case "enum":
      return define(fields, scope, (name) => ({ kind: "enum", name, symbols: listOf(fields["symbols"]).map(String) }));
    case "fixed":
      return define(fields, scope, (name) => fixedOf(name, fields));
    case "array":
      return { kind: "array", items: typeOf(fields["items"], scope) };
    case "map":
      return { kind: "map", items: typeOf(fields["values"], scope) };
    default:
      return namedType(type, scope);
  }
}

function fixedOf(name: string, fields: Fields): AvroType {
  const size = fields["size"];
  if (typeof size !== "number" || !Number.isSafeInteger(size) || size < 0) {
    throw new RangeError(`the size of ${JSON.stringify(name)} is no number`);
  }
  const logical = logicalOf(fields);
  return { kind: "fixed", name, size, ...(logical === undefined ? {} : { logical }) };
}

function recordOf(fields: Fields, scope: Scope): AvroType {
  const { name } = fields;
  const record: AvroRecord = { kind: "record", name: typeof name === "string" ? name : "record", fields: [] };
  define(fields, scope, () => record);
  const inner = { ...scope, namespace: namespaceOf(fields, scope.namespace) };
  for (const field of listOf(fields["fields"])) {
    const { name: fieldName, type } = field as Fields;
    if (typeof fieldName !== "string") throw new RangeError("a field of its schema has no name");
    record.fields.push({ name: fieldName, type: typeOf(type, inner) });
  }
  return record;
}

function define(fields: Fields, { named, namespace }: Scope, make: (name: string) => AvroType): AvroType {
  const name = fields["name"];
  if (typeof name !== "string") throw new RangeError("a named type of its schema has no name");
  const type = make(name);
  named.set(fullName(name, namespaceOf(fields, namespace)), type);
  return type;
}

function namespaceOf(fields: Fields, outer: string): string {
  const { name, namespace } = fields;
  if (typeof name === "string" && name.includes(".")) return name.slice(0, name.lastIndexOf("."));
  return typeof namespace === "string" ? namespace : outer;
}

function fullName(name: string, namespace: string): string {
  return name.includes(".") || namespace === "" ? name : `${namespace}.${name}`;
}

function listOf(value: Json | undefined): readonly Json[] {
  if (!Array.isArray(value)) throw new RangeError("a list of its schema is missing");
  return value as readonly Json[];
}

function logicalOf({ logicalType, scale, precision }: Fields): Logical | undefined {
  if (typeof logicalType !== "string") return undefined;
  return {
    name: logicalType,
    scale: typeof scale === "number" && isScale(scale) ? scale : 0,
    precision: typeof precision === "number" ? precision : 0,
  };
}

/** Returns a type in words: `string`, `long, timestamp-millis`, `null or string`, `array of record Item`. */
export function typeWords(type: AvroType): string {
  if (type.kind === "union") return type.options.map(typeWords).join(" or ");
  if ("items" in type) return `${type.kind} of ${typeWords(type.items)}`;
  if (type.kind === "record" || type.kind === "enum") return `${type.kind} ${type.name}`;
  if (type.kind === "fixed") return `fixed ${type.name}, ${type.size} bytes${logicalWords(type.logical)}`;
  return `${type.kind}${logicalWords(type.logical)}`;
}

function logicalWords(logical: Logical | undefined): string {
  if (logical === undefined) return "";
  return logical.name === "decimal" ? ` (decimal ${logical.precision}, ${logical.scale})` : ` (${logical.name})`;
}
