import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"API of @reader/handler-image","description":"","frontmatter":{},"headers":[],"relativePath":"api/handler-image.md","filePath":"api/handler-image.md"}');
const _sfc_main = { name: "api/handler-image.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="api-of-readerhandler-image" tabindex="-1">API of @reader/handler-image <a class="header-anchor" href="#api-of-readerhandler-image" aria-label="Permalink to &quot;API of @reader/handler-image&quot;">​</a></h1><p>Reads images and fits them to the limits of a model. <a href="/packages/handler-image.html">What it is for, and how to use it</a>.</p><h2 id="readerhandler-image" tabindex="-1"><code>@reader/handler-image</code> <a class="header-anchor" href="#readerhandler-image" aria-label="Permalink to &quot;\`@reader/handler-image\`&quot;">​</a></h2><h3 id="image" tabindex="-1"><code>image</code> <a class="header-anchor" href="#image" aria-label="Permalink to &quot;\`image\`&quot;">​</a></h3><p>Creates a handler for images. It yields one line that describes the image and how its coordinates map to the file, and the image in a form that the model accepts. Nothing is loaded before the first image is read.</p><div class="language-ts vp-adaptive-theme"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki shiki-themes github-light github-dark vp-code" tabindex="0"><code><span class="line"><span style="--shiki-light:#D73A49;--shiki-dark:#F97583;">declare</span><span style="--shiki-light:#D73A49;--shiki-dark:#F97583;"> function</span><span style="--shiki-light:#6F42C1;--shiki-dark:#B392F0;"> image</span><span style="--shiki-light:#24292E;--shiki-dark:#E1E4E8;">()</span><span style="--shiki-light:#D73A49;--shiki-dark:#F97583;">:</span><span style="--shiki-light:#6F42C1;--shiki-dark:#B392F0;"> Handler</span><span style="--shiki-light:#24292E;--shiki-dark:#E1E4E8;">;</span></span></code></pre></div></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("api/handler-image.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const handlerImage = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  handlerImage as default
};
