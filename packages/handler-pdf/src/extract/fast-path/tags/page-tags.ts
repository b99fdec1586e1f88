import { UnsupportedContent } from "../base/unsupported-content.ts";
import type { Painted } from "../base/painted.ts";
import type { PageForm, MarkedProperties, TagFollower } from "../base/page-resources.ts";
import { noOwners, type Owners } from "./parent-tree.ts";
import type { StructureElement, StructureTree } from "./structure-tree.ts";

/** Maximum number of elements searched per page for the owner of content that is not at its number. */
const maxSearched = 2000;

/** Maximum number of steps in all searches of one page. */
const maxSearches = 100_000;

/** The open marked content of a page or form, outermost first. */
interface Level {
  readonly owners: Owners;
  readonly open: (StructureElement | undefined)[];
}

/**
 * Follows the marked content of one page, given its `StructParents` (-1 if absent), and reports the elements that begin
 * and end as the engine does: an element stays open after its content until content of another element comes.
 */
export class PageTags implements TagFollower {
  readonly #tree: StructureTree;
  readonly #painted: Pick<Painted, "beginStructure" | "endStructure">;
  readonly #outer: Level[] = [];
  #level: Level;
  #searched = 0;
  /** The innermost open element. */
  #current: StructureElement | undefined;
  /** The element to return to before anything is painted. */
  #pending: StructureElement | undefined;

  constructor(tree: StructureTree, structParent: number, painted: Pick<Painted, "beginStructure" | "endStructure">) {
    this.#tree = tree;
    this.#painted = painted;
    this.#level = this.#levelOf(structParent);
  }

  begin(_tag: string, properties: MarkedProperties | undefined): string | undefined {
    const element = properties?.mcid === undefined ? undefined : this.#ownerOf(properties.mcid);
    this.#level.open.push(element);
    this.#pending = undefined;
    if (element === undefined) return undefined;
    this.#moveTo(element);
    return properties?.actualText === undefined ? element.actualText : undefined;
  }

  /** The engine returns to the outer element, but only once something is painted there: see `settle`. */
  end(): void {
    if (this.#level.open.pop() === undefined) return;
    this.#pending = this.#level.open.findLast((element) => element !== undefined);
  }

  /** Called before painting. An element outside the current one closes all open elements. */
  settle(): void {
    if (this.#pending === undefined) return;
    this.#closeUpTo(this.#pending);
    this.#pending = undefined;
  }

  enterForm(form: PageForm): void {
    this.settle();
    this.#outer.push(this.#level);
    this.#level = this.#levelOf(form.structParent);
  }

  leaveForm(): void {
    while (this.#level.open.length > 0) this.end();
    const outer = this.#outer.pop();
    if (outer !== undefined) this.#level = outer;
  }

  finish(): void {
    this.#closeUpTo(undefined);
  }

  #levelOf(structParent: number): Level {
    return { owners: structParent < 0 ? noOwners : this.#tree.ownersOf(structParent), open: [] };
  }

  /**
   * Returns the element at the number of the content, or the first one that lists the content by its plain number. A
   * single owner need not list it.
   */
  #ownerOf(mcid: number): StructureElement | undefined {
    const { numbers, isOne } = this.#level.owners;
    if (isOne) return this.#element(numbers[0]);
    const own = this.#element(numbers[mcid]);
    if (own?.children.has(mcid) === true) return own;
    if (numbers.length > maxSearched) throw new UnsupportedContent("tags");
    this.#searched += numbers.length;
    if (this.#searched > maxSearches) throw new UnsupportedContent("tags");
    for (const number of numbers) {
      const element = this.#element(number);
      if (element?.children.has(mcid) === true) return element;
    }
    return undefined;
  }

  #element(number = 0): StructureElement | undefined {
    if (number < 0) throw new UnsupportedContent("element in place");
    return number === 0 ? undefined : this.#tree.element(number);
  }

  #moveTo(element: StructureElement): void {
    const common = commonOf(this.#current, element);
    this.#closeUpTo(common);
    this.#open(element, common);
  }

  #open(element: StructureElement, common: StructureElement | undefined): void {
    if (element.number === common?.number) return;
    if (element.parent !== undefined) this.#open(element.parent, common);
    if (element.standard !== undefined) this.#painted.beginStructure(element.standard, element.index);
    this.#current = element;
  }

  #closeUpTo(element: StructureElement | undefined): void {
    while (this.#current !== undefined && this.#current.number !== element?.number) {
      if (this.#current.standard !== undefined) this.#painted.endStructure();
      this.#current = this.#current.parent;
    }
  }
}

/** Returns the innermost element that contains or equals both. */
function commonOf(one: StructureElement | undefined, other: StructureElement): StructureElement | undefined {
  let left = one;
  let right: StructureElement | undefined = other;
  while (left !== undefined && right !== undefined && left.number !== right.number) {
    const [leftDepth, rightDepth] = [left.depth, right.depth];
    if (leftDepth >= rightDepth) left = left.parent;
    if (rightDepth >= leftDepth) right = right.parent;
  }
  return left === undefined ? undefined : right;
}

/** Used for an untagged document. */
export const noTags: TagFollower = {
  begin: () => undefined,
  end: () => undefined,
  enterForm: () => undefined,
  settle: () => undefined,
  leaveForm: () => undefined,
  finish: () => undefined,
};
