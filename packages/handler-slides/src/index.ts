import { defineHandler, type Handler } from "@reader/core/handler";
import { encryptedOfficeOf, flatTypes, sniffFlatPresentation } from "@reader/office-kit";
import manifest from "../package.json" with { type: "json" };

export { sniffFlatPresentation } from "@reader/office-kit";

/** The version of this package, included in handler errors. */
const version: string = manifest.version;

/** Returns all handlers of this package, to pass to a reader or an isolation. */
export function slides(): readonly Handler[] {
  return [pptx(), odp(), ppt(), vsdx(), encryptedOffice()];
}

/** A handler for encrypted documents of Office 2007 and later. The handler of the inner format reads them. */
export function encryptedOffice(): Handler {
  return encryptedOfficeOf({ module: "@reader/handler-slides", version });
}

/**
 * Reads PowerPoint presentations (`.pptx`, `.pptm`, `.ppsx`, `.potx`), as packages or as one XML file, slide by slide,
 * with notes and comments.
 */
export function pptx(): Handler {
  return defineHandler({
    name: "pptx",
    tables: "markdown",
    mediaTypes: ["application/vnd.openxmlformats-officedocument.presentationml.presentation", flatTypes.presentation],
    version,
    sniff: sniffFlatPresentation,
    origin: { module: "@reader/handler-slides", export: "pptx", addons: "for-images" },
    canary: async () => (await import("./canary.ts")).canaryOf("pptx"),
    async *read(source, context) {
      const { readPptx } = await import("./pptx/read-pptx.ts");
      yield* readPptx(source, context);
    },
    async info(source, context) {
      const { describePptx } = await import("./pptx/read-pptx.ts");
      return describePptx(source, context);
    },
    async outline(source, context) {
      const { outlinePptx } = await import("./pptx/read-pptx.ts");
      return outlinePptx(source, context);
    },
  });
}

/** Reads presentations of PowerPoint 97 to 2003 (`.ppt`, `.pps`, `.pot`) slide by slide, with notes and comments. */
export function ppt(): Handler {
  return defineHandler({
    name: "ppt",
    tables: "markdown",
    mediaTypes: ["application/vnd.ms-powerpoint"],
    version,
    origin: { module: "@reader/handler-slides", export: "ppt", addons: "for-images" },
    canary: async () => (await import("./canary.ts")).canaryOf("ppt"),
    async *read(source, context) {
      const { readPpt } = await import("./ppt/read-ppt.ts");
      yield* readPpt(source, context);
    },
    async info(source, context) {
      const { describePpt } = await import("./ppt/read-ppt.ts");
      return describePpt(source, context);
    },
    async outline(source, context) {
      const { outlinePpt } = await import("./ppt/read-ppt.ts");
      return outlinePpt(source, context);
    },
  });
}

/**
 * Reads OpenDocument presentations (`.odp`, `.otp`, `.fodp`) slide by slide, with notes and comments, and drawings
 * (`.odg`, `.otg`, `.fodg`) page by page in the same way.
 */
export function odp(): Handler {
  return defineHandler({
    name: "odp",
    tables: "markdown",
    mediaTypes: [
      "application/vnd.oasis.opendocument.presentation",
      "application/vnd.oasis.opendocument.presentation-template",
      "application/vnd.oasis.opendocument.presentation-flat-xml",
      "application/vnd.oasis.opendocument.graphics",
      "application/vnd.oasis.opendocument.graphics-template",
      "application/vnd.oasis.opendocument.graphics-flat-xml",
    ],
    version,
    origin: { module: "@reader/handler-slides", export: "odp", addons: "for-images" },
    canary: async () => (await import("./canary.ts")).canaryOf("odp"),
    async *read(source, context) {
      const { readOdp } = await import("./odp/read-odp.ts");
      yield* readOdp(source, context);
    },
    async info(source, context) {
      const { describeOdp } = await import("./odp/read-odp.ts");
      return describeOdp(source, context);
    },
    async outline(source, context) {
      const { outlineOdp } = await import("./odp/read-odp.ts");
      return outlineOdp(source, context);
    },
  });
}

/**
 * Reads Visio drawings (`.vsdx`, `.vsdm`, `.vstx`) page by page: shapes with their text and data, connections, links and
 * comments.
 */
export function vsdx(): Handler {
  return defineHandler({
    name: "vsdx",
    tables: "markdown",
    mediaTypes: ["application/vnd.ms-visio.drawing"],
    version,
    origin: { module: "@reader/handler-slides", export: "vsdx", addons: "for-images" },
    canary: async () => (await import("./canary.ts")).canaryOf("vsdx"),
    async *read(source, context) {
      const { readVsdx } = await import("./vsdx/read-vsdx.ts");
      yield* readVsdx(source, context);
    },
    async info(source, context) {
      const { describeVsdx } = await import("./vsdx/read-vsdx.ts");
      return describeVsdx(source, context);
    },
    async outline(source, context) {
      const { outlineVsdx } = await import("./vsdx/read-vsdx.ts");
      return outlineVsdx(source, context);
    },
  });
}
