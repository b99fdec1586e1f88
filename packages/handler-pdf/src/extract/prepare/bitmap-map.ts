import { type BitmapFont, guessedSize, hasPlausibleLetters, loneSymbol } from "./bitmap-font.ts";

/** The replacement for an unknown character. */
const unknown = "\uFFFD";

/** What is inferred about a bitmap font. */
interface ReadBitmaps {
  readonly meanings: readonly (readonly [code: number, text: string])[];
  /** The font size in its units. */
  readonly size: number;
}

/**
 * Infers the characters of a bitmap font from the widths of its glyphs, as far as they are conclusive. Other ASCII
 * codes get their usual characters unless the widths of letters contradict. Control codes are not guessed.
 */
export function readBitmaps(font: BitmapFont): ReadBitmaps {
  const fitted = fittedFont(font);
  const joined = meaningsByJoinedLetters(font);
  const guess = fitted !== undefined || joined.size > 0 || hasPlausibleLetters(font) ? guessed : () => unknown;
  const meanings = Array.from(font.widths.keys()).flatMap((code) => {
    const text = fitted?.meanings.get(code) ?? joined.get(code) ?? loneSymbol(font, code) ?? guess(code);
    return text === undefined ? [] : [[code, text] as const];
  });
  return { meanings, size: fitted?.size ?? guessedSize(font) };
}

function guessed(code: number): string | undefined {
  if (code < 0x20 || (code >= 0x7f && code < 0xa0)) return unknown;
  return code < 0x7f ? String.fromCharCode(code) : undefined;
}

/** Minimum width of a ligature as a share of the width of its letters. */
const leastShare = 0.8;
const mostShare = 1.08;

const joined = ["ff", "fi", "fl", "ffi", "ffl"];

/**
 * Infers the characters of a text font with unknown widths: if `fi` and similar codes are as wide as their letters, the
 * encoding is one of two.
 */
function meaningsByJoinedLetters({ widths }: BitmapFont): ReadonlyMap<number, string> {
  const fitting = [romanEncoding, corkEncoding].filter((encoding) => hasJoinedLetters(widths, encoding));
  const [texts] = fitting;
  if (texts === undefined || fitting.length > 1) return new Map();
  const meanings = Array.from(widths.keys(), (code) => [code, texts[code] ?? ""] as const);
  return new Map(meanings.filter(([, text]) => text !== ""));
}

function hasJoinedLetters(widths: ReadonlyMap<number, number>, encoding: TexEncoding): boolean {
  const shares = joined.flatMap((text) => shareOf(text, widths, encoding) ?? []);
  return shares.length > 0 && shares.every((share) => share > leastShare && share < mostShare);
}

/** Returns the width of some letters together as a share of their separate widths, or `undefined` if one is missing. */
function shareOf(text: string, widths: ReadonlyMap<number, number>, encoding: TexEncoding): number | undefined {
  const together = widths.get(encoding.indexOf(text));
  const alone = Array.from(text, (letter) => widths.get(letter.charCodeAt(0)));
  if (together === undefined || alone.includes(undefined)) return undefined;
  return together / alone.reduce<number>((total, width = 0) => total + width, 0);
}

/** Minimum number of glyphs that must have the widths of a known font, with a stated font size and without. */
const leastOfSize = 3;
const leastOfAny = 6;

/** Number of letters and digits that distinguish encodings. */
const leastWords = 8;

/** Fewer glyphs of one width, as in typewriter fonts, are not conclusive. */
const mostAlike = 20;

/** Tolerance in dots: bitmap widths are integers, and fonts of other sizes are slightly wider or narrower. */
const dots = 0.8;
const otherSize = 0.018;

/** Range of the overall scale of a font of another size. */
const leastStretch = 0.88;
const mostStretch = 1.13;

let known: readonly KnownFont[] | undefined;

/** What the glyph widths show about a font. */
interface FittedFont {
  readonly meanings: ReadonlyMap<number, string>;
  /** The font size in its units. */
  readonly size: number;
}

