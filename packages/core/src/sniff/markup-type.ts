import type { MediaType } from "../media-type.ts";

/** Root elements that tell the kind of XML, without their prefix. */
const roots: Readonly<Record<string, MediaType>> = {
  svg: "image/svg+xml",
  rss: "application/rss+xml",
  feed: "application/atom+xml",
  kml: "application/vnd.google-earth.kml+xml",
  gpx: "application/gpx+xml",
  tt: "application/ttml+xml",
  FictionBook: "application/x-fictionbook+xml",
  "xmp:xmpmeta": "application/rdf+xml",
  RDF: "application/rdf+xml",
  math: "application/mathml+xml",
};

/** Elements that start pieces of HTML which lack the outer ones. */
const htmlElements =
  /^(?:html|head|body|title|meta|link|script|style|base|div|span|p|br|hr|h[1-6]|a|b|i|em|strong|table|thead|tbody|tr|td|th|ul|ol|li|dl|img|pre|code|form|input|center|font|section|article|main|header|footer|nav|frameset|iframe|blockquote)$/i;
const certainHtmlElements = /^(?:html|head|body|frameset)$/i;

/** A kind of markup, and whether more than a tag of a well-known name speaks for it. */
export interface MarkupType {
  readonly mediaType: MediaType;
  readonly isCertain: boolean;
}

/** The kind of XML or HTML that a text starts as; undefined where it does not start with markup. */
export function markupTypeOf(start: string): MarkupType | undefined {
  const isDeclared = /^<\?xml[\s?]/.test(start);
  const body = afterProlog(start);
  if (/^<!doctype\s+(?:html|"-\/\/w3c\/\/dtd x?html)/i.test(body)) return certain("text/html");
  const [, prefix = "", name = "", attributes = ""] = /^<(?:([\w.-]{1,40}):)?([\w.-]{1,60})((?:\s[^>]{0,4000})?)/.exec(afterDoctype(body)) ?? [];
  if (prefix === "" && certainHtmlElements.test(name)) return certain(isDeclared ? "application/xhtml+xml" : "text/html");
  const known = roots[name] ?? flatOpenDocument(attributes);
  if (known !== undefined && (isDeclared || attributes !== "" || name === "svg")) return certain(known);
  if (isDeclared || /\sxmlns(?::[\w-]{1,40})?\s?=/.test(attributes)) return certain("application/xml");
  if (prefix === "" && htmlElements.test(name)) return { mediaType: "text/html", isCertain: false };
  return undefined;
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
