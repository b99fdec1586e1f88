import type { FlatTable } from "./flat-table.ts";

/** Maximum number of fields of a schema, with those inside others: offsets may share a field any number of times. */
const maxFields = 100_000;

/** Maximum nesting depth of a schema. */
const maxDepth = 64;

/** The number of the type whose description has a list. */
const unionType = 14;

/** The size of a node and of a buffer (Message.fbs): two 64-bit integers. */
const nodeBytes = 16;

/**
 * Checks the header of a message before the engine reads it, which makes lists of any stated length. Throws a
 * `RangeError` if a list is longer than the header, or if fields are nested too deeply.
 */
export function checkMessage(message: FlatTable): void {
  const kind = message.byte(1);
  if (kind === 1) checkSchema(message.table(2));
  else if (kind === 2) checkBatch(message.table(2).table(1));
  else if (kind === 3) checkBatch(message.table(2));
}

/** Checks the footer of a file. */
export function checkFooter(footer: FlatTable): void {
  checkSchema(footer.table(1));
  checkTexts(footer, 4);
}

function checkSchema(schema: FlatTable): void {
  const room = { left: maxFields };
  for (const field of schema.tables(1)) checkField(field, room, 1);
  checkTexts(schema, 2);
}

function checkField(field: FlatTable, room: { left: number }, depth: number): void {
  room.left -= 1;
  if (room.left < 0 || depth > maxDepth) throw new RangeError("its schema has too many fields");
  if (field.byte(2) === unionType) field.table(3).vector(1, 4);
  for (const child of field.tables(5)) checkField(child, room, depth + 1);
  checkTexts(field, 6);
}

/** Checks a list of names and values. */
function checkTexts(table: FlatTable, field: number): void {
  table.vector(field, 4);
}

function checkBatch(batch: FlatTable): void {
  batch.vector(1, nodeBytes);
  const buffers = batch.vector(2, nodeBytes);
  const counts = batch.longs(4);
  const total = counts.reduce((sum, count) => sum + (count < 0 ? Number.NaN : count), 0);
  if (!(total <= buffers.length)) throw new RangeError("a column has more buffers than its batch");
}
