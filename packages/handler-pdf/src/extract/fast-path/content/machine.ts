import { NotQuick } from "../base/not-quick.ts";
import type { Painted, QuickFont } from "../base/painted.ts";
import type {
  QuickForm,
  QuickMatrix,
  QuickPicture,
  QuickProperties,
  QuickResources,
  QuickTags,
} from "../base/quick-resources.ts";
import { Frame, patternColour, SavedFrames, ShownFills } from "./frame.ts";
import { HiddenScan } from "./hidden-scan.ts";
import { closeArrayToken, Lexer, numberToken, stringToken } from "./lexer.ts";
import type { MeantText } from "./meant-text.ts";
import { mustBePlain, Painter } from "./painter.ts";
import { Path } from "./path.ts";
import { TextPen } from "./text-pen.ts";

/** Operands of one operator: more are an error to the engine. */
const maxOperands = 32;

/** One for all pages, of which one at a time is run: memory outside of the heap that each took would be slow to come back. */
const sharedOperands = new Float64Array(maxOperands);

/** What a page is run with. */
export interface ContentSettings {
  readonly resources: QuickResources;
  readonly painted: Painted;
  readonly tags: QuickTags;
  /** From the space of the content to the page as it is displayed. */
  readonly matrix: QuickMatrix;
  /** The page as it is displayed, in points; without it, nothing is cut off at its edges. */
  readonly page?: readonly [x0: number, y0: number, x1: number, y1: number];
}

/** Runs content: what operators work on. */
export class Machine {
  readonly painted: Painted;
  readonly tags: QuickTags;
  readonly pen: TextPen;
  readonly path: Path = new Path();
  readonly fills: ShownFills = new ShownFills();
  readonly hidden: HiddenScan = new HiddenScan();
  /** The numbers before an operator; 0 where there are none. */
  readonly operands: Float64Array = sharedOperands.fill(0);
  operandCount = 0;
  /** What else is before it. */
  readonly before: Before = new Before();
  /** The first name before it. */
  name = "";
  resources: QuickResources;
  lexer: Lexer = new Lexer(new Uint8Array(0));
  frame: Frame = new Frame();
  /** For each marked content that is open, from the outside in, the text that is meant, if it says so. */
  readonly marks: (MeantText | undefined)[] = [];
  /** How many of them were open before this form. */
  marksFloor = 0;
  /** The text that is meant with what is shown now. */
  meant: MeantText | undefined = undefined;
  /** How deep content is in which unknown operators do no harm. */
  compatibility = 0;
  private readonly saved: SavedFrames = new SavedFrames();
  /** The depth that content of this form cannot go below. */
  private floor = 0;
  private readonly forms: OpenForms = new OpenForms();
  private readonly painter: Painter;

  constructor({ resources, painted, tags, matrix, page }: ContentSettings) {
    this.resources = resources;
    this.painted = painted;
    this.tags = tags;
    this.frame.matrix.set(matrix);
    if (page !== undefined) this.frame.seen.cutTo(page);
    this.pen = new TextPen(painted);
    const { pen, path, hidden } = this;
    this.painter = new Painter({ painted, tags, pen, path, hidden });
    // The engine lets one `Q` too many go back to how the page began.
    this.save();
  }

  addOperand(number: number): void {
    if (this.operandCount === maxOperands) throw new NotQuick("operands");
    this.operands[this.operandCount++] = Math.fround(number);
  }

  /** An operator was run. */
  clearOperands(): void {
    for (let index = 0; index < this.operandCount; index++) this.operands[index] = 0;
    this.operandCount = 0;
    if (this.before.isEmpty) return;
    this.name = "";
    this.before.clear();
  }

  save(): void {
    this.frame = this.saved.push(this.frame);
  }

  restore(): void {
    this.pen.endRun();
    if (this.saved.depth > this.floor) this.drop();
  }

  private drop(): void {
    this.frame = this.saved.pop(this.frame);
  }

  setFont(font: QuickFont, size: number): void {
    const { frame } = this;
    frame.font = font;
    frame.fontSize = size;
    frame.glyphs = font.glyphs;
  }

  /** Shows the string before an operator. */
  showString(): void {
    const { before, pen, frame } = this;
    before.listX = pen.x;
    before.listY = pen.y;
    if (before.strings > 0) {
      pen.aim(frame);
      this.show();
      pen.flush(frame);
    }
    this.scanText();
  }

  /** Looks for what may hide the text that was shown. */
  scanText(): void {
    const { hidden, before, pen, frame } = this;
    hidden.startX = before.listX;
    hidden.startY = before.listY;
    hidden.showText(frame, pen);
    pen.back = 0;
  }

  private show(): void {
    const { frame, lexer, pen } = this;
    if (frame.font === undefined) return;
    this.tags.settle();
    mustBePlain(frame, frame.fillColour === patternColour || frame.strokeColour === patternColour);
    pen.show(lexer.string, frame);
  }

