let set: ReadonlySet<number> | undefined;

/**
 * Chinese characters of which every text of some length has several, in both ways of writing them and as Japanese has
 * them: the commonest of running text, numerals, and those of dates, places, addresses and names.
 */
export function commonHan(): ReadonlySet<number> {
  set ??= new Set(Array.from(common, (character) => character.codePointAt(0) ?? 0));
  return set;
}

const common: string =
  "的一是不了在人有我他这這中大来來上国國个個到说說们們为為子和你地出道也时時年得就那要下以生会會自着著去之过過家学學" +
  "对對可她里裡后後小么麼心多天而能好都然没沒日于於起还還发發成事只作当當想看文无無開开手十用主行方又如前所本见見经經" +
  "头頭面公同三已老从從动動两兩长長二四五六七八九百千万萬月分市区區省县縣路号號名王李张張刘劉陈陳東东西南北京部业業" +
  "法定理机機高工内內外全第新表数數及与與或者等使合其由进進度系统統信息电電金山川田村間問題目次章項見点點図圖語気場実現";
