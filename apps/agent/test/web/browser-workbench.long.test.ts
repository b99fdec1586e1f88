import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Locator, Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { demoFolder } from "../support/demo.ts";
import { folderWith } from "../support/program.ts";
import { chromiumPath, needsChromium } from "./support/chromium.ts";
import { call, dropOnto, file, model, person, settled, shape, showPart, visits } from "./support/visit.ts";
import { workspace } from "./support/workspace.ts";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

describe.skipIf(chromiumPath === undefined)(`the workbench (${needsChromium})`, () => {
  const { visit } = visits();

  test("matches and cited sentences are marked on the image of the page, and in the text of the model", async () => {
    const { view, problems } = await visit({ roots: [demoFolder] });
    await call(view, { path: "report.pdf", find: "orders" });
    await person(view).locator(".page-boxes rect").nth(2).waitFor();
    expect(await highlights(view, "model-marks")).toContain("orders");

    await view.getByRole("tab", { name: "Conversation" }).click();
    await view.getByRole("button", { name: "Ask", exact: true }).click();
    await view.locator(".turn-end").waitFor();
    const cited = view.locator(".citations li").filter({ hasText: "report.pdf p. 2" });
    expect(await cited.locator("q").innerText()).toContain("config.toml changed for a test");
    await cited.getByRole("button").click();
    await person(view).getByText("Page 2 of 4").waitFor();
    await person(view).getByRole("img", { name: "1 place is marked" }).waitFor();
    expect(await highlights(view, "model-marks")).toEqual(["Fri 18:42|config.toml changed for a test|Jonas"]);
    expect(problems).toEqual([]);
  });

  test("a dropped file is removed with its button or its key, and no longer shown", async () => {
    const { view } = await visit({ roots: [workspace()] });
    await dropOnto(view, "first.txt", "one\n");
    await settled(view, "dropped/first.txt");
    await dropOnto(view, "second.txt", "two\n");
    await settled(view, "dropped/second.txt");
    await view.getByRole("button", { name: "Remove second.txt" }).click();
    await file(view, "second.txt").waitFor({ state: "detached" });
    await view.getByRole("heading", { name: "Choose a file" }).waitFor();
    await file(view, "first.txt").focus();
    await view.keyboard.press("Delete");
    await file(view, "first.txt").waitFor({ state: "detached" });
    expect(await view.getByRole("button", { name: /^Remove/ }).count()).toBe(0);
  });

  test("members of an archive open from the tree and from the person's view", async () => {
    const { view } = await visit({ roots: [workspace()] });
    await file(view, "backup.zip").click();
    await settled(view, "backup.zip");
    await person(view).getByRole("button", { name: "tree/docs/numbers.txt" }).click();
    await view.locator("input[name=call][value*='numbers.txt']").waitFor();
    // The name of a file is shown as it is written.
    await person(view)
      .getByRole("heading", { name: /^tree\/docs\/numbers\.txt/ })
      .waitFor();
    const title = person(view).locator(".place-title").first();
    expect(await title.innerText()).toMatch(/^tree\/docs\/numbers\.txt in /);
    await file(view, "tree/readme.md").click();
    await model(view).getByText("This is the way in.").waitFor();
    expect(await file(view, "tree/readme.md").getAttribute("aria-selected")).toBe("true");
  });

  test("the file stays on reload, and a file that is gone does not come back", async () => {
    const { view } = await visit({ roots: [workspace()] });
    await call(view, { path: "orders.xlsx", select: "Rates" });
    await settled(view, "orders.xlsx");
    await view.reload();
    await settled(view, "orders.xlsx");
    expect(await callOf(view).inputValue()).toBe('{"path":"orders.xlsx","select":"Rates"}');
    await call(view, { path: "nowhere.txt" });
    await settled(view, "nowhere.txt");
    await view.reload();
    await view.getByRole("heading", { name: "Choose a file" }).waitFor();
  });

  test("a call is accepted with the name of the tool, and one that is no JSON says so", async () => {
    const { view } = await visit({ roots: [workspace()] });
    await callOf(view).fill('read {"path": "orders.xlsx"}');
    await callOf(view).press("Enter");
    await settled(view, "orders.xlsx");
    await callOf(view).fill('{"path": ');
    await callOf(view).press("Enter");
    const message = (): Promise<string> =>
      view.evaluate<string>("document.querySelector('input[name=call]').validationMessage");
    expect(await message()).toMatch(/^This is not JSON\. Write it as/);
    await callOf(view).fill("orders.xlsx");
    expect(await message()).toBe("");
    await callOf(view).fill("{draft}.txt");
    await callOf(view).press("Enter");
    expect(await message()).toBe("");
  });

  test("the answer to the model is not dimmed while the person's view loads", async () => {
    const { view } = await visit({ roots: [workspace()] });
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    await view.route(/\/look\b/, async (route) => {
      await held;
      await route.continue();
    });
    await file(view, "orders.xlsx").click();
    await model(view).locator(".seen").first().waitFor();
    const page = view.locator(".workbench");
    await view.locator(".workbench[data-model-reading=false]").waitFor();
    expect(await page.getAttribute("data-reading")).toBe("true");
    const opacity = await view.evaluate<string>("getComputedStyle(document.querySelector('.seen')).opacity");
    expect(opacity).toBe("1");
    release();
    await settled(view, "orders.xlsx");
  });

  test("a password is not kept for the reload", async () => {
    const { view } = await visit({ roots: [workspace()] });
    await call(view, { path: "unlockable.pdf", password: "open sesame" });
    await settled(view, "Read 1 line, unlockable.pdf");
    expect(await view.evaluate<string>("JSON.stringify({ ...sessionStorage })")).not.toContain("sesame");
    await view.reload();
    await settled(view, "encrypted");
    expect(await view.getByLabel("Password").isVisible()).toBe(true);
  });

  test("a sheet is chosen with its tab, as in a workbook", async () => {
    const { view } = await visit({ roots: [workspace()] });
    await file(view, "orders.xlsx").click();
    await settled(view, "orders.xlsx");
    const tabs = person(view).getByRole("tab");
    expect(await tabs.allInnerTexts()).toEqual(["Orders", "Rates · hidden", "Secret · very hidden"]);
    await tabs.nth(1).click();
    expect(await person(view).getByRole("tab", { selected: true }).innerText()).toBe("Rates · hidden");
    expect(await person(view).getByRole("tabpanel").count()).toBe(1);
  });

  test("a cited cell in a far column comes into view", async () => {
    const { view } = await visit({ roots: [demoFolder], width: 920 });
    await call(view, { path: "book.xlsx", select: "Orders!E12" });
    const cell = person(view).locator("td[data-aim=true]");
    await cell.waitFor();
    const [inner, outer] = [await cell.boundingBox(), await view.locator("#person-pane").boundingBox()];
    const right = ({ x, width }: { readonly x: number; readonly width: number } = { x: 0, width: 0 }): number =>
      x + width;
    expect(right(inner ?? undefined)).toBeGreaterThan(0);
    expect(right(inner ?? undefined)).toBeLessThanOrEqual(right(outer ?? undefined));
  });

  test("the parts of the page are resized with the mouse and the keyboard, and stay so", async () => {
    const { view } = await visit({ roots: [demoFolder] });
    await file(view, "report.pdf").click();
    await settled(view, "report.pdf");
    const width = async (part: Locator): Promise<number> => (await part.boundingBox())?.width ?? 0;
    const pane = view.locator("#person-pane");
    const splitter = view.getByRole("separator", { name: "Size of the person's view" });
    const before = await width(pane);
    await splitter.focus();
    await view.keyboard.press("ArrowRight");
    expect(await width(pane)).toBeGreaterThan(before);
    await view.keyboard.press("Home");
    expect(await splitter.getAttribute("aria-valuenow")).toBe("20");

    const side = view.getByRole("complementary");
    const box = await view.getByRole("separator", { name: /^Width of the files/ }).boundingBox();
    await view.mouse.move((box?.x ?? 0) + 4, 400);
    await view.mouse.down();
    await view.mouse.move(500, 400);
    await view.mouse.up();
    expect(await width(side)).toBeCloseTo(500, -1);
    await view.reload();
    await settled(view, "report.pdf");
    expect(await width(side)).toBeCloseTo(500, -1);
  });

  test("the list is filtered, and shows sizes", async () => {
    const { view } = await visit({
      roots: [folderWith({ "a.txt": "x".repeat(1200), "logs/b.txt": "b\n", "c.md": "c\n" })],
    });
    expect(await file(view, "a.txt").getAttribute("aria-description")).toBe("1.2 KB");
    await view.getByRole("searchbox").fill("C.M");
    await file(view, "a.txt").waitFor({ state: "detached" });
    expect(await file(view, "c.md").isVisible()).toBe(true);
    await view.getByRole("searchbox").fill("nothing");
    await view.getByText("No listed file has such a name.").waitFor();
  });

  test("an error is shown once", async () => {
    const { view } = await visit({ roots: [workspace()] });
    await call(view, { path: "nowhere.txt" });
    await settled(view, "nowhere.txt");
    await view.locator(".workbench[data-reading=false]").waitFor();
    expect(await view.getByText("does not exist").count()).toBe(1);
    expect(await view.locator(".callout-bad").count()).toBe(1);
  });

  test("a narrow screen shows one part at a time, the content first", async () => {
    const { view } = await visit({ roots: [demoFolder], width: 390, height: 844 });
    await file(view, "report.pdf").click();
    await person(view).getByText("Page 1 of 4").waitFor();
    expect(await view.getByRole("tree").isVisible()).toBe(false);
    expect(await model(view).isVisible()).toBe(false);
    await showPart(view, "Model");
    await model(view).getByRole("button", { name: "[page 2 of 4]" }).waitFor();
    expect(await person(view).isVisible()).toBe(false);
  });

  test.for([1440, 1024, 390])("the menu of what is shown has room for its word at %d pixels", async (width) => {
    // Large numbers leave the menu the least room.
    const { view } = await visit({ roots: [demoFolder], width, maxTokens: 2_500_000_000 });
    await file(view, "report.pdf").click();
    await view.locator(".workbench[data-reading=false]").waitFor();
    await showPart(view, "Model");
    await shape(view).waitFor();
    expect(await view.evaluate<number>(missingRoom)).toBeLessThanOrEqual(0);
    const head = view.locator(".pane-head", { has: shape(view) });
    const edge = async (part: Locator): Promise<number> => {
      const { x, width } = (await part.boundingBox()) ?? { x: Number.NaN, width: 0 };
      return x + width;
    };
    expect(await edge(head.locator(".meter"))).toBeLessThanOrEqual(await edge(head));
  });

  test.for([
    { colorScheme: "light", width: 1440 },
    { colorScheme: "dark", width: 1024 },
    { colorScheme: "light", width: 390 },
  ] as const)("axe-core finds no violations: $colorScheme at $width pixels", async ({ colorScheme, width }) => {
    const { view } = await visit({ roots: [workspace()], width });
    await view.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    expect(await violations(view)).toEqual([]);
    await dropOnto(view, "dropped.txt", "one\n");
    await settled(view, "dropped/dropped.txt");
    for (const path of ["report.pdf", "orders.xlsx", "backup.zip", "locked.pdf", "app.log", "cities.ipynb"]) {
      await showPart(view, "Files");
      await file(view, path).click();
      await settled(view, path);
      await view.locator(".workbench[data-reading=false]").waitFor();
      expect.soft(await violations(view), path).toEqual([]);
      // A wide page shows all parts at once, so it was checked.
      if (!(await showPart(view, "Model"))) continue;
      expect.soft(await violations(view), `${path} as a model`).toEqual([]);
    }
    await shape(view).selectOption("mcp");
    await view.locator(".payload .json").first().waitFor();
    expect(await violations(view)).toEqual([]);
  });
});

/** By how many pixels the menu is narrower than its chosen option needs, in the words of the page. */
const missingRoom = `(() => {
  const select = document.querySelector('select[name="shape"]');
  const copy = select.cloneNode(false);
  copy.append(new Option(select.selectedOptions[0].text));
  copy.style.flex = "none";
  copy.style.minWidth = "0";
  select.after(copy);
  const needed = copy.offsetWidth;
  copy.remove();
  return needed - select.offsetWidth;
})()`;

function callOf(view: Page): Locator {
  return view.getByRole("textbox", { name: "The call, as JSON or as a path" });
}

/** The texts of a highlight. */
function highlights(view: Page, name: string): Promise<readonly string[]> {
  return view.evaluate<readonly string[]>(`[...(CSS.highlights.get("${name}") ?? [])].map(String)`);
}

/** The rules of axe-core that the page breaks, with the elements that do. */
async function violations(view: Page): Promise<readonly string[]> {
  if (await view.evaluate<boolean>("globalThis.axe === undefined")) await view.evaluate(axe);
  return view.evaluate<readonly string[]>(`axe.run(document, { resultTypes: ["violations"] }).then(({ violations }) =>
    violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => id + " " + target.join(" "))))`);
}
