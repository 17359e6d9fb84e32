import type { StarterCorpus } from '#core/editorial/starter-corpus.ts'
import type { Finding, Sources } from './our-texts.ts'

/** A title without its TeX, as we write it: `$\tau^2$-Bench` is τ²-Bench. */
export const plainTitle = (title: string): string =>
  title
    .replaceAll('\\tau', 'τ')
    .replaceAll('^2', '²')
    .replaceAll(/\\\w+\{(?<inside>[^}]*)\}/gu, '$<inside>')
    .replaceAll('$', '')

/** Title, authors, year and address of each paper that a source knows must be those of the source. */
export const compareFacts = (corpus: StarterCorpus, sources: Sources): Finding[] =>
  corpus.papers.flatMap(({ paper }) => {
    const source = sources.get(paper.url ?? '')
    if (source === undefined) return []
    const facts = { title: plainTitle(source.title), authors: source.authors, year: source.year, url: source.url }
    return Object.entries(facts).flatMap(([name, expected]) => {
      const given = JSON.stringify(paper[name as keyof typeof facts])
      const said = JSON.stringify(expected)
      return given === said ? [] : [{ place: `${paper.id} ${name}`, message: `is ${given}, in the source ${said}` }]
    })
  })
