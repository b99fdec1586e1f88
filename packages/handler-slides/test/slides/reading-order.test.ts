import { describe, expect, test } from "vitest";
import { inReadingOrder, type Placed } from "../../src/slides/reading-order.ts";

interface Shape extends Placed {
  readonly name: string;
}

/** A text box: its name, and its left, top, width and height. */
const box = (name: string, ...[left, top, width, height]: readonly [number, number, number, number]): Shape => ({
  name,
  box: { left, top, right: left + width, bottom: top + height },
  isText: true,
});

const placeholder = (shape: Shape): Shape => ({ ...shape, isPlaceholder: true });

const image = (shape: Shape): Shape => ({ ...shape, isText: false });

const orderOf = (...shapes: readonly Shape[]): string =>
  inReadingOrder(shapes)
    .map(({ name }) => name)
    .join("");

describe("the reading order of shapes", () => {
  test("is from top to bottom where they are stacked, whatever was painted first", () => {
    expect(orderOf(box("c", 0, 40, 80, 10), box("a", 0, 0, 90, 10), box("b", 5, 20, 60, 10))).toBe("abc");
  });

  test("is from left to right in a row", () => {
    expect(orderOf(box("c", 80, 2, 20, 10), box("b", 40, 0, 20, 12), box("a", 0, 1, 20, 10))).toBe("abc");
  });

  test("is column by column, or row by row, as they were painted", () => {
    const [a, b, c, d] = [
      box("a", 0, 0, 40, 10),
      box("b", 50, 0, 40, 10),
      box("c", 0, 20, 40, 10),
      box("d", 50, 20, 40, 10),
    ];
    expect(orderOf(a, c, b, d)).toBe("acbd");
    expect(orderOf(a, b, c, d)).toBe("abcd");
    expect(orderOf(c, a, d, b)).toBe("acbd");
    expect(orderOf(b, a, d, c)).toBe("abcd");
  });

  test("is that of the parts below a shape across the columns", () => {
    const columns = [box("d", 50, 20, 40, 60), box("b", 0, 20, 40, 20), box("c", 0, 50, 40, 20)];
    expect(orderOf(...columns, box("a", 0, 0, 90, 10))).toBe("abcd");
  });

  test("counts shapes as stacked if only their margins overlap", () => {
    expect(orderOf(box("b", 0, 9, 50, 10), box("a", 0, 0, 50, 10))).toBe("ab");
  });

  test("is that in which they are painted, if they overlap", () => {
    expect(orderOf(box("b", 10, 20, 50, 40), box("a", 0, 0, 100, 100))).toBe("ba");
    expect(orderOf(box("a", 0, 0, 100, 100), box("b", 10, 20, 50, 40))).toBe("ab");
  });

  test("keeps a shape without a position behind the one before it", () => {
    expect(orderOf({ name: "x" }, box("b", 0, 50, 9, 9), { name: "y" }, box("a", 0, 0, 9, 9))).toBe("xaby");
  });

  test("begins with the placeholders of the slide, not with figures in their free area", () => {
    const body = placeholder(box("a", 0, 20, 90, 70));
    expect(orderOf(body, box("b", 30, 0, 10, 10), image(box("c", 50, 0, 60, 15)))).toBe("abc");
  });

  test("puts text before the placeholder that it heads", () => {
    const left = placeholder(box("b", 0, 20, 40, 60));
    const right = placeholder(box("d", 50, 20, 40, 60));
    expect(orderOf(left, right, box("a", 0, 5, 40, 10), box("c", 50, 5, 40, 10))).toBe("abcd");
  });

  test("does not begin with a placeholder that is painted after text", () => {
    expect(orderOf(box("b", 0, 50, 10, 10), placeholder(box("c", 0, 70, 90, 10)), box("a", 0, 0, 10, 10))).toBe("abc");
  });
});
