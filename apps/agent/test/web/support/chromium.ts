import { existsSync } from "node:fs";
import { chromium, type Browser } from "playwright-core";

const chosen = process.env["CHROMIUM_PATH"];

/** Where systems put it, Debian first. The one without windows needs little more than half of the CPU time. */
const usualPlaces = [
  "/usr/bin/chromium-headless-shell",
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/usr/bin/google-chrome-stable",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
];

/** The browser of this machine; undefined where there is none. */
export const chromiumPath: string | undefined = (chosen === undefined ? usualPlaces : [chosen]).find((place) =>
  existsSync(place),
);

/** How to get it, in the name of what is skipped without it. */
export const needsChromium =
  "needs Chromium (Debian: apt-get install chromium-headless-shell; elsewhere: CHROMIUM_PATH)";

/** Starts it. Rejects where there is none. */
export function launchChromium(): Promise<Browser> {
  if (chromiumPath === undefined) throw new Error(`There is no browser: this test ${needsChromium}.`);
  // Its own sandbox needs rights that containers do not give; what is opened is our page alone.
  return chromium.launch({ executablePath: chromiumPath, args: ["--no-sandbox", "--disable-dev-shm-usage"] });
}
