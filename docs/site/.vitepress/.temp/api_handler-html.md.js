import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"API of @reader/handler-html","description":"","frontmatter":{},"headers":[],"relativePath":"api/handler-html.md","filePath":"api/handler-html.md"}');
const _sfc_main = { name: "api/handler-html.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="api-of-readerhandler-html" tabindex="-1">API of @reader/handler-html <a class="header-anchor" href="#api-of-readerhandler-html" aria-label="Permalink to &quot;API of @reader/handler-html&quot;">​</a></h1><p>Reads web pages as documents: their main content as Markdown. <a href="/packages/handler-html.html">What it is for, and how to use it</a>.</p><h2 id="readerhandler-html" tabindex="-1"><code>@reader/handler-html</code> <a class="header-anchor" href="#readerhandler-html" aria-label="Permalink to &quot;\`@reader/handler-html\`&quot;">​</a></h2><h3 id="html" tabindex="-1"><code>html</code> <a class="header-anchor" href="#html" aria-label="Permalink to &quot;\`html\`&quot;">​</a></h3><p>Creates a handler for web pages. With <code>view: &quot;document&quot;</code>, and by default for a page that was saved from the web, the main content is Markdown, below the title, author and date of the page; <code>select: &quot;all&quot;</code> gives the whole page. Other HTML is source code, whose lines the core reads. Nothing is fetched, and no script is run.</p><div class="language-ts vp-adaptive-theme"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki shiki-themes github-light github-dark vp-code" tabindex="0"><code><span class="line"><span style="--shiki-light:#D73A49;--shiki-dark:#F97583;">declare</span><span style="--shiki-light:#D73A49;--shiki-dark:#F97583;"> function</span><span style="--shiki-light:#6F42C1;--shiki-dark:#B392F0;"> html</span><span style="--shiki-light:#24292E;--shiki-dark:#E1E4E8;">()</span><span style="--shiki-light:#D73A49;--shiki-dark:#F97583;">:</span><span style="--shiki-light:#6F42C1;--shiki-dark:#B392F0;"> Handler</span><span style="--shiki-light:#24292E;--shiki-dark:#E1E4E8;">;</span></span></code></pre></div><h3 id="htmltypes" tabindex="-1"><code>htmlTypes</code> <a class="header-anchor" href="#htmltypes" aria-label="Permalink to &quot;\`htmlTypes\`&quot;">​</a></h3><p>The media types of the handler.</p><div class="language-ts vp-adaptive-theme"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki shiki-themes github-light github-dark vp-code" tabindex="0"><code><span class="line"><span style="--shiki-light:#D73A49;--shiki-dark:#F97583;">declare</span><span style="--shiki-light:#D73A49;--shiki-dark:#F97583;"> const</span><span style="--shiki-light:#005CC5;--shiki-dark:#79B8FF;"> htmlTypes</span><span style="--shiki-light:#D73A49;--shiki-dark:#F97583;">:</span><span style="--shiki-light:#D73A49;--shiki-dark:#F97583;"> readonly</span><span style="--shiki-light:#6F42C1;--shiki-dark:#B392F0;"> MediaType</span><span style="--shiki-light:#24292E;--shiki-dark:#E1E4E8;">[];</span></span></code></pre></div></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("api/handler-html.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const handlerHtml = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  handlerHtml as default
};
