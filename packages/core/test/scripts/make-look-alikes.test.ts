import { execFileSync } from "node:child_process";
import { expect, test } from "vitest";
import { lookAlikes } from "../../src/files/policy/look-alikes.ts";

const script = new URL("../../scripts/make-look-alikes.mjs", import.meta.url);

test("the table of look-alikes is the one that its script makes", async () => {
  const program = `import { lookAlikes } from ${JSON.stringify(script.href)}; process.stdout.write(lookAlikes());`;
  const made = execFileSync(process.execPath, ["--input-type=module", "--eval", program], { encoding: "utf8" });
  const source = made.replace(": Readonly<Record<string, string>>", "");
  const { lookAlikes: fresh } = (await import(`data:text/javascript,${encodeURIComponent(source)}`)) as {
    lookAlikes: Readonly<Record<string, string>>;
  };
  expect(lookAlikes).toEqual(fresh);
});
