import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"The website and the images of the README","description":"","frontmatter":{},"headers":[],"relativePath":"site.md","filePath":"site.md"}');
const _sfc_main = { name: "site.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="the-website-and-the-images-of-the-readme" tabindex="-1">The website and the images of the README <a class="header-anchor" href="#the-website-and-the-images-of-the-readme" aria-label="Permalink to &quot;The website and the images of the README&quot;">​</a></h1><p><code>npx -y pnpm@12 run docs</code> builds the packages and then the website into <code>docs/site/dist/html</code>: static files that work without a network, with local search. It fails if a link or an anchor does not exist. <code>READER_DOCS_BASE=/reader/</code> builds it for a folder of a server. <code>pnpm checks docs</code> does the same in CI with packages that are already built.</p><p>The pages are those of the repository: <a href="https://github.com/reader/reader/blob/main/docs/site/src/site-map.ts" target="_blank" rel="noreferrer"><code>src/site-map.ts</code></a> says in which section a file is, and <a href="https://github.com/reader/reader/blob/main/docs/site/src/rewrite-links.ts" target="_blank" rel="noreferrer"><code>src/rewrite-links.ts</code></a> lets links to other files lead to the repository. A new page in <code>docs</code> appears under &quot;Project&quot; until a section names it. The API pages are written from the <code>.d.ts</code> files of the built packages, read by the parser of rolldown: TypeScript 7 has no compiler API, which typedoc needs.</p><p><code>npx -y pnpm@12 images</code> makes <code>docs/images</code> again: a screenshot of the demo&#39;s web view, which needs Chromium, and an SVG of commands with what the built program prints. Run it when either has changed.</p><p>VitePress is pinned to 1.6.4, its newest stable release. It brings its own Vite, which only this package uses.</p></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("site.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const site = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  site as default
};
