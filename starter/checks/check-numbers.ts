import type { StarterCorpus } from '#core/editorial/starter-corpus.ts'
import { paperFinder } from './mentions.ts'
import { ourTexts, sourcesById, type Finding, type Sources } from './our-texts.ts'

/** A number that we computed, with how: it stands in no source. */
export type DerivedNumber = { place: string; number: string; how: string }

const WORDS = 'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen'
const TENS = 'twenty thirty forty fifty sixty seventy eighty ninety'
const NAMED = new Map([
  ...WORDS.split(' ').map((word, value) => [word, value] as const),
  ...TENS.split(' ').map((word, index) => [word, (index + 2) * 10] as const),
  ['hundred', 100] as const,
  ['thousand', 1_000] as const,
])

/** Figures of a text: neither parts of names (GPT-4o, p12, Week 42) nor years. */
const FIGURE = /(?<![\p{L}\d.,]|\p{L}-|Week )\d+(?:,\d{3})*(?:\.\d+)?(?![\d%]*\p{L}*\d)/gu
const isYear = (figure: string): boolean => /^20[12]\d$/u.test(figure)

const untex = (text: string): string =>
  text
    .replaceAll('{,}', ',')
    .replaceAll(/\\\w+/gu, ' ')
    .replaceAll(/[${}~\\]/gu, ' ')

/** The figures that a text of ours gives, as written. */
export const figuresIn = (text: string): string[] =>
  (text.normalize('NFKC').match(FIGURE) ?? []).filter((figure) => !isYear(figure))

const valueOf = (figure: string): number => Number(figure.replaceAll(',', ''))

const valuesIn = (source: string): Set<number> => {
  const text = untex(source.normalize('NFKC'))
  const words = (text.toLowerCase().match(/[a-z]+/gu) ?? []).flatMap((word) => NAMED.get(word) ?? [])
  return new Set([...(text.match(/\d+(?:,\d{3})*(?:\.\d+)?/gu) ?? []).map(valueOf), ...words])
}

/**
 * Every figure must occur in a source of the papers that its text rests on or names, or in our own summary of them,
 * which is checked by itself. Figures of texts without any such source are `unsourced`.
 */
export const checkNumbers = (
  corpus: StarterCorpus,
  sources: Sources,
  derived: readonly DerivedNumber[],
): { findings: Finding[]; unsourced: Finding[] } => {
  const byId = sourcesById(corpus, sources)
  const summaries = new Map(corpus.papers.map(({ paper }) => [paper.id, paper.abstract ?? '']))
  const findPapers = paperFinder(corpus)
  const findings: Finding[] = []
  const unsourced: Finding[] = []
  for (const { place, text, own, papers } of ourTexts(corpus)) {
    const figures = figuresIn(text)
    if (figures.length === 0) continue
    const ids = own === null ? [...new Set([...papers, ...findPapers(text)])] : [own]
    const known = ids.flatMap((id) => byId.get(id) ?? [])
    const ownSummaries = own === null ? ids.map((id) => summaries.get(id) ?? '') : []
    const values = valuesIn([...known.flatMap(({ title, abstract }) => [title, abstract]), ...ownSummaries].join(' '))
    for (const number of figures) {
      if (values.has(valueOf(number))) continue
      if (derived.some((one) => one.place === place && one.number === number)) continue
      const everySource = known.length === ids.length
      const list = everySource ? findings : unsourced
      list.push({ place, message: `${number} does not occur in ${everySource ? 'its sources' : 'a source at hand'}` })
    }
  }
  const places = new Map(ourTexts(corpus).map(({ place, text }) => [place, text]))
  for (const { place, number } of derived)
    if (!figuresIn(places.get(place) ?? '').includes(number))
      findings.push({ place, message: `${number} is explained as derived, and not used` })
  return { findings, unsourced }
}
