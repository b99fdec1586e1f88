import type { Handler } from "@reader/core/handler";
import { sheetsHandler } from "./sheets-handler.ts";
import type { SheetMemory } from "./xlsx/sheet-windows.ts";

/** A handler for Office Open XML workbooks: XLSX, XLSM, XLTX and XLTM. */
export function xlsx(): Handler {
  let memory: SheetMemory | undefined;
  return sheetsHandler({
    name: "xlsx",
    mediaTypes: ["application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"],
    canary: async () => (await import("./canary.ts")).canaryOf("xlsx"),
    async load() {
      const [{ openXlsx }, { createSheetMemory }] = await Promise.all([
        import("./xlsx/open-xlsx.ts"),
        import("./xlsx/sheet-windows.ts"),
      ]);
      memory ??= createSheetMemory();
      const kept = memory;
      return (source, context) => openXlsx(source, context, kept);
    },
  });
}
