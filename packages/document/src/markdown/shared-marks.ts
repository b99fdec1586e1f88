import { sharedStart } from "./shared-start.ts";

/** Marks such as `**` around what is written; what is marked alike shares its marks. */
export class SharedMarks {
  #active: readonly string[] = [];
  #wanted: readonly string[] = [];

  /** Whether what comes next is marked as what was written last. */
  get areSettled(): boolean {
    return this.#active === this.#wanted;
  }

  /** Switches one for what is written from now on. */
  set(mark: string, isOn: boolean): void {
    this.#wanted = isOn ? [...this.#wanted, mark] : this.#wanted.filter((each) => each !== mark);
  }

  /** Puts what ends and what begins around what goes between; no mark goes on over a new line. */
  change(isNewLine: boolean, between: () => string): string {
    const kept = isNewLine ? 0 : sharedStart(this.#active, this.#wanted);
    const closing = this.closing(kept);
    const opening = this.#wanted.slice(kept).join("");
    this.#active = this.#wanted;
    return closing + between() + opening;
  }

  /** What ends the marks of what was written last, all but the first `kept`. */
  closing(kept = 0): string {
    return this.#active.length === kept ? "" : this.#active.slice(kept).toReversed().join("");
  }
}
