import type { Capabilities, Handler } from "@reader/core";
import type { Canary } from "@reader/core/handler";
import { findHandler, findOutliner, typeByName } from "@reader/core/internal";
import {
  isolate,
  type IsolatedHandlers,
  type IsolateOptions,
  localHandler,
  moduleUrl,
  type ResolvePlace,
} from "@reader/isolate";
import { withOfficePages } from "@reader/office-pages";
import { plainDescriptions } from "./generated/descriptions.ts";
import { chooseInstalled } from "./model/choose-installed.ts";
import type { PlainDescription, PresetDescription } from "./model/plain-description.ts";

/** Options of the preset. */
export interface PresetOptions extends Pick<IsolateOptions, "budget" | "limits" | "sandbox"> {
  /**
   * File URL or absolute path of a module that finds this package. Needed in a bundle, whose files are not in the folder of this package.
   * The packages of the handlers are found from this package, so a program needs no dependency on them.
   */
  readonly resolveFrom?: string;
}

/** All handlers, isolated. */
export interface PresetHandlers extends IsolatedHandlers {
  /** Starts the process that will probably read this file, before it is opened. Never fails. */
  prepareFor(path: string, wish?: FirstRead): void;
}

/** The first read, as far as it is known before the file is opened. */
export interface FirstRead {
  /** True if it needs an outline: for the outline view, or to find a named part of a text. */
  readonly isOutlined?: boolean;
  /** The capabilities of the model. Default: no images. */
  readonly capabilities?: Pick<Capabilities, "images">;
}

export type { PresetDescription } from "./model/plain-description.ts";

/**
 * The descriptions of the handlers that run in processes of their own, in order of precedence. Those of the same files
 * are all among them, installed or not.
 */
export const isolatedDescriptions: readonly PresetDescription[] = plainDescriptions
  .filter(({ isLocal }) => isLocal !== true)
  .map(withCanary);

/**
 * All handlers of this project, in order of precedence, each in a process that can be killed, except CSV. Of two for the
 * same files, one: the first, unless only the second is installed. For `view: "image"`, LibreOffice prints the pages of
 * office documents, if it is installed.
 */
export function isolatedHandlers(options: PresetOptions = {}): PresetHandlers {
  const place = placeOf(options);
  const isolation = isolate(chooseInstalled(isolatedDescriptions, place), { ...options, ...place });
  const { sandbox } = options;
  const pages = withOfficePages(isolation.handlers, sandbox === undefined ? {} : { sandbox });
  const handlers = [...pages.handlers, ...alwaysLocal(options)];
  return {
    handlers,
    prepare: (handlerName, capabilities) => isolation.prepare(handlerName, capabilities),
    prepareFor(path, { isOutlined = false, capabilities = {} } = {}) {
      const type = typeByName(path);
      if (type === undefined) return;
      const handler = findHandler(handlers, type) ?? (isOutlined ? findOutliner(handlers, type) : undefined);
      if (handler !== undefined) isolation.prepare(handler.name, capabilities);
    },
    async close() {
      await Promise.all([isolation.close(), pages.close()]);
    },
  };
}

/** The same handlers in this process. They start faster, but a file that crashes one crashes the program. */
export function localHandlers(options: Pick<PresetOptions, "resolveFrom"> = {}): readonly Handler[] {
  const place = placeOf(options);
  const chosen = chooseInstalled(isolatedDescriptions, place);
  const local = chosen.map((description) => localHandler(description, place));
  return [...withOfficePages(local).handlers, ...alwaysLocal(options)];
}

/** Creates the handlers that run in the program's own process in any case. */
function alwaysLocal(options: Pick<PresetOptions, "resolveFrom">): readonly Handler[] {
  const local = plainDescriptions.filter(({ isLocal }) => isLocal === true);
  return local.map((description) => localHandler(description, placeOf(options)));
}

/** The name of this package, whose dependencies the handlers are. */
const ownName = "@reader/handlers";

function placeOf({ resolveFrom }: Pick<PresetOptions, "resolveFrom">): ResolvePlace {
  if (resolveFrom === undefined) return { resolveFrom: import.meta.url };
  return { resolveFrom: moduleUrl(resolveFrom), resolveThrough: ownName };
}

function withCanary({ hasCanary, ...description }: PlainDescription): PresetDescription {
  return hasCanary === true ? { ...description, canary: () => unpackCanary(description.name) } : description;
}

/** Loads the canaries, which are needed only after an error. */
async function unpackCanary(handlerName: string): Promise<Canary> {
  const { packedCanaries } = await import("./generated/canaries.ts");
  const packed = packedCanaries[handlerName];
  if (packed === undefined) throw new TypeError(`The handler ${handlerName} has no canary.`);
  const { data, ...facts } = packed;
  // A static import would load Node's streams in every program that starts.
  const { inflateRawSync } = process.getBuiltinModule("node:zlib");
  return { ...facts, bytes: new Uint8Array(inflateRawSync(Buffer.from(data, "base64"))) };
}
