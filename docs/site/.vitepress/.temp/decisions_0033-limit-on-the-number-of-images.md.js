import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"0033 · Images are limited by their number","description":"","frontmatter":{},"headers":[],"relativePath":"decisions/0033-limit-on-the-number-of-images.md","filePath":"decisions/0033-limit-on-the-number-of-images.md"}');
const _sfc_main = { name: "decisions/0033-limit-on-the-number-of-images.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="0033--images-are-limited-by-their-number" tabindex="-1">0033 · Images are limited by their number <a class="header-anchor" href="#0033--images-are-limited-by-their-number" aria-label="Permalink to &quot;0033 · Images are limited by their number&quot;">​</a></h1><p>Status: accepted.</p><h2 id="context" tabindex="-1">Context <a class="header-anchor" href="#context" aria-label="Permalink to &quot;Context&quot;">​</a></h2><p>Twenty pages of a scan cost 49 000 tokens of a model with high resolution, while the text of an answer has at most 25 000. So the tokens of images could count against <code>maxTokens</code>; this was built and tried.</p><h2 id="decision" tabindex="-1">Decision <a class="header-anchor" href="#decision" aria-label="Permalink to &quot;Decision&quot;">​</a></h2><p>An answer has two limits: <code>maxTokens</code> for text, <code>maxImages</code> for images. <code>cost.tokens</code> includes both. If images counted like text, the default would show 10 pages of a scan to some models and 20 to others, text beside images would appear and disappear with their size, and a request for 25 000 tokens of text and 20 pages, as other tools give, would be impossible.</p><p>Images directly follow the line that shows them, also in Office documents, so that an answer can end between two of them and <code>next</code> continues there.</p><h2 id="consequences" tabindex="-1">Consequences <a class="header-anchor" href="#consequences" aria-label="Permalink to &quot;Consequences&quot;">​</a></h2><ul><li>With little room, set both, such as <code>{ maxTokens: 6000, maxImages: 2 }</code>.</li><li>A native document is limited by what the model takes, and may cost more than any text; request <code>pages</code> for less.</li></ul></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("decisions/0033-limit-on-the-number-of-images.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const _0033LimitOnTheNumberOfImages = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  _0033LimitOnTheNumberOfImages as default
};
