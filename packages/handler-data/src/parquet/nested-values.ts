import type { SchemaElement, SchemaTree } from "hyparquet";
import { type ReadValue, valueReader } from "./column-values.ts";

/** The conversion of the values of a column, and the elements that the library has to give as they are stored. */
export interface ColumnReader {
  readonly read: ReadValue;
  readonly stored: readonly SchemaElement[];
}

/** Returns the conversion of a column, with the values that are nested in it; `undefined` if it needs none. */
export function columnReader(tree: SchemaTree): ColumnReader | undefined {
  const one = tree.children.length === 0 ? leafReader(tree) : groupReader(tree);
  return tree.element.repetition_type === "REPEATED" ? listOf(one) : one;
}

function leafReader({ element }: SchemaTree): ColumnReader | undefined {
  const read = valueReader(element);
  return read === undefined ? undefined : { read, stored: [element] };
}

/** Lists and maps are what the library takes for them: it looks at the older of the two annotations. */
function groupReader(tree: SchemaTree): ColumnReader | undefined {
  const { converted_type: kind, logical_type: logical } = tree.element;
  const [inner] = tree.children;
  // The library decodes it by the types of its parts.
  if (logical?.type === "VARIANT") return undefined;
  if (inner !== undefined && kind === "LIST" && isList(tree, inner)) return listOf(itemReader(inner));
  return inner !== undefined && kind === "MAP" && isMap(tree, inner) ? mapReader(inner) : structReader(tree);
}

/** True if the library returns the values as lists: the group has one repeated part, which has one part or none. */
function isList({ children }: SchemaTree, inner: SchemaTree): boolean {
  return children.length === 1 && inner.children.length <= 1 && inner.element.repetition_type === "REPEATED";
}

/** True if the library returns the values as objects: the group has one repeated part of a key and a value. */
function isMap({ children }: SchemaTree, inner: SchemaTree): boolean {
  return children.length === 1 && inner.children.length === 2 && inner.element.repetition_type === "REPEATED";
}

function itemReader(inner: SchemaTree): ColumnReader | undefined {
  const [item] = inner.children;
  return item === undefined ? leafReader(inner) : columnReader(item);
}

function listOf(item: ColumnReader | undefined): ColumnReader | undefined {
  if (item === undefined) return undefined;
  const { read, stored } = item;
  return { read: (value) => (Array.isArray(value) ? value.map(read) : value), stored };
}

/** Keys are names of properties already, so only values are converted. */
function mapReader({ children }: SchemaTree): ColumnReader | undefined {
  const value = children.find(({ element }) => element.name === "value");
  const reader = value === undefined ? undefined : columnReader(value);
  if (reader === undefined) return undefined;
  return { read: (map) => withFields(map, () => reader.read), stored: reader.stored };
}

function structReader({ children }: SchemaTree): ColumnReader | undefined {
  const readers = new Map<string, ColumnReader>();
  for (const child of children) {
    const reader = columnReader(child);
    if (reader !== undefined) readers.set(child.element.name, reader);
  }
  if (readers.size === 0) return undefined;
  const stored = [...readers.values()].flatMap((reader) => reader.stored);
  return { read: (struct) => withFields(struct, (name) => readers.get(name)?.read), stored };
}

/** Returns an object with converted fields. */
function withFields(value: unknown, readerOf: (name: string) => ReadValue | undefined): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  const converted = Object.entries(value).map(([name, field]): [string, unknown] => {
    const read = readerOf(name);
    return [name, read === undefined ? field : read(field)];
  });
  return Object.fromEntries(converted);
}
