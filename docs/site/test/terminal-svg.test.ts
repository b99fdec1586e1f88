import { expect, test } from "vitest";
import { terminalSvg } from "../src/images/terminal-svg.ts";

function textsOf(svg: string): readonly string[] {
  return [...svg.matchAll(/<text[^>]*>(.*)<\/text>/g)].map(([, text = ""]) => text.replaceAll(/<[^>]+>/g, ""));
}

test("a scene shows its command and everything that was printed, with markup escaped", () => {
  const svg = terminalSvg("A <title>", [
    { command: "reader a.ts", output: [{ channel: "stdout", text: "1\ta < b && c\n9\tx\n10\ty\n" }] },
    { command: "reader b", output: [{ channel: "stderr", text: "reader: b does not exist.\n" }] },
  ]);
  expect(textsOf(svg)).toEqual([
    "$ reader a.ts",
    "1       a &lt; b &amp;&amp; c",
    "9       x",
    "10      y",
    "$ reader b",
    "reader: b does not exist.",
  ]);
  expect(svg).toContain('aria-label="A &lt;title&gt;"');
});

test("long lines wrap at words, and words that are too long anywhere", () => {
  const words = Array.from({ length: 30 }, () => "words").join(" ");
  const lines = textsOf(
    terminalSvg("t", [{ command: "c", output: [{ channel: "stdout", text: `${words}\n${"x".repeat(120)}` }] }]),
  );
  expect(lines.slice(1).every((line) => line.length <= 96)).toBe(true);
  expect(lines.slice(1, 3).every((line) => line.startsWith("words"))).toBe(true);
  expect(lines.slice(3).join("")).toBe("x".repeat(120));
});
