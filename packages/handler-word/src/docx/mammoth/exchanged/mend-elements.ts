import type { ElementClass } from "../mammoth-shape.ts";
import type { MammothElement, MammothNode } from "../mammoth-node.ts";

/** Makes elements of mammoth find a child without a function for each: they are asked ten times for every run. */
export function mendElements(Element: ElementClass): void {
  const { prototype } = Element as { readonly prototype: object };
  Object.assign(prototype, {
    first(this: MammothElement, name: string): MammothNode | undefined {
      for (const child of this.children) if (child.type === "element" && child.name === name) return child;
      return undefined;
    },
  });
}
