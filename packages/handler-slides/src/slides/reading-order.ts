/** The edges of a shape, in any unit that all shapes beside it use. */
export interface ShapeBox {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** Returns the box around boxes, or `undefined` if there are none. */
export function boxAround(boxes: readonly ShapeBox[]): ShapeBox | undefined {
  if (boxes.length === 0) return undefined;
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  // A slide can have more shapes than a call can have arguments.
  for (const box of boxes) {
    left = Math.min(left, box.left);
    top = Math.min(top, box.top);
    right = Math.max(right, box.right);
    bottom = Math.max(bottom, box.bottom);
  }
  return { left, top, right, bottom };
}

/** A shape with a position, which is `undefined` if unknown. */
export interface Placed {
  readonly box?: ShapeBox | undefined;
  /** True if it fills a placeholder of the layout. */
  readonly isPlaceholder?: boolean;
  /** True if it has text and nothing else. */
  readonly isText?: boolean;
}

/** Items that are kept together, and the box around them. */
interface Unit<Item> {
  readonly items: readonly Item[];
  readonly box: ShapeBox;
}

/** Maximum number of shapes that are ordered. A drawing with more keeps its order. */
const maxShapes = 600;

/** Maximum nesting of rows and columns. */
const maxDepth = 16;

/**
 * Returns shapes, given in the order in which they are painted, in the order in which people read them: the placeholders
 * that the slide starts with, and the text right above them, then everything else. Each splits at its gaps into rows
 * from the top, or into columns from the left, whichever agrees better with the painting order. Shapes that overlap keep
 * their order. A shape without a position stays behind the one before it.
 */
export function inReadingOrder<Item extends Placed>(shapes: readonly Item[]): readonly Item[] {
  if (shapes.length < 2 || shapes.length > maxShapes) return shapes;
  const main = mainShapes(shapes);
  const others = shapes.filter((shape) => !main.has(shape));
  return [shapes.filter((shape) => main.has(shape)), others].flatMap((part) => byPosition(part));
}

/** Figures in the free area of a placeholder, which is often as large as the slide, do not come before its text. */
function mainShapes<Item extends Placed>(shapes: readonly Item[]): ReadonlySet<Item> {
  const firstBox = shapes.findIndex(({ isPlaceholder, isText }) => isText === true && isPlaceholder !== true);
  const placeholders = shapes.slice(0, firstBox === -1 ? shapes.length : firstBox).filter(isInPlaceholder);
  const above = shapes.filter(
    (shape) => shape.isText === true && placeholders.some(({ box }) => heads(shape.box, box)),
  );
  return new Set([...placeholders, ...above]);
}

function isInPlaceholder({ isPlaceholder }: Placed): boolean {
  return isPlaceholder === true;
}

/** True if a shape is above another one, along at least half of it. */
function heads(shape: ShapeBox | undefined, other: ShapeBox | undefined): boolean {
  if (shape === undefined || other === undefined) return false;
  const shared = Math.min(shape.right, other.right) - Math.max(shape.left, other.left);
  const [[, end], [start]] = [inner([shape.top, shape.bottom]), inner([other.top, other.bottom])];
  return end <= start && 2 * shared >= other.right - other.left;
}

function byPosition<Item extends Placed>(shapes: readonly Item[]): readonly Item[] {
  const first = shapes.findIndex(({ box }) => box !== undefined);
  if (first === -1) return shapes;
  return [...shapes.slice(0, first), ...cut(unitsOf(shapes.slice(first)), 0)];
}

function unitsOf<Item extends Placed>(shapes: readonly Item[]): readonly Unit<Item>[] {
  const units: { readonly items: Item[]; readonly box: ShapeBox }[] = [];
  for (const shape of shapes) {
    if (shape.box === undefined) units.at(-1)?.items.push(shape);
    else units.push({ items: [shape], box: shape.box });
  }
  return units;
}

function cut<Item>(units: readonly Unit<Item>[], depth: number): readonly Item[] {
  const parts = units.length < 2 || depth > maxDepth ? [] : partsOf(units);
  if (parts.length < 2) return units.flatMap(({ items }) => items);
  return parts.flatMap((part) => cut(part, depth + 1));
}

/** Splits units into rows or columns; returns one part if there is no gap. */
function partsOf<Item>(units: readonly Unit<Item>[]): readonly (readonly Unit<Item>[])[] {
  const rows = splitAtGaps(units, ({ top, bottom }) => [top, bottom]);
  const columns = splitAtGaps(units, ({ left, right }) => [left, right]);
  if (columns.length < 2) return rows;
  if (rows.length < 2) return columns;
  return inversions(columns, units) < inversions(rows, units) ? columns : rows;
}

type Span = readonly [start: number, end: number];

/** The share of a shape at either end that may overlap the next one: the margin around its text. */
const marginShare = 1 / 8;

function splitAtGaps<Item>(
  units: readonly Unit<Item>[],
  spanOf: (box: ShapeBox) => Span,
): readonly (readonly Unit<Item>[])[] {
  const spans = new Map(units.map((unit) => [unit, inner(spanOf(unit.box))] as const));
  const startOf = (unit: Unit<Item>): number => spans.get(unit)?.[0] ?? 0;
  const parts: Unit<Item>[][] = [];
  let reach = -Infinity;
  for (const unit of units.toSorted((one, other) => startOf(one) - startOf(other))) {
    const [start, end] = spans.get(unit) ?? [0, 0];
    if (start >= reach) parts.push([]);
    parts.at(-1)?.push(unit);
    reach = Math.max(reach, end);
  }
  // Within a part, the painting order counts.
  const places = new Map(units.map((unit, at) => [unit, at] as const));
  const placeOf = (unit: Unit<Item>): number => places.get(unit) ?? 0;
  return parts.map((part) => part.toSorted((one, other) => placeOf(one) - placeOf(other)));
}

function inner([start, end]: Span): Span {
  const margin = (end - start) * marginShare;
  return [start + margin, end - margin];
}

/** Returns how many pairs of units are in another order than they are painted. */
function inversions<Item>(parts: readonly (readonly Unit<Item>[])[], units: readonly Unit<Item>[]): number {
  const places = new Map(units.map((unit, at) => [unit, at] as const));
  const order = parts.flat().map((unit) => places.get(unit) ?? 0);
  let count = 0;
  for (const [at, place] of order.entries()) {
    for (let later = at + 1; later < order.length; later += 1) if ((order[later] ?? place) < place) count += 1;
  }
  return count;
}
