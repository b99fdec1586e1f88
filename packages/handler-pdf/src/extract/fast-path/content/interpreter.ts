import { UnsupportedContent } from "../base/unsupported-content.ts";
import type { Painted, PageFont } from "../base/painted.ts";
import type {
  PageForm,
  ContentMatrix,
  ImageKind,
  MarkedProperties,
  PageResources,
  TagFollower,
} from "../base/page-resources.ts";
import { Frame, patternColour, SavedFrames, ShownFills } from "./frame.ts";
import { HiddenTextScan } from "./hidden-text-scan.ts";
import { closeArrayToken, Lexer, numberToken, stringToken } from "./lexer.ts";
import type { ActualText } from "./actual-text.ts";
import { mustBePlain, Painter } from "./painter.ts";
import { Path } from "./path.ts";
import { TextPen } from "./text-pen.ts";

/** Maximum number of operands. More are an error in the engine. */
const maxOperands = 32;

/** Shared by all pages, which run one at a time: allocating off-heap memory for each page would be slow. */
const sharedOperands = new Float64Array(maxOperands);

const sharedFills = new ShownFills();

/** The settings for running a page. */
export interface ContentSettings {
  readonly resources: PageResources;
  readonly painted: Painted;
  readonly tags: TagFollower;
  /** From the space of the content to the page as displayed. */
  readonly matrix: ContentMatrix;
  /** The page as displayed, in points; if absent, nothing is clipped at its edges. */
  readonly page?: readonly [x0: number, y0: number, x1: number, y1: number];
}

