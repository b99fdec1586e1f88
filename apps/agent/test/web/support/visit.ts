import type { Browser, Locator, Page } from "playwright-core";
import { afterAll, beforeAll, onTestFinished } from "vitest";
import { converse } from "../../../src/conversation/converse.ts";
import { createHistory } from "../../../src/conversation/history.ts";
import type { DropLimits } from "../../../src/web/drops.ts";
import { pageWords } from "../../../src/web/page-words.ts";
import { startWeb, type WebOptions } from "../../../src/web/start-web.ts";
import { demoModel } from "../../support/demo.ts";
import { launchChromium } from "./chromium.ts";
import { builtPage } from "./page.ts";
import { readerOf } from "./workspace.ts";

/** A page of a web view. */
export interface Visit {
  readonly view: Page;
  readonly origin: string;
  /** With the token. */
  readonly url: string;
  /** Every address that the page asked for. */
  readonly addresses: readonly string[];
  /** What the page found wrong. */
  readonly problems: readonly string[];
  /** Ends the server before the test ends. */
  readonly close: () => Promise<void>;
}

export interface VisitOptions {
  readonly roots: readonly string[];
  readonly maxTokens?: number;
  readonly width?: number;
  readonly height?: number;
  readonly drops?: DropLimits;
  readonly port?: number;
  /** LibreOffice's program, for office documents as pages. */
  readonly soffice?: string;
  /** Who answers; the script where not given, and nobody for `none`. */
  readonly converse?: WebOptions["converse"] | "none";
}

/** Opens web views in a browser of these tests, each as one that has seen nothing. */
export function visits(): {
  readonly visit: (options: VisitOptions) => Promise<Visit>;
  readonly browser: () => Browser;
} {
  const page = builtPage();
  let browser: Browser | undefined;
  beforeAll(async () => {
    browser = await launchChromium();
  });
  afterAll(() => browser?.close());
  const running = (): Browser => {
    if (browser === undefined) throw new Error("The browser was not started.");
    return browser;
  };
  return { browser: running, visit: (options) => open(running(), page(), options) };
}

async function open(browser: Browser, page: string, options: VisitOptions): Promise<Visit> {
  const { roots, maxTokens = 25_000, width = 1440, height = 900, drops, port, soffice } = options;
  const web = await startWeb({
    reader: readerOf(roots, { maxTokens }),
    roots,
    page,
    pageWords: pageWords(),
    ...(await answering(options)),
    ...(drops === undefined ? {} : { drops }),
    ...(port === undefined ? {} : { port }),
    ...(soffice === undefined ? {} : { soffice, officeTimeMs: 600_000 }),
  });
  let isOpen = true;
  const close = async (): Promise<void> => {
    if (isOpen) await web.close();
    isOpen = false;
  };
  onTestFinished(close);
  const context = await browser.newContext({ viewport: { width, height } });
  onTestFinished(() => context.close());
  // Only for what hangs, as everywhere in tests: a busy machine takes longer than the half minute of the library.
  context.setDefaultTimeout(600_000);
  const view = await context.newPage();
  const watched = watch(view);
  await view.goto(web.url);
  await view.getByRole("treeitem").nth(1).waitFor();
  return { view, origin: new URL(web.url).origin, url: web.url, ...watched, close };
}

function watch(view: Page): Pick<Visit, "addresses" | "problems"> {
  const addresses: string[] = [];
  const problems: string[] = [];
  view.on("request", (request) => addresses.push(request.url()));
  view.on("pageerror", (error) => problems.push(error.message));
  view.on("console", (message) => {
    if (message.type() === "error") problems.push(message.text());
  });
  return { addresses, problems };
}

async function answering({ converse: given }: VisitOptions): Promise<Pick<WebOptions, "model" | "converse">> {
  if (given === "none") return {};
  const model = await demoModel();
  const history = createHistory();
  return { model, converse: given ?? ((question) => converse({ ...question, model, history })) };
}

export function file(view: Page, name: string): Locator {
  return view.getByRole("treeitem", { name, exact: true });
}

/** Until nothing is being read any more, and `words` say what was. */
export async function settled(view: Page, words: string): Promise<void> {
  await view.locator(".status").filter({ hasText: words }).waitFor();
}

export function person(view: Page): Locator {
  return view.getByRole("region", { name: "As a person sees it" });
}

export function model(view: Page): Locator {
  return view.getByRole("region", { name: "As the model gets it" });
}

/** The menu of what is shown of the answer. */
export function shape(view: Page): Locator {
  return view.getByRole("combobox", { name: "What is shown of the answer" });
}

/** Shows a part of the page, which a narrow screen shows alone. Returns false if all parts are visible anyway. */
export async function showPart(view: Page, name: "Files" | "Conversation" | "Person" | "Model"): Promise<boolean> {
  const parts = view.getByRole("navigation", { name: "Parts of the page" });
  const isNarrow = await parts.isVisible();
  if (isNarrow) await parts.getByRole("button", { name }).click();
  return isNarrow;
}

/** Writes a call, and sends it. */
export async function call(view: Page, request: object): Promise<void> {
  const field = view.getByRole("textbox", { name: "The call, as JSON or as a path" });
  await field.fill(JSON.stringify(request));
  await field.press("Enter");
}

/** Drops a file onto an element, as a mouse does; in a page, onto the middle of it. */
export async function dropOnto(place: Page | Locator, name: string, content: string): Promise<void> {
  const script = `(() => {
    const transfer = new DataTransfer();
    transfer.items.add(new File([${JSON.stringify(content)}], ${JSON.stringify(name)}));
    return transfer;
  })()`;
  const target = "goto" in place ? place.locator(".drop-zone") : place;
  await target.dispatchEvent("drop", { dataTransfer: await target.page().evaluateHandle(script) });
}
