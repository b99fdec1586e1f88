import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { createInterface } from "node:readline";
import { join } from "node:path";
import { chromium } from "playwright-core";
import sharp from "sharp";
import { root } from "../site-map.ts";

const chosen = process.env["CHROMIUM_PATH"];
const places = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];

/** Returns a PNG of the web view of the demo: a page of a PDF file, and what the model gets of it. */
export async function heroImage(): Promise<Buffer> {
  const executablePath = (chosen === undefined ? places : [chosen]).find((place) => existsSync(place));
  if (executablePath === undefined) {
    throw new Error("There is no Chromium. Install it (Debian: apt-get install chromium), or set CHROMIUM_PATH.");
  }
  const demo = spawn(process.execPath, [join(root, "apps/agent/dist/main.js"), "--web", "--scripted"], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const browser = await chromium.launch({ executablePath, args: ["--no-sandbox", "--disable-dev-shm-usage"] });
  try {
    const context = await browser.newContext({ viewport: { width: 1280, height: 720 }, deviceScaleFactor: 1.5 });
    const page = await context.newPage();
    await page.goto(await addressOf(demo.stdout));
    await page.getByRole("treeitem", { name: "report.pdf" }).click();
    await page.getByText("[page 1 of 4]").first().waitFor();
    await page.locator("input[name=call]").fill('{"path":"report.pdf","pages":"2"}');
    await page.locator("input[name=call]").press("Enter");
    await page.getByRole("region", { name: "As the model gets it" }).getByText("Timeline of the morning").waitFor();
    await page.getByText("Page 2 of 4").first().waitFor();
    await page.getByRole("region", { name: "As a person sees it" }).getByRole("img").first().waitFor();
    await page.waitForLoadState("networkidle");
    return await sharp(await page.screenshot())
      .png({ palette: true, quality: 90, compressionLevel: 9 })
      .toBuffer();
  } finally {
    await browser.close();
    demo.kill();
  }
}

/** The first address that the demo prints. */
async function addressOf(output: NodeJS.ReadableStream): Promise<string> {
  for await (const line of createInterface({ input: output })) {
    const [address] = /http:\/\/\S+/.exec(line) ?? [];
    if (address !== undefined) return address;
  }
  throw new Error("The demo ended without an address. Build it with `npx -y pnpm@12 build`.");
}