/**
 * Returns the characters and size of a font with the widths of Computer Modern, or `undefined`. Codes in which matching
 * fonts differ stay unknown.
 */
export function fittedFont(font: BitmapFont): FittedFont | undefined {
  known ??= knownFonts();
  const fits = mostProven(known.flatMap((one) => fitOf(font, one) ?? []));
  const [best] = fits.toSorted((one, other) => one.farthest - other.farthest);
  return best && { meanings: commonMeanings(font, fits), size: best.size };
}

/** When two encodings explain the same text, prefers the one that confirms more glyphs. */
function mostProven(fits: readonly Fit[]): readonly Fit[] {
  const most = Math.max(...fits.map(({ words }) => words));
  return most < leastWords ? fits : fits.filter(({ words }) => words === most);
}

function commonMeanings(font: BitmapFont, fitting: readonly Fit[]): ReadonlyMap<number, string> {
  const meanings = new Map<number, string>();
  for (const code of font.widths.keys()) {
    const texts = new Set(fitting.map((one) => one.texts[code] ?? ""));
    const [text = ""] = texts;
    if (texts.size === 1 && text !== "") meanings.set(code, text);
  }
  return meanings;
}

interface Fit {
  readonly texts: TexEncoding;
  readonly size: number;
  /** Number of letters and digits with the expected width. */
  readonly words: number;
  /** Maximum deviation of a glyph from its expected width. */
  readonly farthest: number;
}

/** Compares a font with a known one. Returns `undefined` if they differ. */
function fitOf({ widths, em }: BitmapFont, { texts, widths: knownWidths }: KnownFont): Fit | undefined {
  if (Math.max(...widths.keys()) >= texts.length) return undefined;
  const pairs = Array.from(widths, ([code, width]) => ({ code, width, should: knownWidths[code] ?? 0 }));
  const seen = pairs.filter(({ should }) => should > 0);
  if (!proves(seen, em !== undefined)) return undefined;
  const scale = sum(seen.map(({ width }) => width)) / sum(seen.map(({ should }) => should));
  const size = scale * 1000;
  if (em !== undefined && !isStretch(size / em)) return undefined;
  const isAlike = seen.every(({ width, should }) => Math.abs(width - scale * should) <= dots + otherSize * width);
  if (!isAlike) return undefined;
  const words = seen.filter(({ code }) => isWord.test(texts[code] ?? "")).length;
  const farthest = Math.max(...seen.map(({ width, should }) => Math.abs(width - scale * should)));
  return { texts, size, words, farthest };
}

/** True if this many matching widths are unlikely by chance. */
function proves(seen: readonly { readonly should: number }[], hasSize: boolean): boolean {
  if (hasSize) return seen.length >= leastOfSize;
  return seen.length >= mostAlike || (seen.length >= leastOfAny && kindsOf(seen.map(({ should }) => should)) > 2);
}

function isStretch(stretch: number): boolean {
  return stretch > leastStretch && stretch < mostStretch;
}

