import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"API of @reader/handler-iwork","description":"","frontmatter":{},"headers":[],"relativePath":"api/handler-iwork.md","filePath":"api/handler-iwork.md"}');
const _sfc_main = { name: "api/handler-iwork.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="api-of-readerhandler-iwork" tabindex="-1">API of @reader/handler-iwork <a class="header-anchor" href="#api-of-readerhandler-iwork" aria-label="Permalink to &quot;API of @reader/handler-iwork&quot;">​</a></h1><p>Reads documents of Apple Pages, Numbers and Keynote. <a href="/packages/handler-iwork.html">What it is for, and how to use it</a>.</p><h2 id="readerhandler-iwork" tabindex="-1"><code>@reader/handler-iwork</code> <a class="header-anchor" href="#readerhandler-iwork" aria-label="Permalink to &quot;\`@reader/handler-iwork\`&quot;">​</a></h2><h3 id="iwork" tabindex="-1"><code>iwork</code> <a class="header-anchor" href="#iwork" aria-label="Permalink to &quot;\`iwork\`&quot;">​</a></h3><p>Creates a handler for documents of Apple Pages, Numbers and Keynote: those of iWork &#39;09 and older, and those of the programs since 2013.</p><div class="language-ts vp-adaptive-theme"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki shiki-themes github-light github-dark vp-code" tabindex="0"><code><span class="line"><span style="--shiki-light:#D73A49;--shiki-dark:#F97583;">declare</span><span style="--shiki-light:#D73A49;--shiki-dark:#F97583;"> function</span><span style="--shiki-light:#6F42C1;--shiki-dark:#B392F0;"> iwork</span><span style="--shiki-light:#24292E;--shiki-dark:#E1E4E8;">()</span><span style="--shiki-light:#D73A49;--shiki-dark:#F97583;">:</span><span style="--shiki-light:#6F42C1;--shiki-dark:#B392F0;"> Handler</span><span style="--shiki-light:#24292E;--shiki-dark:#E1E4E8;">;</span></span></code></pre></div></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("api/handler-iwork.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const handlerIwork = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  handlerIwork as default
};
