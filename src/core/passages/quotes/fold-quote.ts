/**
 * A text without what a quotation may change and still be one: case, blanks, hyphens, the shape of quotation marks and
 * the form in which Unicode writes a letter. Each unit knows where it stood.
 */
export type FoldedText = { letters: string; starts: number[]; ends: number[] }

/** A character with its marks. */
const CLUSTER = /\P{M}\p{M}*|\p{M}+/gu
/** Blanks, hyphens, dashes, and characters that nobody sees. Without them a word broken at the end of a line is whole. */
const DROPPED = /^[\s\p{Pd}\p{Cf}\u2043\u2212]/u
const QUOTATION_MARK = /^["'`´′″‘’‚‛“”„‟«»‹›＂＇]/u
const EMPHASIS = /^[*_]/u

/** Upper case first: letters such as ß and ς have no other way to be written large. */
const PLAIN = /^[!-~]$/

const foldCluster = (cluster: string): string =>
  PLAIN.test(cluster)
    ? cluster.toLowerCase()
    : cluster.normalize('NFKC').toUpperCase().toLowerCase().normalize('NFKC').replaceAll(/\s/gu, '')

/** @param isMarkdown whether asterisks and underscores are marks of the text and no part of what it says */
export const foldQuote = (text: string, isMarkdown: boolean): FoldedText => {
  const folded: string[] = []
  const starts: number[] = []
  const ends: number[] = []
  let last = ''
  for (const { 0: cluster, index } of text.matchAll(CLUSTER)) {
    if (DROPPED.test(cluster) || (isMarkdown && EMPHASIS.test(cluster))) continue
    const units = QUOTATION_MARK.test(cluster) ? "'" : foldCluster(cluster)
    // Two single marks are a double one.
    if (units === "'" && last === "'") continue
    last = units
    folded.push(units)
    for (let unit = 0; unit < units.length; unit += 1) {
      starts.push(index)
      ends.push(index + cluster.length)
    }
  }
  return { letters: folded.join(''), starts, ends }
}
