import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"0026 · Samples run unchanged, with the real clients","description":"","frontmatter":{},"headers":[],"relativePath":"decisions/0026-samples-run-unchanged.md","filePath":"decisions/0026-samples-run-unchanged.md"}');
const _sfc_main = { name: "decisions/0026-samples-run-unchanged.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="0026--samples-run-unchanged-with-the-real-clients" tabindex="-1">0026 · Samples run unchanged, with the real clients <a class="header-anchor" href="#0026--samples-run-unchanged-with-the-real-clients" aria-label="Permalink to &quot;0026 · Samples run unchanged, with the real clients&quot;">​</a></h1><p>Status: accepted.</p><h2 id="decision" tabindex="-1">Decision <a class="header-anchor" href="#decision" aria-label="Permalink to &quot;Decision&quot;">​</a></h2><p>The tests compile and run every program in the documentation unchanged, with the client library that it names. Only <code>fetch</code> and <code>npx</code> are replaced, by stand-ins that answer from the request alone: without the image in the request, the answer does not have the image&#39;s size. Leaving the transport out of the samples would have been simpler, but would have tested another program than the one that readers copy.</p><p>Packed packages are installed with npm from a local registry that serves them together with the packages of the real one, not from file names: <code>npx -y @reader/mcp</code> and peer dependencies then behave as for users. That needs the network, so <code>pnpm tarballs</code> is a separate command and not a test.</p></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("decisions/0026-samples-run-unchanged.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const _0026SamplesRunUnchanged = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  _0026SamplesRunUnchanged as default
};
