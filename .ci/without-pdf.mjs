// Run in `apps/NAME-without-pdf` before it is packed: copies the built program of `apps/NAME`, and its man page. The two packages differ in
// their dependencies alone; the program finds out at run time whether the PDF handler is installed.
import { cpSync, existsSync, readFileSync, rmSync } from "node:fs";
import { basename, join } from "node:path";

const folder = process.cwd();
const source = join(folder, "..", basename(folder).replace(/-without-pdf$/, ""));
const { bin } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));

for (const path of Object.values(bin)) {
  if (!existsSync(join(source, path))) throw new Error(`${join(source, path)} is missing. Run pnpm build first.`);
}
for (const name of ["lib", "man"]) {
  rmSync(join(folder, name), { recursive: true, force: true });
  if (existsSync(join(source, name))) cpSync(join(source, name), join(folder, name), { recursive: true });
}
