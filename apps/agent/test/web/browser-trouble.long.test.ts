import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import type { AgentEvent } from "../../src/conversation/events.ts";
import { demoFolder } from "../support/demo.ts";
import { folderWith } from "../support/program.ts";
import { chromiumPath, needsChromium } from "./support/chromium.ts";
import { call, dropOnto, file, person, settled, shape, showPart, visits } from "./support/visit.ts";
import { workspace } from "./support/workspace.ts";

describe.skipIf(chromiumPath === undefined)(`the page in trouble (${needsChromium})`, () => {
  const { visit } = visits();

  test("without a model files are shown, and only the conversation says that there is no model", async () => {
    const { view, problems } = await visit({ roots: [workspace()], converse: "none" });
    await file(view, "notes.md").click();
    await settled(view, "notes.md");
    await view.getByRole("tab", { name: "Conversation" }).click();
    expect(await view.getByText("There is no model.").isVisible()).toBe(true);
    expect(await view.getByText("--model provider:name").isVisible()).toBe(true);
    expect(await view.getByRole("button", { name: "Ask" }).count()).toBe(0);
    expect(problems).toEqual([]);
  });

  test("the password of a document opens it on both sides, and is shown nowhere", async () => {
    const { view, addresses } = await visit({ roots: [workspace()] });
    await file(view, "unlockable.pdf").click();
    await settled(view, "encrypted");
    await view.getByLabel("Password").fill("open sesame");
    await view.keyboard.press("Enter");
    await settled(view, "Read 1 line, unlockable.pdf");
    expect(await person(view).getByRole("img").count()).toBe(1);
    const field = view.getByRole("textbox", { name: "The call, as JSON or as a path" });
    expect(await field.inputValue()).toBe('{"path":"unlockable.pdf","password":"••••••"}');
    expect(await view.content()).not.toContain("sesame");
    expect(addresses.join()).not.toContain("sesame");

    // What stands for it is sent as what it stands for.
    await field.fill('{"path":"unlockable.pdf","pages":"1","password":"••••••"}');
    await field.press("Enter");
    await view.locator("input[name=call][value*=pages]").waitFor();
    await settled(view, "Read 1 line, unlockable.pdf");
  });

  test("a folder of thousands of files is shown by and by", async () => {
    const root = folderWith({ "first.txt": "one\n" });
    mkdirSync(join(root, "many"));
    for (let index = 0; index < 1200; index += 1) {
      writeFileSync(join(root, "many", `${String(index).padStart(4, "0")}.txt`), "");
    }
    const { view } = await visit({ roots: [root] });
    await file(view, "many").click();
    await file(view, "Show 500 more of 700").focus();
    await view.keyboard.press("Enter");
    await file(view, "0999.txt").waitFor();
    expect(await view.locator(":focus").getAttribute("aria-label")).toBe("0500.txt");
    expect(await file(view, "1000.txt").count()).toBe(0);
    await file(view, "Show 200 more of 200").click();
    await file(view, "1199.txt").waitFor();
  });

  test("a server that ended is said with the way on, and the address of a new one is taken", async () => {
    const root = workspace();
    const first = await visit({ roots: [root] });
    const { view } = first;
    // The page lists the folder first; closing the server earlier would leave nothing to click.
    await file(view, "notes.md").waitFor();
    await first.close();
    await file(view, "notes.md").click();
    await view.getByRole("alert").getByText("Start the program again").waitFor();
    const port = Number(new URL(first.origin).port);
    const second = await visit({ roots: [root], port });
    await file(view, "notes.md").click();
    await view.getByRole("alert").getByText("no valid token").waitFor();
    // In the same tab, where only the fragment is another.
    await view.goto(second.url);
    await view.waitForURL(`${second.origin}/`);
    await view.getByRole("alert").waitFor({ state: "detached" });
    await file(view, "notes.md").click();
    await settled(view, "notes.md");
    expect(view.url()).toBe(`${second.origin}/`);
  });

  test("to skip to the answer leaves the right of the page as it is", async () => {
    const { view, origin } = await visit({ roots: [workspace()] });
    await file(view, "notes.md").click();
    await settled(view, "notes.md");
    await view.getByRole("button", { name: "Skip to what the model gets" }).focus();
    await view.keyboard.press("Enter");
    expect(await view.locator(":focus").getAttribute("id")).toBe("model-panel");
    await view.goto(`${origin}/#model`);
    await view.reload();
    await file(view, "notes.md").waitFor();
  });

  test("an answer that breaks off is said to", async () => {
    const { view } = await visit({
      roots: [workspace()],
      async *converse(): AsyncGenerator<AgentEvent> {
        yield { type: "text", delta: "I think <b>that</b>" };
      },
    });
    await view.getByRole("tab", { name: "Conversation" }).click();
    await view.getByRole("textbox", { name: "Your question" }).fill("Why?");
    await view.keyboard.press("Enter");
    await view.getByRole("log").getByText("The answer was interrupted.").waitFor();
    expect(await view.getByRole("log").getByText("I think <b>that</b>").isVisible()).toBe(true);
  });

  test("a file that is dropped anywhere is opened, and dragged text is left alone", async () => {
    const { view } = await visit({ roots: [workspace()] });
    await dropOnto(view.locator("header"), "anywhere.txt", "dropped\n");
    await settled(view, "dropped/anywhere.txt");
    const isLeft = await view.evaluate<boolean>(`(() => {
      const dataTransfer = new DataTransfer();
      dataTransfer.setData("text/plain", "some words");
      const init = { bubbles: true, cancelable: true, dataTransfer };
      return document.querySelector("header").dispatchEvent(new DragEvent("drop", init));
    })()`);
    expect(isLeft).toBe(true);
  });

  test("an empty file and a line that is cut are said to be so", async () => {
    const root = folderWith({ "empty.txt": "", "long.txt": `${"x".repeat(5000)}\n` });
    const { view } = await visit({ roots: [root] });
    await file(view, "empty.txt").click();
    await settled(view, "empty.txt");
    expect(await person(view).getByText("The file has no visible content.").isVisible()).toBe(true);
    await file(view, "long.txt").click();
    await settled(view, "long.txt");
    expect(
      await person(view)
        .getByText(/^Lines are cut here after 2.000 characters\.$/)
        .isVisible(),
    ).toBe(true);
  });

  test("the end of a text is at its end on both sides", async () => {
    const { view } = await visit({ roots: [workspace()] });
    await call(view, { path: "app.log", offset: -2 });
    await settled(view, "Read 2 ");
    const last = person(view).locator(".text-line").last();
    expect(await last.innerText()).toContain("line 2600 of the log");
    expect(await last.getAttribute("data-shown")).toBe("true");
    expect(await person(view).locator(".text-line").count()).toBe(14);
  });

  test("what is opened from elsewhere is in sight in the list", async () => {
    const names = Array.from({ length: 120 }, (_, index) => [`${String(index).padStart(3, "0")}.txt`, "a\n"] as const);
    const { view } = await visit({ roots: [folderWith(Object.fromEntries(names))] });
    await call(view, { path: "115.txt" });
    await settled(view, "115.txt");
    const isInSight = `(() => {
      const [tree, line] = ["[role=tree]", "[role=treeitem][aria-selected=true]"].map((each) => document.querySelector(each).getBoundingClientRect());
      return line.top >= tree.top && line.bottom <= tree.bottom;
    })()`;
    expect(await view.evaluate<boolean>(isInSight)).toBe(true);
  });

  /** Heads and tabs are as high as what is in them. */
  const squashed = `[...document.querySelectorAll(".pane-head, .tabs, .facts, .continue")]
    .filter((each) => each.scrollHeight > each.clientHeight + 1).map((each) => each.className)`;

  test.for([
    { width: 320, height: 640 },
    { width: 720, height: 450 },
  ])("at $width × $height, as where text is made larger, nothing lies upon another", async ({ width, height }) => {
    const { view } = await visit({ roots: [demoFolder], width, height });
    await showPart(view, "Model");
    await call(view, { path: "app.log", offset: 1200 });
    await settled(view, "app.log");
    expect(await view.evaluate<readonly string[]>(squashed)).toEqual([]);
    expect(await view.evaluate<number>("document.documentElement.scrollWidth - innerWidth")).toBeLessThanOrEqual(0);
    const field = await view.getByRole("textbox", { name: "The call, as JSON or as a path" }).boundingBox();
    expect(field?.width).toBeGreaterThan(120);
  });

  test.for(["light", "dark"] as const)("every word has enough contrast: %s", async (colorScheme) => {
    const { view } = await visit({ roots: [demoFolder] });
    await view.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    for (const request of [{ path: "app.log", offset: 500, limit: 9 }, { path: "book.xlsx" }, { path: "none" }]) {
      await call(view, request);
      await settled(view, request.path);
      await view.locator(".workbench[data-reading=false]").waitFor();
      expect.soft(await faintWords(view), request.path).toEqual([]);
    }
    await shape(view).selectOption("mcp");
    await view.locator(".payload .json").first().waitFor();
    expect(await faintWords(view)).toEqual([]);
  });
});

