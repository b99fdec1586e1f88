import { fileURLToPath } from "node:url";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

export default defineConfig({
  root: fileURLToPath(new URL("./", import.meta.url)),
  plugins: [react()],
  build: {
    // Beside what the compiler writes, and never in its place.
    outDir: "../dist/page",
    emptyOutDir: true,
    // Pictures inside of styles would be `data:` URLs; there are none, and none shall come.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
  },
});
