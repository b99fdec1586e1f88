import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"API","description":"","frontmatter":{},"headers":[],"relativePath":"api/index.md","filePath":"api/index.md"}');
const _sfc_main = { name: "api/index.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="api" tabindex="-1">API <a class="header-anchor" href="#api" aria-label="Permalink to &quot;API&quot;">​</a></h1><p>Generated from the declarations of each package.</p><ul><li><a href="/api/batch-queue.html"><code>@reader/batch-queue</code></a></li><li><a href="/api/batch.html"><code>@reader/batch</code></a></li><li><a href="/api/core.html"><code>@reader/core</code></a></li><li><a href="/api/document.html"><code>@reader/document</code></a></li><li><a href="/api/handler-archive.html"><code>@reader/handler-archive</code></a></li><li><a href="/api/handler-command.html"><code>@reader/handler-command</code></a></li><li><a href="/api/handler-csv.html"><code>@reader/handler-csv</code></a></li><li><a href="/api/handler-data.html"><code>@reader/handler-data</code></a></li><li><a href="/api/handler-html.html"><code>@reader/handler-html</code></a></li><li><a href="/api/handler-image.html"><code>@reader/handler-image</code></a></li><li><a href="/api/handler-iwork.html"><code>@reader/handler-iwork</code></a></li><li><a href="/api/handler-mail.html"><code>@reader/handler-mail</code></a></li><li><a href="/api/handler-media.html"><code>@reader/handler-media</code></a></li><li><a href="/api/handler-notebook.html"><code>@reader/handler-notebook</code></a></li><li><a href="/api/handler-office.html"><code>@reader/handler-office</code></a></li><li><a href="/api/handler-pdf.html"><code>@reader/handler-pdf</code></a></li><li><a href="/api/handler-pdfium.html"><code>@reader/handler-pdfium</code></a></li><li><a href="/api/handler-sheets.html"><code>@reader/handler-sheets</code></a></li><li><a href="/api/handler-slides.html"><code>@reader/handler-slides</code></a></li><li><a href="/api/handler-text-formats.html"><code>@reader/handler-text-formats</code></a></li><li><a href="/api/handler-word.html"><code>@reader/handler-word</code></a></li><li><a href="/api/handlers.html"><code>@reader/handlers</code></a></li><li><a href="/api/image-fit.html"><code>@reader/image-fit</code></a></li><li><a href="/api/isolate.html"><code>@reader/isolate</code></a></li><li><a href="/api/ocr.html"><code>@reader/ocr</code></a></li><li><a href="/api/office-kit.html"><code>@reader/office-kit</code></a></li><li><a href="/api/office-pages.html"><code>@reader/office-pages</code></a></li><li><a href="/api/outline.html"><code>@reader/outline</code></a></li><li><a href="/api/pdf-pages.html"><code>@reader/pdf-pages</code></a></li><li><a href="/api/testkit.html"><code>@reader/testkit</code></a></li><li><a href="/api/tool.html"><code>@reader/tool</code></a></li><li><a href="/api/unpack.html"><code>@reader/unpack</code></a></li></ul></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("api/index.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const index = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  index as default
};
