import { isNearWhite, type Fill } from "../../../model/scan-state.ts";

/** Numbers of a colour that are compared; hardly any colour has more. */
const maxNumbers = 8;

/** Colours of a page that are kept; a picture that is drawn line by line has more. */
const maxFills = 32;

/** Stands for the operators that set a tint, of which 0 is paper. */
export const tintOperator = "tint";

/** Below this much of ink, a tint can hardly be told from paper. */
const maxPaperTint = 0.1;

/** A colour with so little in a channel is far from all that is nearly white. */
const maxDarkLevel = 0.7;

/** A colour for filling, as it was set. Its name is only made where it is asked for. */
export class ShownFill implements Fill {
  readonly isNearWhite: boolean;
  /** Whether it is far from white, if it is a colour of the device or a tint. */
  readonly isDark: boolean;
  private readonly operator: string;
  private readonly numbers: readonly number[];
  private name: string | undefined;

  constructor(operator: string, numbers: readonly number[]) {
    this.operator = operator;
    this.numbers = numbers;
    const isTint = operator === tintOperator;
    this.isNearWhite = isTint ? numbers.every((tint) => tint < maxPaperTint) : isNearWhite(numbers, operator);
    this.isDark = leastChannel(numbers, isTint) <= maxDarkLevel;
  }

  get fill(): string {
    this.name ??= `${this.numbers.join(" ")} ${this.operator}`;
    return this.name;
  }

  /** Whether it was set with these. */
  isSetWith(operator: string, numbers: Float64Array, count: number): boolean {
    const own = this.numbers;
    if (operator !== this.operator || count !== own.length) return false;
    for (let index = 0; index < count; index++) if (numbers[index] !== own[index]) return false;
    return true;
  }
}

/** The colour that a page begins with. */
export const firstFill: ShownFill = new ShownFill("g", [0]);

/** As the closer look takes colours: grey; red, green and blue; four inks; or tints, of which the strongest counts. */
function leastChannel(numbers: readonly number[], isTint: boolean): number {
  const [first = 0, second = 0, third = 0, black = 0] = numbers;
  if (isTint) return 1 - Math.max(0, ...numbers);
  switch (numbers.length) {
    case 1:
      return first;
    case 3:
      return Math.min(first, second, third);
    case 4:
      return 1 - Math.max(first, second, third) - black;
    default:
      return 1;
  }
}

/** The colours of one page, each kept once. */
export class ShownFills {
  private readonly known: ShownFill[] = [firstFill];

  /** The colour that is set with an operator and so many numbers. */
  of(operator: string, numbers: Float64Array, count: number): ShownFill {
    const compared = Math.min(count, maxNumbers);
    for (const fill of this.known) if (fill.isSetWith(operator, numbers, compared)) return fill;
    const fill = new ShownFill(operator, Array.from(numbers.subarray(0, compared)));
    if (this.known.length < maxFills) this.known.push(fill);
    return fill;
  }
}
