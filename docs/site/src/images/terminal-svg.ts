/** A command and what it printed. */
export interface Scene {
  readonly command: string;
  readonly output: readonly { readonly channel: "stdout" | "stderr"; readonly text: string }[];
}

const columns = 96;
const fontSize = 14;
const charWidth = 8.43;
const lineHeight = 20;
const margin = 20;
const titleHeight = 36;
const secondsOfScene = 5;

const colors = { background: "#0d1117", bar: "#161b22", stdout: "#e6edf3", stderr: "#d29922", prompt: "#3fb950" };

interface Line {
  readonly text: string;
  readonly color: string;
  readonly prompt?: true;
}

/**
 * Draws scenes as an animated SVG image that shows one after another. Viewers that prefer reduced motion, and those that
 * do not animate, see the first scene. Long lines wrap at words.
 */
export function terminalSvg(title: string, scenes: readonly Scene[]): string {
  const drawn = scenes.map(linesOf);
  const width = Math.ceil(columns * charWidth) + 2 * margin;
  const height = titleHeight + Math.max(...drawn.map(({ length }) => length)) * lineHeight + 2 * margin;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-label="${escaped(title)}">`,
    `<style>${styles(scenes.length)}</style>`,
    `<rect width="${width}" height="${height}" rx="10" fill="${colors.background}"/>`,
    `<path d="M0 ${titleHeight}V10a10 10 0 0 1 10-10h${width - 20}a10 10 0 0 1 10 10v${titleHeight - 10}z" fill="${colors.bar}"/>`,
    ...["#ff5f57", "#febc2e", "#28c840"].map(
      (fill, at) => `<circle cx="${20 + at * 20}" cy="18" r="6" fill="${fill}"/>`,
    ),
    ...drawn.map((lines, at) => `<g class="scene" id="scene-${at}">\n${lines.map(lineSvg).join("\n")}\n</g>`),
    "</svg>\n",
  ].join("\n");
}

/** Scene `i` of `n` is visible from `i / n` to `(i + 1) / n` of the cycle. */
function styles(count: number): string {
  const share = 100 / count;
  const font = `font: ${fontSize}px ui-monospace, SFMono-Regular, Menlo, Consolas, "DejaVu Sans Mono", monospace`;
  const delays = Array.from({ length: count }, (_, at) => `#scene-${at}{animation-delay:${at * secondsOfScene}s}`);
  const cycle = `animation:show ${count * secondsOfScene}s step-end infinite`;
  return [
    `text{${font};white-space:pre}`,
    ".scene{visibility:hidden}#scene-0{visibility:visible}",
    `@keyframes show{0%{visibility:visible}${share.toFixed(3)}%{visibility:hidden}100%{visibility:hidden}}`,
    `@media (prefers-reduced-motion:no-preference){.scene{${cycle}}${delays.join("")}}`,
  ].join("");
}

function linesOf({ command, output }: Scene): readonly Line[] {
  const printed = output.flatMap(({ channel, text }) =>
    text
      .trimEnd()
      .split("\n")
      .flatMap((line) => wrapped(withoutTabs(line)))
      .map((line) => ({ text: line, color: colors[channel] })),
  );
  return [{ text: command, color: colors.stdout, prompt: true }, ...printed];
}

/** Tab stops are 8 columns apart, as in a terminal. */
function withoutTabs(line: string): string {
  const [first = "", ...rest] = line.split("\t");
  return rest.reduce((shown, part) => shown.padEnd(shown.length + 8 - (shown.length % 8)) + part, first);
}

function wrapped(line: string): readonly string[] {
  if (line.length <= columns) return [line];
  const space = line.lastIndexOf(" ", columns);
  const end = space > 0 ? space : columns;
  return [line.slice(0, end), ...wrapped(line.slice(end).trimStart())];
}

function lineSvg({ text, color, prompt }: Line, at: number): string {
  const y = titleHeight + margin + at * lineHeight + fontSize;
  const mark = prompt === true ? `<tspan fill="${colors.prompt}">$ </tspan>` : "";
  return `<text x="${margin}" y="${y}" fill="${color}" xml:space="preserve">${mark}${escaped(text)}</text>`;
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
}
