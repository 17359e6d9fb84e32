/** A full stop behind a word, and something that can begin a sentence. */
const END = /(?<word>[\p{L}\p{N})\]%”’"']+)[.?!][)\]”’"']? +(?=[“‘"'([]?[\p{Lu}\p{N}])/gu
/** Words that are followed by what they abbreviate, a number or a name. */
const ABBREVIATION =
  /^(?:\p{L}|al|approx|art|ca|cf|ch|chap|co|corp|def|dept|dr|ed|eds|eg|eq|eqs|eqn|eqns|esp|et|fig|figs|ie|inc|ltd|mr|mrs|ms|no|nos|nr|pp|prof|prop|ref|refs|resp|sec|secs|sect|st|tab|thm|univ|viz|vol|vols|vs|jan|feb|mar|apr|jun|jul|aug|sep|sept|oct|nov|dec)$/iu

/** Where the sentences of a paragraph end but the last, as numbers of signs: the next sentence begins there. */
export const sentenceEnds = (text: string): number[] =>
  [...text.matchAll(END)].flatMap(({ 0: { length }, index, groups }) =>
    ABBREVIATION.test(groups?.word ?? '') ? [] : [index + length],
  )
