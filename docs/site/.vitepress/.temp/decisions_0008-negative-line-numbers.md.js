import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"0008 · Negative line numbers at the end of a huge file","description":"","frontmatter":{},"headers":[],"relativePath":"decisions/0008-negative-line-numbers.md","filePath":"decisions/0008-negative-line-numbers.md"}');
const _sfc_main = { name: "decisions/0008-negative-line-numbers.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="0008--negative-line-numbers-at-the-end-of-a-huge-file" tabindex="-1">0008 · Negative line numbers at the end of a huge file <a class="header-anchor" href="#0008--negative-line-numbers-at-the-end-of-a-huge-file" aria-label="Permalink to &quot;0008 · Negative line numbers at the end of a huge file&quot;">​</a></h1><p>Status: accepted.</p><h2 id="context" tabindex="-1">Context <a class="header-anchor" href="#context" aria-label="Permalink to &quot;Context&quot;">​</a></h2><p>&quot;The last 200 lines&quot; is the usual request for a log. Their true numbers are known only after counting all lines before them, which in a large file means reading all of it to show the last 20 KB.</p><h2 id="decision" tabindex="-1">Decision <a class="header-anchor" href="#decision" aria-label="Permalink to &quot;Decision&quot;">​</a></h2><p><code>offset: -200</code> reads backwards from the end until it has found 200 line starts. A file up to 64 MiB, or one whose lines an earlier read counted, is counted, and its lines have their true numbers. In a larger file the lines are numbered from the end: the last is -1, <code>firstLine</code> is negative, and so is the <code>offset</code> of the continuation.</p><p>Numbers are never guessed, and the total is not given if it is unknown.</p><h2 id="consequences" tabindex="-1">Consequences <a class="header-anchor" href="#consequences" aria-label="Permalink to &quot;Consequences&quot;">​</a></h2><ul><li>The end of a file of any size is available at once.</li><li>A negative number is a valid <code>offset</code>, so an answer can be cited and continued with the numbers that it shows.</li><li>Negative numbers move when a file grows. If a log is written to during a read, the answer says so (<code>changed-while-reading</code>), and -200 is then another line.</li><li>A long line at the end is continued with the same negative <code>offset</code> and a <code>column</code>.</li><li>In a file that has been counted since, by <code>info</code> for instance, the same request answers with the true numbers.</li><li>A reader of results must accept a negative <code>firstLine</code>.</li></ul></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("decisions/0008-negative-line-numbers.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const _0008NegativeLineNumbers = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  _0008NegativeLineNumbers as default
};