  /** Shows the strings of a list at once, because hardly any other operator has lists. */
  showList(): void {
    const { before, lexer, pen, frame } = this;
    before.hasList = true;
    before.listX = pen.x;
    before.listY = pen.y;
    pen.aim(frame);
    for (;;) {
      if (before.hasShown) pen.readPlain(lexer, frame);
      const token = lexer.next();
      if (token === stringToken) {
        before.hasShown = true;
        this.show();
      } else if (token === numberToken) pen.adjust(lexer.number, frame);
      else if (token === closeArrayToken) break;
      else throw new NotQuick("list");
    }
    pen.flush(frame);
  }

  /** The list was none of text: what it holds has moved nothing. */
  settleList(): void {
    const { before, pen } = this;
    pen.comeBack(before.listX, before.listY);
    pen.back = 0;
  }

  /** Paints the path, and begins a new one. */
  paintPath(isFilled: boolean, isStroked: boolean): void {
    if (isFilled || isStroked) this.mustNotBePending();
    this.painter.paintPath(this.frame, isFilled, isStroked);
  }

  /** A picture in the unit square. */
  paintPicture(kind: QuickPicture): void {
    this.mustNotBePending();
    this.painter.paintPicture(this.frame, kind);
  }

  /** A shading, over all that is seen. */
  paintShading(): void {
    this.mustNotBePending();
    this.painter.paintShading(this.frame);
  }

  /** The engine paints text that is pending after what is painted now. */
  private mustNotBePending(): void {
    if (this.pen.isPending) throw new NotQuick("order");
    this.meant?.shut();
  }

  /** Paints a form; `run` runs its content, and ends what marked content it leaves open. */
  paintForm(form: QuickForm, run: (machine: Machine, bytes: Uint8Array) => void): void {
    const { lexer, resources, floor, compatibility, marksFloor } = this;
    this.enterForm(form);
    this.floor = this.saved.depth;
    this.marksFloor = this.marks.length;
    this.compatibility = 0;
    run(this, form.bytes);
    while (this.saved.depth > this.floor) this.drop();
    this.drop();
    this.leaveForm();
    this.lexer = lexer;
    this.resources = resources;
    this.floor = floor;
    this.compatibility = compatibility;
    this.marksFloor = marksFloor;
  }

  private leaveForm(): void {
    this.tags.leaveForm();
    this.hidden.leaveForm();
    this.forms.leave();
  }

  private enterForm(form: QuickForm): void {
    this.mustNotBePending();
    this.forms.enter(form);
    if (form.isGroup) mustBePlain(this.frame, false);
    this.tags.enterForm(form);
    if (form.isGroup) this.hidden.enterGroup(this.frame);
    this.save();
    this.frame.concat(form.matrix);
    if (form.isGroup) this.frame.fillAlpha = 1;
    this.cutToForm(form);
    this.hidden.enterForm(form, this.frame);
    this.resources = form.resources;
  }

  /** Nothing is seen outside of the box of a form. */
  private cutToForm({ box: [x0, y0, x1, y1] }: QuickForm): void {
    this.path.clear();
    this.path.rectangle(x0, y0, [x1, y1]);
    this.frame.cutTo(this.path.boundsIn(this.frame.matrix));
    this.path.clear();
  }

  /** Whether all vectors were told of as the engine does, their colours included. */
  get areVectorsKnown(): boolean {
    return this.painter.areVectorsKnown;
  }

  get scaledWidths(): readonly number[] {
    return this.painter.scaledWidths.all();
  }

  /** All content is run. */
  finish(): void {
    this.pen.endRun();
    this.tags.finish();
  }
}

/** What stands before an operator besides of numbers. */
class Before {
  names = 0;
  strings = 0;
  /** The name of properties, or what they are. */
  properties: QuickProperties | string | undefined = undefined;
  /** Whether there is a list, and where the pen was before it. */
  hasList = false;
  listX = 0;
  listY = 0;
  /** Whether a string of that list was shown. */
  hasShown = false;
  /** Whether anything of these is there. */
  isEmpty = true;

  clear(): void {
    this.names = 0;
    this.strings = 0;
    this.properties = undefined;
    this.hasList = false;
    this.hasShown = false;
    this.isEmpty = true;
  }
}

/** Forms inside forms. */
const maxForms = 20;

/** Forms that one page paints; a form of forms of forms may be painted millions of times. */
const maxPaintedForms = 2000;

/** Bytes of their content, each counted as often as it is run. */
const maxRunBytes = 4_000_000;

/** The forms that are being painted, from the outside in, within what one page may paint. */
class OpenForms {
  private readonly open: QuickForm[] = [];
  private painted = 0;
  private runBytes = 0;

  /** A form begins. Throws `NotQuick` where it is inside of itself, or there is too much of forms. */
  enter(form: QuickForm): void {
    this.painted++;
    this.runBytes += form.bytes.length;
    const isTooMuch = this.painted > maxPaintedForms || this.runBytes > maxRunBytes;
    if (isTooMuch || this.open.length >= maxForms || this.open.includes(form)) throw new NotQuick("forms");
    this.open.push(form);
  }

  /** The innermost form ends. */
  leave(): void {
    this.open.pop();
  }
}
