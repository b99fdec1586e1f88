import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"0021 · Targets limit the media that they get","description":"","frontmatter":{},"headers":[],"relativePath":"decisions/0021-targets-limit-what-they-get.md","filePath":"decisions/0021-targets-limit-what-they-get.md"}');
const _sfc_main = { name: "decisions/0021-targets-limit-what-they-get.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="0021--targets-limit-the-media-that-they-get" tabindex="-1">0021 · Targets limit the media that they get <a class="header-anchor" href="#0021--targets-limit-the-media-that-they-get" aria-label="Permalink to &quot;0021 · Targets limit the media that they get&quot;">​</a></h1><p>Status: accepted.</p><h2 id="context" tabindex="-1">Context <a class="header-anchor" href="#context" aria-label="Permalink to &quot;Context&quot;">​</a></h2><p>The reader, or the provider&#39;s API, knows what a model takes; the framework knows what a message can carry. A reader that is set up for Anthropic&#39;s models and used through MCP would send PDF as it is, and an MCP client would write it out as text.</p><h2 id="decision" tabindex="-1">Decision <a class="header-anchor" href="#decision" aria-label="Permalink to &quot;Decision&quot;">​</a></h2><p>A read can name the model&#39;s capabilities (<code>ReadOptions.capabilities</code>). Every target of <code>@reader/tool</code> passes on what both the model and its messages take: the types of both, and the lower of each limit. So handlers convert what cannot be sent (text of a PDF), instead of a target discarding it. The bytes of a whole answer are counted after that, and the answer is cut at one point, so that the rest can be requested.</p><p>A target that knows its provider uses the provider&#39;s profile by default. One that does not know it sends only text: an image that a model does not take ends a conversation with an error.</p><h2 id="consequences" tabindex="-1">Consequences <a class="header-anchor" href="#consequences" aria-label="Permalink to &quot;Consequences&quot;">​</a></h2><ul><li>Different profiles need different names, because the reader caches conversions by name.</li><li>Users of a framework that supports any provider have to name the model&#39;s capabilities, or get no images.</li></ul></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("decisions/0021-targets-limit-what-they-get.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const _0021TargetsLimitWhatTheyGet = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  _0021TargetsLimitWhatTheyGet as default
};
