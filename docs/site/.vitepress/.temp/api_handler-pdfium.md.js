import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"API of @reader/handler-pdfium","description":"","frontmatter":{},"headers":[],"relativePath":"api/handler-pdfium.md","filePath":"api/handler-pdfium.md"}');
const _sfc_main = { name: "api/handler-pdfium.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="api-of-readerhandler-pdfium" tabindex="-1">API of @reader/handler-pdfium <a class="header-anchor" href="#api-of-readerhandler-pdfium" aria-label="Permalink to &quot;API of @reader/handler-pdfium&quot;">​</a></h1><p>Reads PDF files with PDFium instead of MuPDF: MIT, without the AGPL. <a href="/packages/handler-pdfium.html">What it is for, and how to use it</a>.</p><h2 id="readerhandler-pdfium" tabindex="-1"><code>@reader/handler-pdfium</code> <a class="header-anchor" href="#readerhandler-pdfium" aria-label="Permalink to &quot;\`@reader/handler-pdfium\`&quot;">​</a></h2><h3 id="pdfium" tabindex="-1"><code>pdfium</code> <a class="header-anchor" href="#pdfium" aria-label="Permalink to &quot;\`pdfium\`&quot;">​</a></h3><p>Creates a handler for PDF files that uses PDFium: each page is a place, shown as text, as an image or as both. Only a small sniffer is loaded before the first document is read.</p><div class="language-ts vp-adaptive-theme"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki shiki-themes github-light github-dark vp-code" tabindex="0"><code><span class="line"><span style="--shiki-light:#D73A49;--shiki-dark:#F97583;">declare</span><span style="--shiki-light:#D73A49;--shiki-dark:#F97583;"> function</span><span style="--shiki-light:#6F42C1;--shiki-dark:#B392F0;"> pdfium</span><span style="--shiki-light:#24292E;--shiki-dark:#E1E4E8;">()</span><span style="--shiki-light:#D73A49;--shiki-dark:#F97583;">:</span><span style="--shiki-light:#6F42C1;--shiki-dark:#B392F0;"> Handler</span><span style="--shiki-light:#24292E;--shiki-dark:#E1E4E8;">;</span></span></code></pre></div></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("api/handler-pdfium.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const handlerPdfium = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  handlerPdfium as default
};
