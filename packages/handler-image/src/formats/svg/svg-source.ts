import {
  decodeImage,
  describeImage,
  type ImageDescription,
  type InputLimits,
  type PixelSize,
  type RawPixels,
  type Region,
} from "@reader/image-fit";

/** Number of characters in which the engine searches for the root element. */
const headCharacters = 800;

const rootStart = /<(?:[\w-]{1,40}:)?svg[\s>/]/;

/** Decodes a drawing into a form that the engine detects as SVG. Returns `undefined` if there is no root element. */
export function svgText(bytes: Uint8Array): string | undefined {
  const text = decodeSvg(bytes);
  // The declared encoding no longer applies.
  const undeclared = text.replace(/^\s*<\?xml[^>]*\?>\s*/, "");
  const plain = withoutLeadingComments(undeclared);
  const rootAt = plain.search(rootStart);
  if (rootAt < 0) return undefined;
  return rootAt < headCharacters ? plain : plain.trimStart();
}

/** Removes comments before the root element, since they may contain tags. */
function withoutLeadingComments(text: string): string {
  const kept: string[] = [];
  let from = 0;
  let rootAt = -1;
  for (;;) {
    const commentAt = text.indexOf("<!--", from);
    if (rootAt < from) rootAt = rootFrom(text, from);
    if (commentAt < 0 || commentAt > rootAt) break;
    const endAt = text.indexOf("-->", commentAt + 4);
    kept.push(text.slice(from, commentAt));
    from = endAt < 0 ? text.length : endAt + 3;
  }
  return kept.length === 0 ? text : kept.join("") + text.slice(from);
}

function rootFrom(text: string, from: number): number {
  const pattern = new RegExp(rootStart, "g");
  pattern.lastIndex = from;
  return pattern.exec(text)?.index ?? Number.POSITIVE_INFINITY;
}

