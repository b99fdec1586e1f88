import { write } from "../output/write.ts";

/** `reader --version`: prints the version of this program. */
export async function runVersion(): Promise<number> {
  const { packageOf } = await import("../doctor/packages.ts");
  const { version } = packageOf(import.meta.url);
  await write("stdout", `${version}\n`);
  return 0;
}
