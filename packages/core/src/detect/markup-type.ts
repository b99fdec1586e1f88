import type { MediaType } from "../contract/media-type.ts";

/** Root elements that identify a type of XML, without their prefix. */
const roots: ReadonlyMap<string, MediaType> = new Map([
  ["svg", "image/svg+xml"],
  ["rss", "application/rss+xml"],
  ["feed", "application/atom+xml"],
  ["kml", "application/vnd.google-earth.kml+xml"],
  ["gpx", "application/gpx+xml"],
  ["tt", "application/ttml+xml"],
  ["FictionBook", "application/x-fictionbook+xml"],
  ["xmpmeta", "application/rdf+xml"],
  ["RDF", "application/rdf+xml"],
  ["math", "application/mathml+xml"],
]);

/** Elements at the start of HTML fragments without the outer elements. */
const htmlElements =
  /^(?:html|head|body|title|meta|link|script|style|base|div|span|p|br|hr|h[1-6]|a|b|i|em|strong|table|thead|tbody|tr|td|th|ul|ol|li|dl|img|pre|code|form|input|center|font|section|article|main|header|footer|nav|frameset|iframe|blockquote)$/i;
const certainHtmlElements = /^(?:html|head|body|frameset)$/i;

/** A type of markup. It is certain if there is more evidence than a tag with a common name. */
export interface MarkupType {
  readonly mediaType: MediaType;
  readonly isCertain: boolean;
}

const htmlDoctype = /^<!doctype\s+(?:html|"-\/\/w3c\/\/dtd x?html)/i;
const startTag = /^<(?:([\w.-]{1,40}):)?([\w.-]{1,60})((?:\s[^>]{0,4000})?)/;
const namespace = /\sxmlns(?::[\w-]{1,40})?\s?=/;

/** Returns the type of XML or HTML that a text starts with; `undefined` if it does not start with markup. */
export function markupTypeOf(start: string): MarkupType | undefined {
  const body = afterProlog(start);
  if (htmlDoctype.test(body)) return certain("text/html");
  const isXml = /^<\?xml[\s?]/.test(start);
  const tag = startTag.exec(afterDoctype(body));
  if (tag === null) return isXml ? certain("application/xml") : undefined;
  return typeOfRoot(tag, isXml);
}

function typeOfRoot([, prefix, name = "", said = ""]: RegExpExecArray, isXml: boolean): MarkupType | undefined {
  const html = prefix === undefined ? htmlTypeOf(name, isXml) : undefined;
  if (html?.isCertain === true) return html;
  return xmlTypeOf({ name, said, isXml }) ?? html;
}

interface RootElement {
  readonly name: string;
  /** The attributes. */
  readonly said: string;
  readonly isXml: boolean;
}

/**
 * Returns the type of an XML root element. A tag alone may have any name; attributes or a declaration prove a document.
 */
function xmlTypeOf({ name, said, isXml }: RootElement): MarkupType | undefined {
  const known = roots.get(name) ?? flatOpenDocument(said);
  if (known !== undefined && (isXml || said !== "" || name === "svg")) return certain(known);
  return isXml || namespace.test(said) ? certain("application/xml") : undefined;
}

function htmlTypeOf(name: string, isXml: boolean): MarkupType | undefined {
  if (certainHtmlElements.test(name)) return certain(isXml ? "application/xhtml+xml" : "text/html");
  return htmlElements.test(name) ? { mediaType: "text/html", isCertain: false } : undefined;
}

function certain(mediaType: MediaType): MarkupType {
  return { mediaType, isCertain: true };
}

/** Skips declarations, processing instructions and comments. */
function afterProlog(text: string): string {
  let rest = text;
  for (;;) {
    const end = rest.startsWith("<!--") ? endAt(rest, "-->") : endAt(rest.startsWith("<?") ? rest : "", "?>");
    if (end < 0) return rest;
    rest = rest.slice(end).trimStart();
  }
}

function afterDoctype(text: string): string {
  if (!/^<!doctype/i.test(text)) return text;
  const subset = text.indexOf("[");
  const close = text.indexOf(">");
  const end = subset >= 0 && subset < close ? endAt(text, "]>") : close + 1;
  return end <= 0 ? "" : afterProlog(text.slice(end).trimStart());
}

function endAt(text: string, mark: string): number {
  const at = text.indexOf(mark);
  return at < 0 ? -1 : at + mark.length;
}

function flatOpenDocument(attributes: string): MediaType | undefined {
  const type = /office:mimetype\s?=\s?["']application\/vnd\.oasis\.opendocument\.([a-z]{1,40})/.exec(attributes)?.[1];
  return type === undefined ? undefined : `application/vnd.oasis.opendocument.${type}-flat-xml`;
}
