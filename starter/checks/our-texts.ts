import { findMarks } from '#core/text/evidence-marks.ts'
import type { StarterCorpus } from '#core/editorial/starter-corpus.ts'

/** What arXiv says of a paper; only what a file of metadata holds. */
export type Source = { title: string; authors: string[]; year: number; url: string; abstract: string }

/** Sources by the address of the paper. */
export type Sources = ReadonlyMap<string, Source>

/** Something that a check objects to: `p12 abstract`, and why. */
export type Finding = { place: string; message: string }

/** A text that we wrote. `own` is the paper it describes, `papers` are all that it rests on. */
export type OurText = { place: string; text: string; own: string | null; papers: string[] }

/** Searches that a text rests on are checked by themselves: their numbers and words are none of the text. */
const withoutSearches = (text: string): string =>
  findMarks(text)
    .filter(({ kind }) => kind === 'search')
    .reduceRight((rest, { start, end }) => rest.slice(0, start) + rest.slice(end), text)

/** Every text of the corpus that we wrote, in the order of the files. */
export const ourTexts = ({ papers, gaps, briefs }: StarterCorpus): OurText[] => [
  ...papers.flatMap(({ paper: { id, abstract, commentary, fullText } }) =>
    Object.entries({ abstract, commentary, note: fullText }).flatMap(([part, text]) =>
      text === null
        ? []
        : [{ place: `${id} ${part}`, text: withoutSearches(text), own: part === 'abstract' ? id : null, papers: [id] }],
    ),
  ),
  ...gaps.map(({ id, title, explanation, paperIds }) => ({
    place: id,
    text: withoutSearches(`${title}\n\n${explanation}`),
    own: null,
    papers: paperIds,
  })),
  ...briefs.map(({ id, title, summary, take, featured }) => ({
    place: id,
    text: withoutSearches(`${title}\n\n${summary}\n\n${take}`),
    own: null,
    papers: featured,
  })),
]

/** The source of each paper by its id, where there is one. */
export const sourcesById = ({ papers }: StarterCorpus, sources: Sources): Map<string, Source> =>
  new Map(
    papers.flatMap(({ paper: { id, url } }) => {
      const source = sources.get(url ?? '')
      return source === undefined ? [] : [[id, source] as const]
    }),
  )