/** Words with a contrast below 4.5 : 1, which WCAG 2.2 (1.4.3) asks for. */
function faintWords(view: Page): Promise<readonly string[]> {
  return view.evaluate<readonly string[]>(`(() => {
    const colour = (text) => { const [r, g, b, a = 1] = text.match(/[\\d.]+/g).map(Number); return { rgb: [r, g, b], a }; };
    const over = ({ rgb, a }, ground) => rgb.map((value, index) => value * a + ground[index] * (1 - a));
    const light = (rgb) => rgb.map((value) => value / 255)
      .map((value) => (value <= 0.03928 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4))
      .reduce((sum, value, index) => sum + value * [0.2126, 0.7152, 0.0722][index], 0);
    const groundOf = (element) => over(colour(getComputedStyle(element).backgroundColor),
      element.parentElement === null ? [255, 255, 255] : groundOf(element.parentElement));
    const isFaint = (element, pseudo) => {
      const ground = groundOf(element);
      const [dark, bright] = [light(ground), light(over(colour(getComputedStyle(element, pseudo).color), ground))].sort((a, b) => a - b);
      return (bright + 0.05) / (dark + 0.05) < 4.5;
    };
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const faint = [];
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const element = node.parentElement;
      if (node.data.trim() === "" || !element.checkVisibility() || element.closest(":disabled") !== null) continue;
      if (isFaint(element)) faint.push(element.className + ": " + node.data.slice(0, 30));
    }
    return [...faint, ...[...document.querySelectorAll(".text-line")].filter((line) => isFaint(line, "::before")).map((line) => line.dataset.number)];
  })()`);
}
