import { shownValue } from "../drawing/chart.ts";
import { childOf, childrenOf, type XmlElement } from "../xml/xml-tree.ts";

/**
 * Returns how the categories of a chart document are shown. Its table has dates as numbers of days; they are dates if
 * the axis of the categories has a scale and a format of dates.
 */
export function categoryFormat(root: XmlElement | undefined): (category: string) => string {
  const plot = childOf(root, "office:body", "office:chart", "chart:chart", "chart:plot-area");
  const axis = childrenOf(plot, "chart:axis").find(({ attributes }) => attributes["chart:dimension"] === "x");
  const format = hasDateScale(axis) ? dateFormat(root, axis?.attributes["chart:style-name"]) : undefined;
  return (category) => (format === undefined ? category : shownValue(category, format));
}

function hasDateScale(axis: XmlElement | undefined): boolean {
  const isNumbered = childOf(axis, "chart:categories") !== undefined;
  return isNumbered && childrenOf(axis).some(({ name }) => name.endsWith(":date-scale"));
}

/** Returns the format of a chart style as a format code, if it is one of dates. */
function dateFormat(root: XmlElement | undefined, styleName: string | undefined): string | undefined {
  const styles = childOf(root, "office:automatic-styles");
  const style = named(childrenOf(styles, "style:style"), styleName);
  const format = named(childrenOf(styles, "number:date-style"), style?.attributes["style:data-style-name"]);
  if (format === undefined) return undefined;
  return childOf(format, "number:hours") === undefined ? "yyyy-mm-dd" : "yyyy-mm-dd hh:mm:ss";
}

function named(styles: readonly XmlElement[], name: string | undefined): XmlElement | undefined {
  return styles.find(({ attributes }) => attributes["style:name"] === name);
}
