// Pages as Chromium prints them.
import { execFileSync } from "node:child_process";
import { join } from "node:path";

/** The PDF file that a page of HTML becomes, in a folder that also takes the program's profile. */
export function printedByChromium(source, folder, name) {
  const pdf = join(folder, `${name}.pdf`);
  const profile = `--user-data-dir=${join(folder, "profile")}`;
  const options = ["--headless", "--no-sandbox", "--disable-gpu", "--no-pdf-header-footer", profile];
  execFileSync("chromium", [...options, `--print-to-pdf=${pdf}`, `file://${source}`], { stdio: "ignore" });
  return pdf;
}