/** Runs content. Operators work on this object. */
export class Interpreter {
  readonly painted: Painted;
  readonly tags: TagFollower;
  readonly pen: TextPen;
  readonly path: Path = new Path();
  readonly fills: ShownFills = sharedFills;
  readonly hidden: HiddenTextScan = new HiddenTextScan();
  /** The numeric operands; 0 where there are none. */
  readonly operands: Float64Array = sharedOperands.fill(0);
  operandCount = 0;
  /** The other operands. */
  readonly otherOperands: OtherOperands = new OtherOperands();
  /** The first name operand. */
  name = "";
  resources: PageResources;
  lexer: Lexer = new Lexer(new Uint8Array(0));
  frame: Frame = new Frame();
  /** The ActualText of each open marked content, outermost first, if it has one. */
  readonly marks: (ActualText | undefined)[] = [];
  /** Number of marked contents opened before this form. */
  marksFloor = 0;
  /** The ActualText that replaces what is shown now. */
  replacement: ActualText | undefined = undefined;
  /** Nesting depth of compatibility sections, in which unknown operators are ignored. */
  compatibility = 0;
  private readonly saved: SavedFrames = new SavedFrames();
  /** The depth of saved states below which this form cannot go. */
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
    // The engine lets one surplus `Q` restore the initial state of the page.
    this.save();
  }

  addOperand(number: number): void {
    if (this.operandCount === maxOperands) throw new UnsupportedContent("operands");
    this.operands[this.operandCount++] = Math.fround(number);
  }

  /** Called after an operator ran. */
  clearOperands(): void {
    for (let index = 0; index < this.operandCount; index++) this.operands[index] = 0;
    this.operandCount = 0;
    if (this.otherOperands.isEmpty) return;
    this.name = "";
    this.otherOperands.clear();
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

  setFont(font: PageFont, size: number): void {
    const { frame } = this;
    frame.font = font;
    frame.fontSize = size;
    frame.glyphs = font.glyphs;
  }

  /** Shows the string operand. */
  showString(): void {
    const { otherOperands, pen, frame } = this;
    otherOperands.listX = pen.x;
    otherOperands.listY = pen.y;
    if (otherOperands.strings > 0) {
      pen.aim(frame);
      this.show();
      pen.flush(frame);
    }
    this.scanText();
  }

  /** Looks for what may hide the shown text. */
  scanText(): void {
    const { hidden, otherOperands, pen, frame } = this;
    hidden.startX = otherOperands.listX;
    hidden.startY = otherOperands.listY;
    hidden.showText(frame, pen);
    pen.back = 0;
  }

  private show(): void {
    const { frame, lexer, pen } = this;
    if (frame.font === undefined) return;
    this.beginText();
    pen.show(lexer.string, frame);
  }

  /** Called before text is shown. */
  private beginText(): void {
    const { frame } = this;
    this.tags.settle();
    mustBePlain(frame, frame.fillColour === patternColour || frame.strokeColour === patternColour);
  }

  /** Shows the strings of an array at once, because almost only text operators have arrays. */
  showList(): void {
    const { otherOperands, lexer, pen, frame } = this;
    if (otherOperands.hasList) throw new UnsupportedContent("lists");
    otherOperands.hasList = true;
    otherOperands.listX = pen.x;
    otherOperands.listY = pen.y;
    pen.aim(frame);
    if (pen.readFirst(lexer)) {
      otherOperands.hasShown = true;
      this.beginText();
      pen.beginRun(frame);
    }
    for (;;) {
      if (otherOperands.hasShown) pen.readPlain(lexer, frame);
      const token = lexer.next();
      if (token === stringToken) {
        otherOperands.hasShown = true;
        this.show();
      } else if (token === numberToken) pen.adjust(lexer.number, frame);
      else if (token === closeArrayToken) break;
      else throw new UnsupportedContent("list");
    }
    pen.flush(frame);
  }

  /** Restores the pen if the array did not belong to a text operator. */
  settleList(): void {
    const { otherOperands, pen } = this;
    pen.comeBack(otherOperands.listX, otherOperands.listY);
    pen.back = 0;
  }

  /** Paints the path and begins a new one. */
  paintPath(isFilled: boolean, isStroked: boolean): void {
    if (isFilled || isStroked) this.mustNotBePending();
    this.painter.paintPath(this.frame, isFilled, isStroked);
  }

  /** Paints an image into the unit square. */
  paintImage(kind: ImageKind): void {
    this.mustNotBePending();
    this.painter.paintImage(this.frame, kind);
  }

  /** Paints a shading over everything visible. */
  paintShading(): void {
    this.mustNotBePending();
    this.painter.paintShading(this.frame);
  }

  /** The engine would paint pending text after what is painted now. */
  private mustNotBePending(): void {
    if (this.pen.isPending) throw new UnsupportedContent("order");
    this.replacement?.shut();
  }

  /** Paints a form. `run` runs its content and ends marked content that it leaves open. */
  paintForm(form: PageForm, run: (interpreter: Interpreter, bytes: Uint8Array) => void): void {
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

  private enterForm(form: PageForm): void {
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

  /** Clips to the bounding box of a form. */
  private cutToForm({ box: [x0, y0, x1, y1] }: PageForm): void {
    this.path.clear();
    this.path.rectangle(x0, y0, [x1, y1]);
    this.frame.cutTo(this.path.boundsIn(this.frame.matrix));
    this.path.clear();
  }

  /** True if all vectors were reported as the engine reports them, including their colours. */
  get areVectorsKnown(): boolean {
    return this.painter.areVectorsKnown;
  }

  get scaledWidths(): readonly number[] {
    return this.painter.scaledWidths.all();
  }

  /** Called after all content ran. */
  finish(): void {
    this.pen.endRun();
    this.tags.finish();
  }
}

/** The operands of an operator other than numbers. */
class OtherOperands {
  names = 0;
  strings = 0;
  /** The name of a property list, or the properties themselves. */
  properties: MarkedProperties | string | undefined = undefined;
  /** True if there is an array; and where the pen was before it. */
  hasList = false;
  listX = 0;
  listY = 0;
  /** True if a string of that array was shown. */
  hasShown = false;
  /** True if there are no such operands. */
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

/** Maximum depth of forms. */
const maxForms = 20;

/** Maximum number of forms painted per page. Nested forms may be painted millions of times. */
const maxPaintedForms = 2000;

/** Maximum number of content bytes run in forms, counting repetitions. */
const maxRunBytes = 4_000_000;

/** The stack of forms being painted, within the limits of one page. */
class OpenForms {
  private readonly open: PageForm[] = [];
  private painted = 0;
  private runBytes = 0;

  /** Begins a form. Throws `UnsupportedContent` if it is recursive or a limit is exceeded. */
  enter(form: PageForm): void {
    this.painted++;
    this.runBytes += form.bytes.length;
    const isTooMuch = this.painted > maxPaintedForms || this.runBytes > maxRunBytes;
    if (isTooMuch || this.open.length >= maxForms || this.open.includes(form)) throw new UnsupportedContent("forms");
    this.open.push(form);
  }

  /** Ends the innermost form. */
  leave(): void {
    this.open.pop();
  }
}
