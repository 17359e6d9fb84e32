import { textKey } from '#core/text/tokenize.ts'
import type { ParsedReference } from './parse-reference.ts'

/** A paper that the public knows of, or knew of. */
export type KnownPaper = {
  id: string
  title: string
  /** The title of a duplicate that was merged into it, where that is what was found. */
  otherTitle: string | null
  year: number
  authors: string[]
  doi: string | null
  arxivId: string | null
  state: 'accepted' | 'retracted'
}

export type MatchedBy = 'doi' | 'arxiv' | 'title'

/** `differs`: what the reference says otherwise than the paper. */
export type ReferenceMatch = {
  paper: KnownPaper
  by: MatchedBy
  confidence: number
  differs: ('title' | 'year' | 'authors')[]
}

export type ReferenceResult = { result: 'in_corpus' | 'ambiguous' | 'absent'; matches: ReferenceMatch[] }

/** From here on a match is taken for the paper. */
const SURE = 0.75
/** How far behind the second best match must be. */
const CLEARLY_BETTER = 0.1
/** What another title, year and author than the paper's cost. */
const COSTS = { title: 0.5, year: 0.2, authors: 0.15 } as const
/** A preprint and its publication are a year apart. */
const NEAR_YEARS = 1
const CONFIDENCE: Record<MatchedBy, number> = { doi: 1, arxiv: 1, title: 0.95 }

const includesKey = (text: string, key: string): boolean => key !== '' && ` ${text} `.includes(` ${key} `)

const surname = (name: string): string => textKey(name).split(' ').at(-1) ?? ''

/** Whether more than a title and a year is said: a reference that names other authors means another paper. */
const namesAuthors = (text: string, title: string): boolean => /\p{L}/u.test(text.replace(title, ''))

const differences = (reference: ParsedReference, paper: KnownPaper): ReferenceMatch['differs'] => {
  const { titleKeys, hasTitle, textKey: text, years } = reference
  const titles = [paper.title, paper.otherTitle ?? ''].map(textKey)
  const said = titles.find((title) => titleKeys.includes(title) || includesKey(text, title))
  const isBy = paper.authors.some((name) => includesKey(text, surname(name)))
  return [
    ...(hasTitle && said === undefined ? ['title' as const] : []),
    ...(years.length > 0 && years.every((year) => Math.abs(year - paper.year) > NEAR_YEARS) ? ['year' as const] : []),
    ...(hasTitle && !isBy && namesAuthors(text, said ?? '') ? ['authors' as const] : []),
  ]
}

const matchedBy = ({ doi, arxivId }: ParsedReference, paper: KnownPaper): MatchedBy =>
  doi !== null && doi === paper.doi ? 'doi' : arxivId !== null && arxivId === paper.arxivId ? 'arxiv' : 'title'

const rounded = (value: number): number => Math.round(value * 100) / 100

/** Decides which of the papers that share an identifier or a title with a reference it means. */
export const matchReference = (reference: ParsedReference, papers: readonly KnownPaper[]): ReferenceResult => {
  const matches = papers
    .map((paper): ReferenceMatch => {
      const by = matchedBy(reference, paper)
      const differs = differences(reference, paper)
      const cost = differs.reduce((sum, what) => sum + COSTS[what], 0)
      return { paper, by, differs, confidence: rounded(Math.max(0.05, CONFIDENCE[by] - cost)) }
    })
    .toSorted((a, b) => b.confidence - a.confidence)
  const [best, second] = matches
  if (best === undefined) return { result: 'absent', matches: [] }
  // An identifier of another paper than the title names is a contradiction, however well the title matches.
  const isContradicted = matches.some((match) => match !== best && match.by !== 'title')
  const isClear =
    !isContradicted && best.confidence >= SURE && (second?.confidence ?? 0) <= best.confidence - CLEARLY_BETTER
  return isClear ? { result: 'in_corpus', matches: [best] } : { result: 'ambiguous', matches }
}
