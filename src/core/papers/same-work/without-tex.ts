/** Commands of TeX that say how a text looks, and nothing of what it says. */
const LOOKS =
  /\\(?:text(?:it|bf|rm|sf|tt|sc|up)?|emph|math(?:rm|bf|it|sf|tt|cal|bb|frak|scr)|boldsymbol|ensuremath|mbox|rm|it|bf|sc|left|right)(?![A-Za-z])/giu
/** Signs that have no letters where they are typed as such. */
const SYMBOLS = /\\(?:times|cdot|to|rightarrow|leftrightarrow|sqrt|leq?|geq?|sim|approx|l?dots|pm)(?![A-Za-z])/gu
const ACCENTS = /\\(?:["'`^~=.]|[cdbHkrtuv](?![A-Za-z]))/gu
const SIGNS = /[\\{}$^_]/gu

/** A text with the letters that TeX makes of it, without accents. */
export const withoutTex = (text: string): string => {
  const plain = text.includes('\\')
    ? text.replaceAll(LOOKS, ' ').replaceAll(SYMBOLS, ' ').replaceAll(ACCENTS, '')
    : text
  return plain.replaceAll(SIGNS, '')
}
