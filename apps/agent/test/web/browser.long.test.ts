import { describe, expect, onTestFinished, test } from "vitest";
import { demoFolder } from "../support/demo.ts";
import { chromiumPath, needsChromium } from "./support/chromium.ts";
import { dropOnto, file, model, person, settled, shape, showPart, visits } from "./support/visit.ts";
import { workspace } from "./support/workspace.ts";

// Without a browser nothing here can pass: it is skipped, and says why. `.ci/run` installs one where it can.
const isSkipped = chromiumPath === undefined;

if (isSkipped) console.warn(`The browser tests of the web view are skipped: each ${needsChromium}.`);

describe.skipIf(isSkipped)(`the page in a browser (${needsChromium})`, () => {
  const { visit, browser } = visits();

  test("a PDF is opened, seen from both sides, paged on, and sent to each provider", async () => {
    const { view, origin, addresses, problems } = await visit({ roots: [demoFolder], maxTokens: 400 });
    await file(view, "report.pdf").click();
    await settled(view, "report.pdf");
    expect(await person(view).getByRole("img").count()).toBe(1);
    expect(await person(view).getByText("Page 1 of 4").isVisible()).toBe(true);
    const gets = model(view);
    expect(await gets.getByRole("button", { name: "[page 1 of 4]" }).isVisible()).toBe(true);
    expect(await gets.locator("dl").innerText()).toMatch(/Type\s*application\/pdf matches \.pdf[^]*Handler\s*pdf/);
    const meter = gets.getByRole("meter");
    expect(Number(await meter.getAttribute("aria-valuenow"))).toBeGreaterThan(200);
    expect(await meter.getAttribute("aria-valuemax")).toBe("400");
    const lastLine = Number(await gets.locator(".gutter").last().innerText());

    await gets.getByRole("button", { name: /^Continue/ }).click();
    await view.locator(`input[name=call][value*='"offset":${lastLine + 1}']`).waitFor();
    await view.locator(".workbench[data-reading=false]").waitFor();
    expect(Number(await gets.locator(".gutter").first().innerText())).toBe(lastLine + 1);

    const place = gets.locator(".seen-place").last();
    const [, number] = /\[page (\d)/.exec(await place.innerText()) ?? [];
    await place.click();
    await person(view).getByText(`Page ${number} of 4`).waitFor();
    await person(view).getByRole("button", { name: "Earlier" }).click();
    await person(view)
      .getByText(`Page ${Number(number) - 1} of 4`)
      .waitFor();

    for (const name of ["Anthropic", "OpenAI Responses", "OpenAI Chat", "Gemini", "MCP", "AI SDK"]) {
      await shape(view).selectOption({ label: name });
      await gets
        .locator(".payload .json")
        .filter({ hasText: `${lastLine + 1}\\t` })
        .waitFor();
    }
    expect(problems).toEqual([]);
    expect(addresses.filter((address) => !address.startsWith(origin) && !address.startsWith("data:"))).toEqual([]);
  });

  test("the token leaves the address, and survives a reload", async () => {
    const { view, origin } = await visit({ roots: [demoFolder] });
    expect(view.url()).toBe(`${origin}/`);
    await view.reload();
    await file(view, "report.pdf").waitFor();
    const stranger = await browser().newPage();
    onTestFinished(() => stranger.close());
    await stranger.goto(origin);
    await stranger.getByRole("alert").getByText("no valid token").waitFor();
  });

  test("a dropped file is listed and opened, and so is a chosen one", async () => {
    const { view } = await visit({ roots: [workspace()] });
    await dropOnto(view, "dropped list.txt", "first\nsecond\n");
    await settled(view, "dropped/dropped list.txt");
    expect(await file(view, "dropped list.txt").isVisible()).toBe(true);
    expect(await model(view).locator(".numbered-text").allInnerTexts()).toEqual(["first", "second"]);

    await view.locator("input[type=file]").setInputFiles({
      name: "second.csv",
      mimeType: "text/csv",
      buffer: Buffer.from("name,age\nAnn,7\n"),
    });
    await settled(view, "dropped/second.csv");
    expect(await person(view).getByRole("columnheader", { name: "age" }).isVisible()).toBe(true);
  });

  test("a file that is too large is refused in words", async () => {
    const drops = { maxFileBytes: 10, maxTotalBytes: 15, maxFiles: 9 };
    const { view } = await visit({ roots: [workspace()], drops });
    await dropOnto(view, "large.txt", "x".repeat(11));
    const alert = view.getByRole("alert");
    await alert.getByText("large.txt: It is larger than 10 B.").waitFor();
    await dropOnto(view, "first.txt", "x".repeat(10));
    await settled(view, "dropped/first.txt");
    await dropOnto(view, "second.txt", "x".repeat(10));
    await alert.filter({ hasText: "second.txt" }).waitFor();
    expect(await alert.innerText()).toContain("would be larger than 15 bytes");
    expect(await file(view, "second.txt").count()).toBe(0);
  });

  test("a scripted conversation is followed, and its citations open the places that they name", async () => {
    const { view, problems } = await visit({ roots: [demoFolder] });
    await view.getByRole("tab", { name: "Conversation" }).click();
    expect(await view.getByText("scripted: no model is called").isVisible()).toBe(true);
    await view.getByRole("button", { name: "Ask", exact: true }).click();
    await view.locator(".turn-end").waitFor();
    const answer = view.getByRole("log");
    expect(await answer.locator(".call-line").count()).toBeGreaterThan(5);

    await answer
      .getByRole("button", { name: /report\.pdf p\. 3/ })
      .first()
      .click();
    await person(view).getByText("Page 3 of 4").waitFor();
    expect(await model(view).getByRole("button", { name: "[page 3 of 4]" }).isVisible()).toBe(true);

    const log = answer.getByRole("button", { name: /app\.log:\d/ }).first();
    const [, line = ""] = /app\.log:(\d+)/.exec(await log.innerText()) ?? [];
    await log.click();
    await view.locator(`.text-line[data-number="${line}"][data-aim=true][data-shown=true]`).waitFor();

    await answer
      .getByRole("button", { name: /book\.xlsx Orders!E/ })
      .first()
      .click();
    await person(view).locator("td[data-aim=true]").filter({ hasText: "€" }).waitFor();
    expect(problems).toEqual([]);
  });

  test("on a narrow screen an answer stays in sight while files are read for it, and a citation comes to the reader", async () => {
    const { view } = await visit({ roots: [demoFolder], width: 420, height: 860 });
    await view.getByRole("button", { name: "Conversation" }).click();
    await view.getByRole("button", { name: "Ask" }).click();
    await view.locator(".turn-end").waitFor();
    await settled(view, "app.log");
    await view.locator(".workbench[data-reading=false]").waitFor();
    expect(await view.getByRole("log").isVisible()).toBe(true);
    await view.locator(".citation", { hasText: "app.log:2038" }).first().click();
    await person(view).getByText("database.pool = 50").waitFor();
    expect(await view.getByRole("log").isVisible()).toBe(false);
  });

  test("a citation of what was never read says so", async () => {
    const { view } = await visit({ roots: [demoFolder] });
    await view.getByRole("tab", { name: "Conversation" }).click();
    await view.getByRole("button", { name: "Show me what a wrong citation looks like." }).click();
    await view.getByRole("button", { name: "Ask", exact: true }).click();
    await view.locator(".turn-end").waitFor();
    const wrong = view.getByRole("log").getByRole("button", { name: "report.pdf p. 9 , was not read" });
    expect(await wrong.first().getAttribute("data-read")).toBe("false");
    expect(await view.locator(".citation[data-read=true]").count()).toBeGreaterThan(0);
  });

  test("everything is reached with the keyboard", async () => {
    const { view } = await visit({ roots: [workspace()] });
    await view.keyboard.press("Tab");
    expect(await view.locator(":focus").innerText()).toContain("Skip");
    const tree = view.getByRole("tree");
    await tree.locator("[tabindex='0']").focus();
    await view.keyboard.press("ArrowDown");
    expect(await view.locator(":focus").innerText()).toContain("logs");
    await view.keyboard.press("ArrowRight");
    await file(view, "second.log").waitFor();
    await view.keyboard.press("ArrowRight");
    await view.keyboard.press("Enter");
    await settled(view, "logs/second.log");
    await view.keyboard.press("ArrowLeft");
    await view.keyboard.press("ArrowLeft");
    await file(view, "second.log").waitFor({ state: "detached" });
    await view.keyboard.press("o");
    await view.keyboard.press("Enter");
    await settled(view, "orders.xlsx");

    await shape(view).focus();
    await view.keyboard.press("ArrowDown");
    await view.locator(".payload .json").first().waitFor();
    await view.keyboard.press("End");
    expect(await shape(view).inputValue()).toBe("pi");
    await view.keyboard.press("Home");
    await view.locator(".seen").waitFor();

    await view.getByRole("textbox", { name: "The call, as JSON or as a path" }).fill('{"path":"app.log","offset":-2}');
    await view.keyboard.press("Enter");
    await settled(view, "app.log");
    expect(await model(view).locator(".numbered-text").allInnerTexts()).toEqual([
      "2026-03-07T08:00:00Z line 2599 of the log",
      "2026-03-07T08:00:00Z line 2600 of the log",
    ]);
  });

  test("errors, refusals and hostile files are shown as words", async () => {
    const { view, problems } = await visit({ roots: [workspace()] });
    await file(view, "locked.pdf").click();
    await settled(view, "encrypted");
    expect(await model(view).getByText("Error (encrypted)").isVisible()).toBe(true);
    expect(await view.locator(".callout-bad").count()).toBe(1);
    await file(view, "mislabelled.txt").click();
    await settled(view, "mislabelled.txt");
    expect(await model(view).getByText("but named .txt").isVisible()).toBe(true);
    expect(await model(view).locator(".callout-warn").getByText("name-disagrees").isVisible()).toBe(true);
    await file(view, "hostile.md").click();
    await settled(view, "hostile.md");
    expect(await person(view).getByText("<img src=x onerror=").isVisible()).toBe(true);
    expect(await view.title()).toBe("What the model sees");
    expect(await view.locator("a[href^='javascript']").count()).toBe(0);
    expect(problems).toEqual([]);
  });

  test("another model gets something else of the same file", async () => {
    const { view } = await visit({ roots: [workspace()] });
    await file(view, "photo.jpg").click();
    await settled(view, "1 image");
    expect(
      await model(view)
        .getByText(/^96×72 as it is, JPEG 4\.1 KB · 12 tokens$/)
        .isVisible(),
    ).toBe(true);
    expect(await model(view).getByRole("img").count()).toBe(1);
    await view.getByRole("combobox", { name: "The model that receives the answer" }).selectOption("text");
    await model(view).getByRole("img").waitFor({ state: "detached" });
    expect(await person(view).getByRole("img").count()).toBe(1);
  });

  test.for([1440, 800, 480])("nothing sticks out at a width of %i pixels", async (width) => {
    const { view } = await visit({ roots: [demoFolder], width });
    for (const name of ["report.pdf", "book.xlsx", "app.log"]) {
      await showPart(view, "Files");
      await file(view, name).click();
      await settled(view, name);
      const excess = await view.evaluate<number>("document.documentElement.scrollWidth - window.innerWidth");
      expect.soft(excess, name).toBeLessThanOrEqual(0);
    }
  });
});