function kindsOf(numbers: readonly number[]): number {
  return new Set(numbers).size;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

/** A TeX font whose glyphs are known by their widths. */
interface KnownFont {
  readonly texts: TexEncoding;
  /** By code, in thousandths of the font size; 0 if unknown. */
  readonly widths: readonly number[];
}

/** Matches text of letters and digits. */
const isWord: RegExp = /^[\p{L}\d]+$/u;

/** Returns all fonts with known widths, each with the encodings it is used with. */
function knownFonts(): readonly KnownFont[] {
  const { cmtt10, cmcsc10, cmti10, cmbxti10, ...others } = computerModern;
  const { cmmi10, cmmi7, cmmi5, cmmib10, cmsy10, cmsy7, cmsy5, cmbsy10, ...upright } = others;
  const texts = [
    ...Object.values(upright).map((widths) => fontOf(widths, romanEncoding)),
    ...[cmti10, cmbxti10].map((widths) => fontOf(widths, italicEncoding)),
    fontOf(cmcsc10, smallCapitalEncoding),
    fontOf(cmtt10, typewriterEncoding),
  ];
  return [
    ...texts,
    ...texts.flatMap((font) => [corkEncoding, cyrillicEncoding].map((encoding) => recoded(font, encoding))),
    ...[cmmi10, cmmi7, cmmi5, cmmib10].map((widths) => fontOf(widths, mathLetterEncoding)),
    ...[cmsy10, cmsy7, cmsy5, cmbsy10].map((widths) => fontOf(widths, mathSymbolEncoding)),
  ];
}

function fontOf(widths: string, texts: TexEncoding): KnownFont {
  return { texts, widths: widths.split(" ").map(Number) };
}

/**
 * Returns the font in another encoding: accented letters are as wide as plain ones. Symbols were redrawn for these
 * encodings.
 */
function recoded({ texts, widths }: KnownFont, encoding: TexEncoding): KnownFont {
  const ofLetters = texts.map((text, code) => [text, widths[code] ?? 0] as const).filter(([text]) => isWord.test(text));
  const byText = new Map(ofLetters);
  return { texts: encoding, widths: encoding.map((text) => byText.get(text) ?? byText.get(plainLetter(text)) ?? 0) };
}

/** Russian letters that look like Latin ones and are drawn by the same program. */
const lookAlikes: ReadonlyMap<string, string> = new Map(
  Array.from("АВЕКМОРСТХаеорсху", (letter, index) => [letter, "ABEKMOPCTXaeopcxy".charAt(index)]),
);

function plainLetter(text: string): string {
  const [base = text] = Array.from(text.normalize("NFD"));
  return base === text ? (lookAlikes.get(text) ?? text) : base;
}

/**
 * Glyph widths of the codes 0 to 127 of Computer Modern, in thousandths of the font size: from D. Knuth's metrics
 * (`cmr10.tfm` and others). Fonts of other sizes are scaled.
 */
export const computerModern = {
  cmr10:
    "625 833 778 694 667 750 722 778 722 778 722 583 556 556 833 833 278 306 500 500 500 500 500 750 444 500 722 778 500 903 1014 778 278 278 500 833 500 833 778 278 389 389 500 778 278 333 278 500 500 500 500 500 500 500 500 500 500 500 278 278 278 778 472 472 778 750 708 722 764 681 653 785 750 361 514 778 625 917 750 778 681 778 736 556 722 750 750 1028 750 750 611 278 500 278 500 278 278 500 556 444 556 444 306 500 556 278 306 528 278 833 556 500 556 528 392 394 389 556 528 722 528 528 444 500 1000 500 500 500",
  cmr7: "706 938 877 782 754 843 815 877 815 877 815 678 647 647 970 970 323 354 569 569 569 569 569 843 508 569 815 877 569 1014 1137 877 323 323 569 938 569 938 877 323 446 446 569 877 323 385 323 569 569 569 569 569 569 569 569 569 569 569 323 323 323 877 539 539 877 843 799 815 860 768 737 884 843 413 583 874 706 1028 843 877 768 877 829 631 815 843 843 1151 843 843 692 323 569 323 569 323 323 569 631 508 631 508 354 569 631 323 354 600 323 938 631 569 631 600 446 453 446 631 600 815 600 600 508 569 1139 569 569 569",
  cmr5: "831 1097 1028 911 889 981 958 1028 958 1028 958 681 681 403 403 646 403 438 681 681 681 681 681 981 611 681 958 1028 681 1178 1317 1028 403 403 681 1097 681 1097 1028 403 542 542 681 1028 403 472 403 681 681 681 681 681 681 681 681 681 681 681 403 403 1028 1028 1028 646 1028 981 935 958 1004 900 865 1033 981 494 692 1015 831 1189 981 1028 900 1028 969 750 958 981 981 1328 981 981 819 403 681 403 681 403 403 681 750 611 750 611 438 681 750 403 438 715 403 1097 750 681 750 715 542 549 542 750 715 958 715 715 611 681 1361 681 681 681",
  cmr17:
    "576 772 720 641 615 693 668 720 668 720 668 525 499 499 749 749 250 276 459 459 459 459 459 693 406 459 668 720 459 837 942 720 250 250 459 772 459 772 720 250 354 354 459 720 250 302 250 459 459 459 459 459 459 459 459 459 459 459 250 250 250 720 432 432 720 693 654 668 707 628 602 726 693 328 471 719 576 850 693 720 628 720 680 511 668 693 693 955 693 693 563 250 459 250 459 250 250 459 511 406 511 406 276 459 511 250 276 485 250 772 511 459 511 485 354 359 354 511 485 668 485 485 406 459 917 459 459 459",
  cmbx10:
    "692 958 894 806 767 900 831 894 831 894 831 671 639 639 958 958 319 351 575 575 575 575 575 869 511 597 831 894 575 1042 1169 894 319 350 603 958 575 958 894 319 447 447 575 894 319 383 319 575 575 575 575 575 575 575 575 575 575 575 319 319 350 894 543 543 894 869 818 831 882 756 724 904 900 436 594 901 692 1092 900 864 786 864 862 639 800 885 869 1189 869 869 703 319 603 319 575 319 319 559 639 511 639 527 351 575 639 319 351 607 319 958 639 575 639 607 474 454 447 639 607 831 607 607 511 575 1150 575 575 575",
  cmti10:
    "627 818 767 692 664 743 716 767 716 767 716 613 562 588 882 894 307 332 511 511 511 511 511 831 460 537 716 716 511 883 985 767 256 307 514 818 769 818 767 307 409 409 511 767 307 358 307 511 511 511 511 511 511 511 511 511 511 511 307 307 307 767 511 511 767 743 704 716 755 678 653 774 743 386 525 769 627 897 743 767 678 767 729 562 716 743 743 999 743 743 613 307 514 307 511 307 307 511 460 460 511 460 307 460 511 307 307 460 256 818 562 511 511 460 422 409 332 537 460 664 464 486 409 511 1022 511 511 511",
  cmsl10:
    "625 833 778 694 667 750 722 778 722 778 722 583 556 556 833 833 278 306 500 500 500 500 500 809 444 500 722 778 500 903 1014 778 278 278 500 833 500 833 778 278 389 389 500 778 278 333 278 500 500 500 500 500 500 500 500 500 500 500 278 278 278 778 472 472 778 750 708 722 764 681 653 785 750 361 514 778 625 917 750 778 681 778 736 556 722 750 750 1028 750 750 611 278 500 278 500 278 278 500 556 444 556 444 306 500 556 278 306 528 278 833 556 500 556 528 392 394 389 556 528 722 528 528 444 500 1000 500 500 500",
  cmss10:
    "542 833 778 611 667 708 722 778 722 778 722 583 536 536 814 814 239 267 500 500 500 500 500 667 444 481 722 778 500 861 972 778 239 319 500 833 500 833 758 278 389 389 500 778 278 333 278 500 500 500 500 500 500 500 500 500 500 500 278 278 319 778 472 472 667 667 667 639 722 597 569 667 708 278 472 694 542 875 708 736 639 736 646 556 681 688 667 944 667 667 611 289 500 289 500 278 278 481 517 444 517 444 306 500 517 239 267 489 239 794 517 500 517 517 342 383 361 517 461 683 461 461 435 500 1000 500 500 500",
  cmssbx10:
    "581 917 856 672 733 794 794 856 794 856 794 642 586 586 892 892 256 286 550 550 550 550 550 733 489 565 794 856 550 947 1069 856 256 367 558 917 550 1029 831 306 428 428 550 856 306 367 306 550 550 550 550 550 550 550 550 550 550 550 306 306 367 856 519 519 733 733 733 703 794 642 611 733 794 331 519 764 581 978 794 794 703 794 703 611 733 764 733 1039 733 733 672 343 558 343 550 306 306 525 561 489 561 511 336 550 561 256 286 531 256 867 561 550 561 561 372 422 404 561 500 744 500 500 476 550 1100 550 550 550",
  cmtt10:
    "525 525 525 525 525 525 525 525 525 525 525 525 525 525 525 525 525 525 525 525 525 525 525 525 525 525 525 525 525 525 525 525 525 525 525 525 525 525 525 525 525 525 525 525 525 525 525 525 525 525 525 525 525 525 525 525 525 525 525 525 525 525 525 525 525 525 525 525 525 525 525 525 525 525 525 525 525 525 525 525 525 525 525 525 525 525 525 525 525 525 525 525 525 525 525 525 525 525 525 525 525 525 525 525 525 525 525 525 525 525 525 525 525 525 525 525 525 525 525 525 525 525 525 525 525 525 525 525",
  cmcsc10:
    "683 903 844 756 728 814 786 844 786 844 786 553 553 319 319 524 302 424 553 553 553 553 553 814 494 916 736 824 636 975 1092 844 319 319 553 903 553 903 844 319 436 436 553 844 319 378 319 553 553 553 553 553 553 553 553 553 553 553 319 319 844 844 844 524 844 814 771 786 829 742 712 851 814 406 567 843 683 989 814 844 742 844 800 611 786 814 814 1106 814 814 669 319 553 319 553 319 319 613 580 591 624 558 536 641 613 302 424 636 513 747 613 636 558 636 602 458 591 613 613 836 613 613 502 553 1106 553 553 553",
  cmbxti10:
    "698 944 886 807 768 896 827 886 827 886 827 756 674 704 1045 1059 356 385 591 591 591 591 591 949 532 665 827 827 591 1023 1141 886 297 386 621 944 869 944 886 356 473 473 591 886 356 414 356 591 591 591 591 591 591 591 591 591 591 591 356 356 386 886 591 591 886 866 817 827 876 757 727 895 896 472 611 895 698 1073 896 855 787 855 859 650 796 881 866 1160 866 866 709 356 621 356 591 356 356 591 532 532 591 532 400 532 591 356 356 532 297 944 650 591 591 532 502 487 385 621 532 768 561 562 491 591 1182 591 591 591",
  cmmi10:
    "615 833 763 694 742 831 780 583 667 612 772 640 566 518 444 406 438 497 469 354 576 583 603 494 438 570 517 571 437 540 596 626 651 622 466 591 828 517 363 654 1000 1000 1000 1000 278 278 500 500 500 500 500 500 500 500 500 500 500 500 278 278 778 500 778 500 531 750 759 715 828 738 643 786 831 440 555 849 681 970 803 763 642 791 759 613 584 683 583 944 828 581 683 389 389 389 1000 1000 417 529 429 433 520 466 490 477 576 345 412 521 298 878 600 485 503 446 451 469 361 572 485 716 572 490 465 322 384 636 500 278",
  cmmi7:
    "694 954 869 798 844 936 886 678 770 717 880 743 648 600 519 476 520 589 544 423 669 678 695 573 520 668 593 662 527 633 687 714 756 720 540 690 950 593 439 751 1139 1139 1139 1139 339 339 585 585 585 585 585 585 585 585 585 585 585 585 339 339 893 585 893 585 610 859 863 819 934 839 725 889 936 506 632 960 784 1089 905 869 727 900 861 701 675 778 675 1074 937 672 778 462 462 462 1139 1139 478 620 502 511 595 542 557 557 669 404 473 607 361 1014 706 564 589 524 530 539 432 675 571 826 648 579 546 399 442 730 585 339",
  cmmi5:
    "833 1153 1048 967 1018 1110 1065 840 944 893 1061 913 791 747 654 614 667 744 677 550 828 840 850 712 667 831 726 815 682 792 842 865 931 886 675 855 1145 726 578 918 1361 1361 1361 1361 458 458 736 736 736 736 736 736 736 736 736 736 736 736 458 458 1083 736 1083 736 749 1036 1037 996 1110 1007 867 1064 1110 627 773 1139 956 1284 1076 1048 875 1082 1030 856 832 944 828 1279 1113 824 943 597 597 597 1361 1361 597 774 633 649 740 677 684 701 828 534 588 758 480 1228 881 703 740 659 671 670 564 846 722 1009 792 731 689 534 553 889 736 458",
  cmmib10:
    "657 958 867 806 841 982 885 671 767 714 879 761 660 590 522 483 508 600 562 412 668 671 708 577 508 682 612 686 521 631 712 718 758 718 529 692 975 612 424 747 1150 1150 1150 1150 319 319 575 575 575 575 575 575 575 575 575 575 575 575 319 319 894 575 894 575 628 869 866 817 938 810 689 887 982 511 631 971 756 1142 950 837 723 869 872 693 637 800 678 1093 947 675 773 447 447 447 1150 1150 474 633 521 513 610 554 568 545 668 405 471 604 348 1032 713 585 601 542 529 531 415 681 567 831 659 590 555 394 439 740 575 319",
  cmsy10:
    "778 278 778 500 778 500 778 778 778 778 778 778 778 1000 500 500 778 778 778 778 778 778 778 778 778 778 778 778 1000 1000 778 778 1000 1000 500 500 1000 1000 1000 778 1000 1000 611 611 1000 1000 1000 778 275 1000 667 667 889 889 0 0 556 556 667 500 722 722 778 778 611 798 657 527 771 528 719 595 845 545 678 762 690 1201 820 796 696 817 848 606 545 626 613 988 713 668 725 667 667 667 667 667 611 611 444 444 444 444 500 500 389 389 278 500 500 611 500 278 833 750 833 417 667 667 778 778 444 444 444 611 778 778 778 778",
  cmsy7:
    "893 339 893 585 893 585 893 893 893 893 893 893 893 1139 585 585 893 893 893 893 893 893 893 893 893 893 893 893 1139 1139 893 893 1139 1139 585 585 1139 1139 1139 893 1139 1139 708 708 1139 1139 1139 893 329 1139 770 770 1016 1016 0 0 647 647 770 585 831 831 893 893 708 918 753 620 889 616 818 689 979 647 782 872 792 1343 936 906 809 936 981 702 648 718 720 1135 819 764 823 770 770 770 770 770 708 708 524 524 524 524 585 585 462 462 339 585 585 708 585 339 938 859 954 494 770 770 893 893 524 524 524 708 893 893 893 893",
  cmsy5:
    "1083 458 1083 736 1083 736 1083 1083 1083 1083 1083 1083 1083 1361 736 736 1083 1083 1083 1083 1083 1083 1083 1083 1083 1083 1083 1083 1361 1361 1083 1083 1361 1361 736 736 1361 1361 1361 1083 1361 1361 875 875 1361 1361 1361 1083 441 1361 944 944 1222 1222 0 0 806 806 944 736 1014 1014 1083 1083 875 1113 919 782 1084 771 988 850 1195 820 958 1055 965 1568 1126 1089 998 1132 1196 868 822 874 899 1368 997 929 991 944 944 944 944 944 875 875 667 667 667 667 736 736 597 597 458 736 736 875 736 458 1097 1036 1153 632 944 944 1083 1083 667 667 667 875 1083 1083 1083 1083",
  cmbsy10:
    "894 319 894 575 894 575 894 894 894 894 894 894 894 1150 575 575 894 894 894 894 894 894 894 894 894 894 894 894 1150 1150 894 894 1150 1150 575 575 1150 1150 1150 894 1150 1150 703 703 1150 1150 1150 894 344 1150 767 767 1022 1022 0 0 639 639 767 575 831 831 894 894 703 921 748 613 892 607 814 682 987 642 779 871 788 1378 937 906 810 939 990 696 644 715 737 1169 817 759 818 767 767 767 767 767 703 703 511 511 511 511 575 575 447 447 319 575 575 703 575 319 958 900 958 569 767 767 894 894 526 511 511 703 894 894 894 894",
} as const;

/** The characters of a TeX font by code; empty if unknown. */
type TexEncoding = readonly string[];

/** A space in these tables is an undefined code. Each entry is one character. */
const gap = " ";

const capitals = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
const letters = "abcdefghijklmnopqrstuvwxyz";
const greek = "ΓΔΘΛΞΠΣΥΦΨΩ";
const none = (count: number): string => gap.repeat(count);

function encoding(...parts: readonly (string | readonly string[])[]): TexEncoding {
  const all = parts.flatMap((part) => (typeof part === "string" ? Array.from(part) : part));
  return all.map((text) => (text === gap ? "" : text));
}

const romanAccents = "ıȷ`´ˇ˘¯˚¸ßæœøÆŒØ";
const romanSymbols = " !”#$%&’()*+,-./0123456789:;¡=¿?@";
const romanLetters = `${capitals}[“]ˆ˙‘${letters}–—˝˜¨`;
const asciiSymbols = ' !"#$%&’()*+,-./0123456789:;<=>?@';
const asciiLetters = `${capitals}[\\]^_‘${letters}{|}~`;

/**
 * D. Knuth, "Computer Modern Typefaces": the encoding of TeX's roman fonts, also used for typewriter and small
 * capitals.
 */
const romanEncoding: TexEncoding = encoding(greek, joined, romanAccents, romanSymbols, romanLetters);
/** With a pound sign instead of the dollar, as in italic fonts. */
const italicEncoding: TexEncoding = encoding(greek, joined, romanAccents, romanSymbols.replace("$", "£"), romanLetters);
/** The typewriter variant, with ASCII symbols. */
const typewriterEncoding: TexEncoding = encoding(greek, "↑↓'¡¿", romanAccents, asciiSymbols, asciiLetters, "¨");
/** The small capitals variant. */
const smallCapitalEncoding: TexEncoding = encoding(
  greek,
  "↑↓'¡¿",
  romanAccents,
  romanSymbols.replace("¡", "<").replace("¿", ">"),
  romanLetters,
);

/** Mathematical letters. */
const mathLetterEncoding: TexEncoding = encoding(
  greek,
  "αβγδϵζηθικλμνξπρστυϕχψωεϑϖϱςφ↼↽⇀⇁  ▷◁0123456789.,</>⋆∂",
  `${capitals}♭♮♯⌣⌢ℓ${letters}ıȷ℘  `,
);

/** Mathematical symbols. */
const mathSymbolEncoding: TexEncoding = encoding(
  "−·×∗÷⋄±∓⊕⊖⊗⊘⊙◯∘•≍≡⊆⊇≤≥⪯⪰∼≈⊂⊃≪≫≺≻←→↑↓↔↗↘≃⇐⇒⇑⇓⇔↖↙∝′∞∈∋△▽  ∀∃¬∅ℜℑ⊤⊥ℵ",
  `${capitals}∪∩⊎∧∨⊢⊣⌊⌋⌈⌉{}⟨⟩|∥↕⇕\\≀√∐∇∫⊔⊓⊑⊒§†‡¶♣♢♡♠`,
);

const corkSymbols = `“”„«»–—${none(2)}ıȷ`;
const corkLetters = [
  "ĂĄĆČĎĚĘĞĹĽŁŃŇŊŐŔŘŚŠŞŤŢŰŮŸŹŽŻĲİđ§",
  "ăąćčďěęğĺľłńňŋőŕřśšşťţűůÿźžżĳ¡¿£",
  "ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÐÑÒÓÔÕÖŒØÙÚÛÜÝÞẞ",
  "àáâãäåæçèéêëìíîïðñòóôõöœøùúûüýþß",
];

/** The Cork encoding of European languages in Latin letters. */
const corkEncoding: TexEncoding = encoding(
  "`´ˆ˜¨˝˚ˇ˘¯˙¸˛‚‹›",
  corkSymbols,
  joined,
  asciiSymbols,
  asciiLetters,
  "-",
  ...corkLetters,
);

const cyrillic = Array.from({ length: 32 }, (_, index) => String.fromCharCode(0x410 + index)).join("");

/** The Cyrillic encoding, as far as Russian uses it. */
const cyrillicEncoding: TexEncoding = encoding(
  none(16),
  "“”",
  none(3),
  "–—",
  none(2),
  "ı",
  none(1),
  joined,
  asciiSymbols,
  asciiLetters,
  "-",
  none(28),
  "Ё№",
  none(30),
  "ё„«»",
  cyrillic,
  cyrillic.toLowerCase(),
);
