import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse(`{"title":"0025 · The demo's script is stateless, and its page shows what is sent","description":"","frontmatter":{},"headers":[],"relativePath":"decisions/0025-the-demo-replays-its-requests.md","filePath":"decisions/0025-the-demo-replays-its-requests.md"}`);
const _sfc_main = { name: "decisions/0025-the-demo-replays-its-requests.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="0025--the-demos-script-is-stateless-and-its-page-shows-what-is-sent" tabindex="-1">0025 · The demo&#39;s script is stateless, and its page shows what is sent <a class="header-anchor" href="#0025--the-demos-script-is-stateless-and-its-page-shows-what-is-sent" aria-label="Permalink to &quot;0025 · The demo&#39;s script is stateless, and its page shows what is sent&quot;">​</a></h1><p>Status: accepted.</p><h2 id="decision" tabindex="-1">Decision <a class="header-anchor" href="#decision" aria-label="Permalink to &quot;Decision&quot;">​</a></h2><ul><li>The server that replaces a model follows a written scenario and keeps no state: with each request it replays the whole conversation and compares every step with the expected one. So an abort or a retry cannot break it, and a missing answer of the reader is an error 400 with its reason. Figures in its answers come from the tool answers in the request, and are not stored anywhere else.</li><li>A citation is compared with the lines, places, images and cells that answers of this conversation showed, within the requested part of the document, because lines count from 1 in each part.</li><li>The page splits the exact text of an answer into blocks and renders nothing itself, so the view always matches what was sent. A test joins the blocks and compares.</li><li>The page&#39;s token is in the fragment of its address and in a header of each request, not in a cookie: it is never part of a request line, and another site cannot send it.</li><li>Dropped files are a second root in a private folder that is removed at the end.</li></ul><h2 id="consequences" tabindex="-1">Consequences <a class="header-anchor" href="#consequences" aria-label="Permalink to &quot;Consequences&quot;">​</a></h2><ul><li>✓ at a citation means that the place was shown, not that it supports the answer.</li></ul></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("decisions/0025-the-demo-replays-its-requests.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const _0025TheDemoReplaysItsRequests = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  _0025TheDemoReplaysItsRequests as default
};
