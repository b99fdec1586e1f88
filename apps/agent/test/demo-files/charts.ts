import type { Quarter } from "./app-log.ts";

/** A chart of the orders of each quarter of an hour, placed below and failed above, as SVG of 800 by 360. */
export function ordersChart(quarters: readonly Quarter[]): string {
  const highest = 80;
  const bars = quarters.map(({ start, placed, failed }, at) => {
    const x = 70 + at * 70;
    const height = (count: number): number => (count / highest) * 260;
    return `<rect x="${x}" y="${300 - height(placed)}" width="48" height="${height(placed)}" fill="#6b8e4e"/>
<rect x="${x}" y="${300 - height(placed + failed)}" width="48" height="${height(failed)}" fill="#b3412b"/>
<text x="${x + 24}" y="320" text-anchor="middle">${start}</text>`;
  });
  const grid = [0, 20, 40, 60, 80].map((count) => {
    const y = 300 - (count / highest) * 260;
    return `<line x1="60" x2="780" y1="${y}" y2="${y}" stroke="#ccc"/><text x="50" y="${y + 5}" text-anchor="end">${count}</text>`;
  });
  return svg(
    [800, 360],
    `${grid.join("\n")}\n${bars.join("\n")}
<rect x="560" y="8" width="14" height="14" fill="#b3412b"/><text x="580" y="20">failed</text>
<rect x="650" y="8" width="14" height="14" fill="#6b8e4e"/><text x="670" y="20">placed</text>
<text x="60" y="20">Orders each quarter of an hour, Saturday 14 March</text>
<text x="420" y="350" text-anchor="middle">start (UTC)</text>`,
  );
}

/** How the parts of the shop hang together, as SVG of 1280 by 720. */
export function shopDiagram(): string {
  const box = (at: readonly [number, number], words: readonly string[], fill: string): string =>
    `<rect x="${at[0]}" y="${at[1]}" width="220" height="130" rx="12" fill="${fill}" stroke="#333" stroke-width="2"/>` +
    words
      .map(
        (line, index) => `<text x="${at[0] + 110}" y="${at[1] + 56 + index * 30}" text-anchor="middle">${line}</text>`,
      )
      .join("");
  const arrow = (x: number, y: number, length: number): string =>
    `<path d="M${x} ${y} h${length - 16} m0 -9 l16 9 l-16 9 z" stroke="#333" stroke-width="3" fill="#333"/>`;
  return svg(
    [1280, 720],
    `<text x="60" y="70" font-size="34" font-weight="bold">krume-shop: the way of an order</text>
${box([60, 260], ["Browser", "180 visitors at peak"], "#e8eef7")}
${arrow(280, 325, 100)}
${box([380, 260], ["Web server", "2 × 40 workers"], "#e8eef7")}
${arrow(600, 325, 100)}
${box([700, 260], ["Connection pool", "default 50 · max 80"], "#f7dcd6")}
${arrow(920, 325, 100)}
${box([1020, 260], ["Orders database", "one primary"], "#e8f2e2")}
<path d="M810 400 v90" stroke="#b3412b" stroke-width="3" stroke-dasharray="8 6"/>
<text x="810" y="525" text-anchor="middle" fill="#b3412b">An order waits 5 s here, then it fails.</text>
<text x="810" y="560" text-anchor="middle" fill="#b3412b">No alarm watches this queue.</text>
<text x="60" y="670" font-size="18" fill="#666">Drawn by Mira, 2025-11-02. Numbers are those of the default configuration.</text>`,
    20,
  );
}

function svg([width, height]: readonly [number, number], content: string, fontSize = 15): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" font-family="DejaVu Sans" font-size="${fontSize}" fill="#222">
<rect width="${width}" height="${height}" fill="#fff"/>
${content}
</svg>\n`;
}
