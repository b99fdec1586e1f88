import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"API of @reader/handler-media","description":"","frontmatter":{},"headers":[],"relativePath":"api/handler-media.md","filePath":"api/handler-media.md"}');
const _sfc_main = { name: "api/handler-media.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="api-of-readerhandler-media" tabindex="-1">API of @reader/handler-media <a class="header-anchor" href="#api-of-readerhandler-media" aria-label="Permalink to &quot;API of @reader/handler-media&quot;">​</a></h1><p>Reads what audio and video files say about themselves: streams, tags, chapters, pictures, lyrics and subtitles. <a href="/packages/handler-media.html">What it is for, and how to use it</a>.</p><h2 id="readerhandler-media" tabindex="-1"><code>@reader/handler-media</code> <a class="header-anchor" href="#readerhandler-media" aria-label="Permalink to &quot;\`@reader/handler-media\`&quot;">​</a></h2><h3 id="media" tabindex="-1"><code>media</code> <a class="header-anchor" href="#media" aria-label="Permalink to &quot;\`media\`&quot;">​</a></h3><p>Creates a handler for audio and video files. It shows duration, streams, tags, chapters, lyrics and subtitles, and a image by <code>select: &quot;image/1&quot;</code>. Sound and frames are not decoded, and a large film is not loaded.</p><div class="language-ts vp-adaptive-theme"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki shiki-themes github-light github-dark vp-code" tabindex="0"><code><span class="line"><span style="--shiki-light:#D73A49;--shiki-dark:#F97583;">declare</span><span style="--shiki-light:#D73A49;--shiki-dark:#F97583;"> function</span><span style="--shiki-light:#6F42C1;--shiki-dark:#B392F0;"> media</span><span style="--shiki-light:#24292E;--shiki-dark:#E1E4E8;">()</span><span style="--shiki-light:#D73A49;--shiki-dark:#F97583;">:</span><span style="--shiki-light:#6F42C1;--shiki-dark:#B392F0;"> Handler</span><span style="--shiki-light:#24292E;--shiki-dark:#E1E4E8;">;</span></span></code></pre></div><h3 id="mediatypes" tabindex="-1"><code>mediaTypes</code> <a class="header-anchor" href="#mediatypes" aria-label="Permalink to &quot;\`mediaTypes\`&quot;">​</a></h3><p>The media types of the handler.</p><div class="language-ts vp-adaptive-theme"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki shiki-themes github-light github-dark vp-code" tabindex="0"><code><span class="line"><span style="--shiki-light:#D73A49;--shiki-dark:#F97583;">declare</span><span style="--shiki-light:#D73A49;--shiki-dark:#F97583;"> const</span><span style="--shiki-light:#005CC5;--shiki-dark:#79B8FF;"> mediaTypes</span><span style="--shiki-light:#D73A49;--shiki-dark:#F97583;">:</span><span style="--shiki-light:#D73A49;--shiki-dark:#F97583;"> readonly</span><span style="--shiki-light:#6F42C1;--shiki-dark:#B392F0;"> MediaType</span><span style="--shiki-light:#24292E;--shiki-dark:#E1E4E8;">[];</span></span></code></pre></div></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("api/handler-media.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const handlerMedia = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  handlerMedia as default
};