/** Decodes by byte order mark, then by XML declaration, then as UTF-8. */
/** Decodes the source of a drawing by its byte order mark or its declaration. */
export function decodeSvg(bytes: Uint8Array): string {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return new TextDecoder("utf-16le").decode(bytes);
  if (first === 0xfe && second === 0xff) return new TextDecoder("utf-16be").decode(bytes);
  const head = new TextDecoder("latin1").decode(bytes.subarray(0, 200));
  const declared = /^<\?xml[^>]*encoding\s*=\s*["']([\w.:-]{1,40})["']/.exec(head)?.[1] ?? "utf-8";
  return decodeAs(declared, bytes);
}

function decodeAs(label: string, bytes: Uint8Array): string {
  try {
    // A file without a byte order mark that declares UTF-16 is in fact UTF-8.
    return new TextDecoder(/^utf-?16/i.test(label) ? "utf-8" : label).decode(bytes);
  } catch {
    return new TextDecoder().decode(bytes);
  }
}

/** Maximum length of a value, enough for colours, lengths and short lists. */
const maxValueCharacters = 200;
const maxDeclarations = 1000;
/** Maximum number of uses that are resolved. With the longest values they add ten million characters. */
const maxUses = 50_000;
/** Maximum depth of variables inside variables. */
const maxDepth = 4;

const declarationPattern =
  /(?<![\w!-])(--[\w-]{1,60})\s{0,9}:\s{0,9}([^\s:;{}<>"'&][^:;{}<>"'&\n]{0,199})(?=[;}"'<\n])/g;
/** Captures the name and the fallback value. */
const usePattern = /var\(\s{0,9}(--[\w-]{1,60})\s{0,9}(?:,((?:[^()<>]|\([^()<>]{0,200}\)){0,200}))?\)/g;
/** Captures the first of two colours. */
const schemePattern =
  /light-dark\(((?:[^(),<>]|\([^()<>]{0,200}\)){1,200}),(?:[^()<>]|\((?:[^()<>]|\([^()<>]{0,100}\)){0,200}\)){1,200}\)/g;

/**
 * Replaces CSS variables by their values, and `light-dark()` by its light colour. The engine does not support variables
 * and would draw black or nothing. If a variable has several values, the first is used, which is usually the default or
 * light scheme.
 */
export function withoutVariables(svg: string): string {
  const plain = svg.includes("light-dark(") ? svg.replaceAll(schemePattern, "$1") : svg;
  if (!plain.includes("var(")) return plain;
  const values = declarationsIn(plain);
  if (values.size === 0) return plain;
  let uses = 0;
  const resolved = (text: string, depth: number): string =>
    text.replaceAll(usePattern, (use: string, name: string, instead?: string) => {
      uses += 1;
      if (depth > maxDepth || uses > maxUses) return use;
      const value = values.get(name);
      if (value !== undefined) return resolved(value, depth + 1);
      return instead === undefined ? use : `var(${name},${resolved(instead, depth + 1)})`;
    });
  return resolved(plain, 1);
}

function declarationsIn(svg: string): ReadonlyMap<string, string> {
  const values = new Map<string, string>();
  for (const [, name = "", value = ""] of svg.matchAll(declarationPattern)) {
    if (values.size >= maxDeclarations) break;
    if (!values.has(name)) values.set(name, value.trimEnd().slice(0, maxValueCharacters));
  }
  return values;
}

const rootPattern = /<(?:[\w-]{1,40}:)?svg(?=[\s>/])(?:[^<>"']|"[^"]*"|'[^']*')*>/;

/** CSS pixels per unit: https://www.w3.org/TR/css-values-3/#absolute-lengths, with a font size of 16 pixels. */
const pixelsOfUnit: Readonly<Record<string, number>> = {
  "": 1,
  px: 1,
  pt: 4 / 3,
  pc: 16,
  mm: 96 / 25.4,
  cm: 96 / 2.54,
  in: 96,
  em: 16,
  ex: 8,
};

const lengthPattern = /^\s*\+?([\d.]+(?:e[+-]?\d+)?)\s*([a-z]*)\s*$/i;

/** Returns the opening tag of the root element, or `undefined` if it is missing or incomplete. */
export function rootOf(svg: string): string | undefined {
  return rootPattern.exec(svg)?.[0];
}

/**
 * Returns the size in CSS pixels that a drawing declares, as browsers compute it: width and height, with missing values
 * from its `viewBox`. Returns `undefined` if it is missing. Percentages and values of zero or less are ignored.
 */
export function declaredSize(root: string): PixelSize | undefined {
  const [widthPx, heightPx] = [sidePx(root, "width"), sidePx(root, "height")];
  if (widthPx !== undefined && heightPx !== undefined) return { widthPx, heightPx };
  const box = boxOf(root);
  if (box === undefined) return undefined;
  if (widthPx !== undefined) return { widthPx, heightPx: (widthPx * box.heightPx) / box.widthPx };
  return heightPx === undefined ? box : { widthPx: (heightPx * box.widthPx) / box.heightPx, heightPx };
}

/**
 * Returns the bytes of a drawing with another size. `said` is its declared size, which its coordinates fill if it has
 * no `viewBox`.
 */
export function sized(svg: string, size: PixelSize, said: PixelSize): Uint8Array {
  return encoded(svg, withRoot(svg, attributesOf(svg, size, said)));
}

/**
 * Returns the bytes of a drawing that shows only a region, at the size `shown`. It is wrapped in an outer drawing with
 * the coordinates of the size `said`, so that only the region is rendered.
 */
export function regionOf(svg: string, said: PixelSize, { part, shown }: PartRequest): Uint8Array {
  const root = rootOf(svg) ?? "";
  const inner = withRoot(svg, attributesOf(svg, said, said));
  const box = [part.xPx, part.yPx, part.widthPx, part.heightPx].join(" ");
  const frame = `<svg xmlns="http://www.w3.org/2000/svg" width="${shown.widthPx}" height="${shown.heightPx}" viewBox="${box}">`;
  // Nothing has changed before the root tag.
  const rootAt = svg.indexOf(root);
  const framed = `${inner.slice(0, rootAt)}${frame}${withoutPlace(inner.slice(rootAt))}</svg>`;
  return new TextEncoder().encode(framed);
}

/** True if CSS rules set the size of `svg` elements, which overrides the attributes. */
export function hasStyledSize(svg: string): boolean {
  return /(?:svg|:root|\*)\s{0,9}\{[^{}<>]{0,1000}?(?:width|height)\s{0,9}:/.test(svg);
}

/** A region of a drawing in its own coordinates, and the size at which it is shown. */
interface PartRequest {
  readonly part: Region;
  readonly shown: PixelSize;
}

/** Removes the position attributes, which apply only to nested drawings. */
function withoutPlace(svg: string): string {
  return svg.replace(rootPattern, (root) => root.replaceAll(/\s[xy]\s*=\s*(?:"[^"]*"|'[^']*')/g, ""));
}

function attributesOf(svg: string, size: PixelSize, said: PixelSize): string {
  const root = rootOf(svg) ?? "";
  const viewBox = boxOf(root) === undefined ? `0 0 ${said.widthPx} ${said.heightPx}` : attribute(root, "viewBox");
  return ` width="${size.widthPx}" height="${size.heightPx}" viewBox="${viewBox ?? ""}"`;
}

/** Returns the bytes of a drawing without size attributes. */
function unsized(svg: string): Uint8Array {
  return encoded(svg, withRoot(svg, ""));
}

/** The engine detects SVG by these characters near the start, which are missing if the root has a namespace prefix. */
const engineMark = "<!--<svg-->";

function encoded(svg: string, source: string): Uint8Array {
  return new TextEncoder().encode(rootOf(svg)?.startsWith("<svg") === true ? source : engineMark + source);
}

function withRoot(svg: string, attributes: string): string {
  const root = rootOf(svg) ?? "";
  const bare = root
    .replaceAll(/\s(?:width|height|viewBox)\s*=\s*(?:"[^"]*"|'[^']*')/g, "")
    .replace(/\sstyle\s*=\s*(?:"[^"]*"|'[^']*')/, (style) => style.replaceAll(styledSides, "$1"))
    .replace(/svg(?=[\s>/])/, () => `svg${attributes}`);
  return svg.replace(root, () => bare);
}

/** Width and height in a style, which override the attributes. */
const styledSides = /([\s;"'])(?:width|height)\s*:[^;"']*/g;

function sidePx(root: string, name: "width" | "height"): number | undefined {
  const styled = new RegExp(`(?:^|[\\s;])${name}\\s*:([^;]{0,100})`, "u").exec(attribute(root, "style") ?? "")?.[1];
  return lengthPx(styled) ?? lengthPx(attribute(root, name));
}

function boxOf(root: string): PixelSize | undefined {
  const sides = (attribute(root, "viewBox") ?? "").trim().split(/[\s,]+/u);
  const [widthPx, heightPx] = [lengthPx(sides[2]), lengthPx(sides[3])];
  return sides.length === 4 && widthPx !== undefined && heightPx !== undefined ? { widthPx, heightPx } : undefined;
}

function attribute(root: string, name: string): string | undefined {
  return new RegExp(`\\s${name}\\s*=\\s*["']([^"']{0,400})["']`, "u").exec(root)?.[1];
}

function lengthPx(length: string | undefined): number | undefined {
  const [, value, unit] = lengthPattern.exec(length ?? "") ?? [];
  const factor = pixelsOfUnit[(unit ?? "?").toLowerCase()];
  const px = Number(value) * (factor ?? Number.NaN);
  return px > 0 && Number.isFinite(px) ? px : undefined;
}

/** Maximum side for the engine, in pixels. Its limit is 32 767, and it rounds up. */
const mostEnginePx = 32_000;
/** Side to which larger drawings are scaled, in pixels. */
const usualSidePx = 16_384;

/**
 * Rounds the size of a drawing to whole pixels. Drawings beyond the engine's limit, such as plans in millimetres and
 * maps, are scaled down.
 */
export function withinEngineLimit({ widthPx, heightPx }: PixelSize, { maxSidePx }: InputLimits): PixelSize {
  const longPx = Math.max(widthPx, heightPx);
  const scale = longPx > Math.min(maxSidePx, mostEnginePx) ? Math.min(maxSidePx, usualSidePx) / longPx : 1;
  return { widthPx: Math.max(1, Math.round(widthPx * scale)), heightPx: Math.max(1, Math.round(heightPx * scale)) };
}

/** Returns the description of a drawing whose size is known, without parsing it. */
export function descriptionOf({ widthPx, heightPx }: PixelSize): ImageDescription {
  return {
    widthPx,
    heightPx,
    mediaType: "image/svg+xml",
    orientation: 1,
    pages: 1,
    isAnimatedPng: false,
    colourSpace: "srgb",
    channels: 4,
    bitsPerChannel: 8,
    hasAlpha: true,
    comments: [],
  };
}

/** Side of the square, in pixels, in which the extent of the drawing is measured. */
const probeSidePx = 1024;
/** Growth factor of the measured area per attempt, and the maximum number of attempts. */
const probeGrowth = 4;
const maxProbes = 5;
/** Start size for drawings whose extent the engine does not report: the default width of browsers. */
const browserSidePx = 300;

/**
 * Measures a drawing without a size, from the origin to the end of its content. Returns `undefined` if it is empty.
 * Throws `corrupt` if it cannot be drawn.
 */
export async function extentOf(svg: string, input: InputLimits): Promise<PixelSize | undefined> {
  if (rootOf(svg) === undefined) return undefined;
  const drawn = await describeImage(unsized(svg), { input }).catch(() => undefined);
  let sideUnits = Math.max(drawn?.widthPx ?? browserSidePx, drawn?.heightPx ?? browserSidePx);
  for (let count = 0; count < maxProbes; count += 1) {
    sideUnits *= probeGrowth;
    const square = { widthPx: sideUnits, heightPx: sideUnits };
    const size = { widthPx: probeSidePx, heightPx: probeSidePx };
    const { rightPx, bottomPx } = endOfInk(
      await decodeImage(sized(svg, square, square), { size, input, description: descriptionOf(square) }),
    );
    const isInside = rightPx > 0 && rightPx < probeSidePx && bottomPx < probeSidePx;
    const unitsOf = (px: number): number => Math.ceil((px * sideUnits) / probeSidePx);
    if (isInside) return { widthPx: unitsOf(rightPx), heightPx: unitsOf(bottomPx) };
  }
  return drawn;
}

/** Returns the first column and row after the last opaque pixel, or 0 if it is missing. */
function endOfInk({ data, widthPx, heightPx, channels }: RawPixels): {
  readonly rightPx: number;
  readonly bottomPx: number;
} {
  let [rightPx, bottomPx] = [0, 0];
  for (let y = 0; y < heightPx; y += 1) {
    for (let x = 0; x < widthPx; x += 1) {
      if (channels === 4 && data[(y * widthPx + x) * channels + 3] === 0) continue;
      rightPx = Math.max(rightPx, x + 1);
      bottomPx = y + 1;
    }
  }
  return { rightPx, bottomPx };
}
