/** A property of a calendar or a contact (RFC 5545, 3.1; RFC 6350, 3.3; vCard 2.1). */
export interface Property {
  /** In upper case, without its group. */
  readonly name: string;
  /** Joins properties, such as a number and its label: `item1`. Empty if there is none. */
  readonly group: string;
  /** Names are in upper case; vCard 2.1 has values without names, which are those of `TYPE`. */
  readonly parameters: ReadonlyMap<string, readonly string[]>;
  /** As written: decoded from quoted-printable, but with escapes. */
  readonly value: string;
  /** Its line in the file, from 1. */
  readonly line: number;
}

/** A component: `VEVENT` with its properties, and the components inside. */
export interface Component {
  readonly name: string;
  readonly properties: Property[];
  readonly components: Component[];
  /** Its first and last line in the file, from 1. */
  readonly firstLine: number;
  lastLine: number;
  /** False if the file ends before the component does. */
  isClosed: boolean;
}

/** Maximum nesting depth of components. Calendars have three. */
const maxDepth = 20;

/** Encodings and character sets that vCard 2.1 writes without the name of the parameter. */
const bareEncodings = /^(?:quoted-printable|base64|8bit|7bit|b)$/i;

/** Parses components at the top level. Lines that are no properties are counted, and otherwise ignored. */
export function parseComponents(text: string): {
  readonly components: readonly Component[];
  readonly badLines: number;
} {
  const root = component("", 1);
  const open: Component[] = [root];
  let badLines = 0;
  for (const property of propertiesOf(text)) {
    const current = open.at(-1) ?? root;
    if (property === undefined) badLines += 1;
    else if (property.name === "BEGIN" && open.length <= maxDepth) {
      const inner = component(property.value.trim().toUpperCase(), property.line);
      current.components.push(inner);
      open.push(inner);
    } else if (property.name === "END") close(open, property);
    else current.properties.push(property);
    for (const each of open) each.lastLine = Math.max(each.lastLine, property?.line ?? 0);
  }
  return { components: root.components, badLines };
}

function component(name: string, line: number): Component {
  return { name, properties: [], components: [], firstLine: line, lastLine: line, isClosed: false };
}

/** Closes the innermost component of a name, and those inside it. An end without a beginning is ignored. */
function close(open: Component[], { value, line }: Property): void {
  const name = value.trim().toUpperCase();
  const at = open.findLastIndex((each) => each.name === name);
  if (at <= 0) return;
  for (const each of open.splice(at)) {
    each.lastLine = line;
    each.isClosed = each.name === name;
  }
}

/** Yields the properties of a text, and `undefined` for any other line. Continued lines are joined. */
function* propertiesOf(text: string): Generator<Property | undefined> {
  const lines = text.split("\n");
  for (let at = 0; at < lines.length;) {
    const { line, end } = joinedLine(lines, at);
    if (line.trim() !== "") yield parseProperty(line, at + 1);
    at = end;
  }
}

interface JoinedLine {
  readonly line: string;
  /** The index of the line after those that are joined. */
  readonly end: number;
}

/** Joins a line with those that continue it, which start with a space. */
function joinedLine(lines: readonly string[], start: number): JoinedLine {
  const first = lines[start] ?? "";
  let end = start + 1;
  while (/^[ \t]/.test(lines[end] ?? "")) end += 1;
  const line = [first, ...lines.slice(start + 1, end).map((each) => each.slice(1))].join("");
  return isQuotedPrintable(first) ? withSoftBreaks(lines, { line, end }) : { line, end };
}

/** A soft line break of quoted-printable continues the value without a space. */
function withSoftBreaks(lines: readonly string[], { line, end }: JoinedLine): JoinedLine {
  const parts = [line];
  let next = end;
  while (parts.at(-1)?.endsWith("=") === true && next < lines.length) {
    parts.push((parts.pop() ?? "").slice(0, -1), lines[next] ?? "");
    next += 1;
  }
  return { line: parts.join(""), end: next };
}

