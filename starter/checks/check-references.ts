import type { StarterCorpus } from '#core/editorial/starter-corpus.ts'
import { idsIn } from './mentions.ts'
import { ourTexts, type Finding } from './our-texts.ts'

/** Every id in a text, a gap or a brief names what exists; a gap rests on each paper whose id its text names. */
export const checkReferences = (corpus: StarterCorpus): Finding[] => {
  const { papers, concepts, gaps, briefs } = corpus
  const ids = new Set([...papers.map(({ paper }) => paper.id), ...gaps.map(({ id }) => id)])
  const names = new Set(concepts.map(({ name }) => name))
  const unknown = (place: string, given: readonly string[]): Finding[] =>
    given.filter((id) => !ids.has(id)).map((id) => ({ place, message: `names ${id}, which does not exist` }))
  return [
    ...ourTexts(corpus).flatMap(({ place, text }) => unknown(place, idsIn(text))),
    ...gaps.flatMap(({ id, paperIds }) => unknown(id, paperIds)),
    ...briefs.flatMap(({ id, featured }) => unknown(id, featured)),
    ...papers.flatMap(({ paper }) =>
      paper.concepts
        .filter((name) => !names.has(name))
        .map((name) => ({ place: paper.id, message: `has the concept ${name}, which is not defined` })),
    ),
    ...gaps.flatMap(({ id, explanation, paperIds }) =>
      idsIn(explanation)
        .filter((named) => named.startsWith('p') && !paperIds.includes(named))
        .map((named) => ({ place: id, message: `names ${named}, which is not among its papers` })),
    ),
  ]
}
