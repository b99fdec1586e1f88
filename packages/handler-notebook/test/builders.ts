import { Buffer } from "node:buffer";

/** A JSON object in a notebook. */
export type Fields = Readonly<Record<string, unknown>>;

/** Splits text as Jupyter stores it: into lines with their line breaks. */
export function lines(text: string): readonly string[] {
  return text.split(/(?<=\n)/);
}

/** A code cell of nbformat 4. */
export function code(count: number | null, source: string, outputs: readonly unknown[] = []): Fields {
  return { cell_type: "code", execution_count: count, metadata: {}, outputs, source: lines(source) };
}

/** A Markdown cell of nbformat 4. */
export function markdown(source: string, more: Fields = {}): Fields {
  return { cell_type: "markdown", metadata: {}, source: lines(source), ...more };
}

/** Creates output of a standard stream. */
export function stream(name: string, text: string): Fields {
  return { name, output_type: "stream", text: lines(text) };
}

/** Creates a result with several media types. */
export function result(count: number, data: Fields): Fields {
  return { data, execution_count: count, metadata: {}, output_type: "execute_result" };
}

/** Creates displayed data with several media types. */
export function display(data: Fields): Fields {
  return { data, metadata: {}, output_type: "display_data" };
}

/** Encodes base64 as Python's encoder wraps it, with a final line break. */
export function base64(bytes: Uint8Array): string {
  return Buffer.from(bytes)
    .toString("base64")
    .replace(/.{1,76}/g, "$&\n");
}

const python: Fields = {
  kernelspec: { display_name: "Python 3 (ipykernel)", language: "python", name: "python3" },
  language_info: { file_extension: ".py", mimetype: "text/x-python", name: "python", version: "3.12.4" },
};

/** A notebook of nbformat 4.5 whose cells have identifiers. */
export function notebook4(cells: readonly Fields[], metadata: Fields = {}): Fields {
  const identified = cells.map((cell, index) => ({ ...cell, id: `cell-${index + 1}` }));
  return { cells: identified, metadata: { ...python, ...metadata }, nbformat: 4, nbformat_minor: 5 };
}

/** Serialises a notebook as Jupyter does. */
export function file(notebook: unknown): string {
  return `${JSON.stringify(notebook, null, 1)}\n`;
}

/** Serialises a notebook as one line of bytes. */
export function bytesOf(notebook: unknown): Uint8Array {
  return new TextEncoder().encode(typeof notebook === "string" ? notebook : JSON.stringify(notebook));
}
