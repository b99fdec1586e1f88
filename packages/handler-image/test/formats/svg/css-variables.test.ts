import { describe, expect, test } from "vitest";
import { withoutVariables } from "../../../src/formats/svg/svg-source.ts";
import type { Colour } from "../../drawing.ts";
import { colourAt, imageOf, read } from "../../reading.ts";

const red: Colour = [255, 0, 0];

function drawing(content: string, attributes = ""): Uint8Array {
  const root = `<svg xmlns="http://www.w3.org/2000/svg" width="20" height="10"${attributes}>`;
  return new TextEncoder().encode(`${root}${content}</svg>`);
}

function rectangle(attributes: string): string {
  return `<rect width="20" height="10" ${attributes}/>`;
}

describe("the variables of a drawing's styles", () => {
  test.for([
    ["of the root", drawing(`<style>:root{--c:#f00} rect{fill:var(--c)}</style>${rectangle("")}`)],
    ["of the root's own style", drawing(rectangle('fill="var(--c)"'), ' style="--c: red"')],
    ["that stand in another", drawing(`<style>svg{--a:red;--c:var(--a)}</style>${rectangle('fill="var( --c )"')}`)],
    ["before what would be drawn without", drawing(`<style>svg{--c:red}</style>${rectangle('fill="var(--c, blue)"')}`)],
    ["that are nowhere", drawing(`<style>svg{--b:blue}</style>${rectangle('fill="var(--c, rgb(255, 0, 0))"')}`)],
    [
      "in place of one that is nowhere",
      drawing(`<style>svg{--b:red}</style>${rectangle('fill="var(--c, var(--b))"')}`),
    ],
    [
      "of a light scheme, beside those of a dark one",
      drawing(
        `<style>:root{--c:red}@media (prefers-color-scheme:dark){:root{--c:blue}} rect{fill:var(--c)}</style>${rectangle("")}`,
      ),
    ],
    ["by scheme", drawing(rectangle('fill="blue" style="fill: light-dark(rgb(255, 0, 0), var(--dark, #121212))"'))],
  ] as const)("are drawn: those %s", async ([, bytes]) => {
    expect(await colourAt(await imageOf(bytes), 100, 100)).toEqual(red);
  });

  test("that reference themselves end", () => {
    const svg = "<style>svg{--a:var(--b);--b:var(--a)}</style><rect fill='var(--a)'/>";
    expect(withoutVariables(svg).length).toBeLessThan(200);
  });

  test("add no more to a drawing than their limit", () => {
    const value = "x".repeat(200);
    const svg = `<style>svg{--a:${value};}</style>${"var(--a)".repeat(100_000)}`;
    expect(withoutVariables(svg).length).toBeLessThan(svg.length + 50_000 * 200);
  });

  test("never bring markup into it", () => {
    const svg = `<style>svg{--a:&lt;b>;--b:"/><script/>";}</style><rect fill="var(--a)" stroke="var(--b)"/>`;
    expect(withoutVariables(svg)).toBe(svg);
  });

  test("are no comments", () => {
    const svg = `<!--c: blue;--><rect fill="var(--c)"/>`;
    expect(withoutVariables(svg)).toBe(svg);
  });

  test("change nothing in a drawing without them, nor in its words", async () => {
    const svg = "<svg><text>var(x) -- y: z;</text></svg>";
    expect(withoutVariables(svg)).toBe(svg);
    const { events } = await read(drawing("<style>svg{--a:red}</style><text>var(--a)</text>"));
    expect(JSON.stringify(events)).toContain("var(--a)");
  });
});
