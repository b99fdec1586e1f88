import { type Canary, defineHandler, type Handler, type MediaType } from "@reader/core/handler";
import manifest from "../package.json" with { type: "json" };

/** The media types of the handler. The last is that of a file whose name does not say which program it is from. */
const mediaTypes: readonly MediaType[] = [
  "application/vnd.apple.pages",
  "application/vnd.apple.numbers",
  "application/vnd.apple.keynote",
  "application/vnd.apple.iwork",
];

/**
 * Creates a handler for documents of Apple Pages, Numbers and Keynote: those of iWork '09 and older, and those of the
 * programs since 2013.
 */
export function iwork(): Handler {
  return defineHandler({
    name: "iwork",
    tables: "markdown",
    mediaTypes,
    version: manifest.version,
    origin: { module: "@reader/handler-iwork", export: "iwork", addons: "for-images" },
    canary,
    async *read(source, context) {
      yield* (await import("./read-iwork.ts")).readIwork(source, context);
    },
    async info(source, context) {
      return (await import("./read-iwork.ts")).describeIwork(source, context);
    },
    async outline(source, context) {
      return (await import("./read-iwork.ts")).outlineIwork(source, context);
    },
  });
}

async function canary(): Promise<Canary> {
  const { canaryText, zipCanary } = await import("@reader/office-kit/canary");
  const names = ["sl", "sf", "sfa"].map((name) => `xmlns:${name}="http://developer.apple.com/namespaces/${name}"`);
  const body = `<sf:text-storage sf:kind="body"><sf:text-body><sf:p>${canaryText}</sf:p></sf:text-body></sf:text-storage>`;
  return {
    name: "canary.pages",
    mediaType: "application/vnd.apple.pages",
    bytes: zipCanary([
      ["index.xml", `<sl:document ${names.join(" ")}>${body}</sl:document>`],
      ["buildVersionHistory.plist", "<plist/>"],
    ]),
    text: canaryText,
  };
}