function isQuotedPrintable(line: string): boolean {
  return /quoted-printable/i.test(line.slice(0, Math.max(0, line.indexOf(":"))));
}

/** Splits a line at the colon that ends its parameters; a colon in quotes does not. */
function parseProperty(line: string, number: number): Property | undefined {
  const head = /^(?:([\w-]+)\.)?([\w-]+)((?:;(?:"[^"]*"|[^":])*)?):/.exec(line);
  if (head === null) return undefined;
  const [whole, group = "", name = "", written = ""] = head;
  const parameters = parametersOf(written);
  const value = decodeValue(line.slice(whole.length), parameters);
  return { name: name.toUpperCase(), group: group.toLowerCase(), parameters, value, line: number };
}

function parametersOf(written: string): ReadonlyMap<string, readonly string[]> {
  const parameters = new Map<string, readonly string[]>();
  for (const [part] of written.matchAll(/(?:"[^"]*"|[^;"])+/g)) {
    const equals = part.indexOf("=");
    const bare = bareEncodings.test(part) ? "ENCODING" : "TYPE";
    const name = equals < 0 ? bare : part.slice(0, equals).trim().toUpperCase();
    const values = [...part.slice(equals + 1).matchAll(/"([^"]*)"|[^,"]+/g)].map(([each, quoted]) => quoted ?? each);
    parameters.set(name, [...(parameters.get(name) ?? []), ...values.map(withoutCarets)]);
  }
  return parameters;
}

const carets: Readonly<Record<string, string>> = { n: " ", "^": "^", "'": '"' };

/** Decodes the escapes of parameters (RFC 6868). */
function withoutCarets(value: string): string {
  return value.replaceAll(/\^([n^'])/g, (_, mark: string) => carets[mark] ?? mark);
}

function decodeValue(value: string, parameters: ReadonlyMap<string, readonly string[]>): string {
  const [encoding = ""] = parameters.get("ENCODING") ?? [];
  if (encoding.toLowerCase() !== "quoted-printable") return value;
  const encoded = value.replaceAll(/=([\dA-F]{2})/gi, (_, digits: string) =>
    String.fromCharCode(Number.parseInt(digits, 16)),
  );
  const [charset = "utf-8"] = parameters.get("CHARSET") ?? [];
  // Characters that the file did not encode are already decoded, so their bytes are unknown.
  if (/[^\0-\xff]/.test(encoded) || !/[\x80-\xff]/.test(encoded)) return encoded;
  const bytes = Uint8Array.from(encoded, (character) => character.charCodeAt(0));
  try {
    return new TextDecoder(charset).decode(bytes);
  } catch {
    // An unknown character set.
    return new TextDecoder().decode(bytes);
  }
}

/** Decodes the escapes of a text: `\n`, `\,`, `\;` and `\\`. */
export function unescapeText(value: string): string {
  return value.replaceAll(/\\([\\,;:nN])/g, (_, mark: string) => (mark.toLowerCase() === "n" ? "\n" : mark));
}

/** Splits a value at a separator that is not escaped, and decodes the escapes of the parts. */
export function splitText(value: string, separator: ";" | ","): readonly string[] {
  const parts: string[] = [];
  let start = 0;
  for (let at = 0; at < value.length; at += 1) {
    if (value[at] === "\\") at += 1;
    else if (value[at] === separator) {
      parts.push(value.slice(start, at));
      start = at + 1;
    }
  }
  return [...parts, value.slice(start)].map((part) => unescapeText(part).trim());
}

/** Returns the first property of a name. */
export function firstOf({ properties }: Component, name: string): Property | undefined {
  return properties.find((property) => property.name === name);
}

/** Returns the text of the first property of a name, on one line; empty if there is none. */
export function textOf(component: Component, name: string): string {
  return unescapeText(firstOf(component, name)?.value ?? "")
    .replaceAll(/\s+/g, " ")
    .trim();
}
