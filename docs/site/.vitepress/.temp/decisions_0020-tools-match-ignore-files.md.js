import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"0020 · The tools match ignore files themselves","description":"","frontmatter":{},"headers":[],"relativePath":"decisions/0020-tools-match-ignore-files.md","filePath":"decisions/0020-tools-match-ignore-files.md"}');
const _sfc_main = { name: "decisions/0020-tools-match-ignore-files.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="0020--the-tools-match-ignore-files-themselves" tabindex="-1">0020 · The tools match ignore files themselves <a class="header-anchor" href="#0020--the-tools-match-ignore-files-themselves" aria-label="Permalink to &quot;0020 · The tools match ignore files themselves&quot;">​</a></h1><p>Status: accepted.</p><h2 id="context" tabindex="-1">Context <a class="header-anchor" href="#context" aria-label="Permalink to &quot;Context&quot;">​</a></h2><p><code>find</code> honours the ignore files of the folders that it searches. They come with those folders, so they are as hostile as any file. The package <code>ignore</code> 7.0.16 makes a regular expression of every line. It guards <code>*</code> against backtracking, but not <code>**</code>: for one file below sixty folders that are all named <code>a</code>, the line <code>**/a/**/a/**/a/**/a/**/a/**/a/**/a/b</code> takes 25 s, and every further <code>**</code> ten times as long, in the reader&#39;s own process, where no time limit applies.</p><h2 id="decision" tabindex="-1">Decision <a class="header-anchor" href="#decision" aria-label="Permalink to &quot;Decision&quot;">​</a></h2><p><code>@reader/tool</code> has its own matcher for globs and ignore files. It matches wildcards segment by segment, then segments, each backtracking only to its last <code>*</code> or <code>**</code>, so the time is at most the product of both lengths. It has 180 lines, and takes less than 1 ms for forty <code>**</code>. The package <code>ignore</code> is a dependency of the tests: a property test compares both on thousands of generated rules and paths.</p><h2 id="consequences" tabindex="-1">Consequences <a class="header-anchor" href="#consequences" aria-label="Permalink to &quot;Consequences&quot;">​</a></h2><ul><li><code>find</code> cannot be held up by the files that it searches, and <code>@reader/tool</code> has no dependencies.</li><li>Both ignore the user&#39;s own ignore file and <code>.git/info/exclude</code>.</li></ul></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("decisions/0020-tools-match-ignore-files.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const _0020ToolsMatchIgnoreFiles = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  _0020ToolsMatchIgnoreFiles as default
};
