import type { StarterCorpus } from '#core/editorial/starter-corpus.ts'
import { idsIn } from './mentions.ts'
import { ourTexts, type Finding } from './our-texts.ts'

/** Names of a paper that its title does not begin with, such as that of its system. */
export type PaperNames = { id: string; names: string[] }

/** A name that cannot be an ordinary word: it has a capital or a digit inside, or three words. */
const isDistinct = (name: string): boolean => /.[\p{Lu}\d]/u.test(name) || name.split(' ').length >= 3

/** The paper of each name: its title, what stands before a colon in it, and what is listed. Names of two papers mean neither. */
const paperOfName = ({ papers }: StarterCorpus, listed: readonly PaperNames[]): Map<string, string> => {
  const holders = new Map<string, Set<string>>()
  const claim = (name: string, id: string) => holders.set(name, (holders.get(name) ?? new Set()).add(id))
  for (const { paper } of papers)
    for (const name of [paper.title, ...paper.title.split(/: | -- /u).slice(0, 1)])
      if (isDistinct(name)) claim(name, paper.id)
  for (const { id, names } of listed) for (const name of names) claim(name, id)
  return new Map(
    [...holders].flatMap(([name, ids]) => (ids.size === 1 ? [...ids].map((id) => [name, id] as const) : [])),
  )
}

/** SWE-bench Lite and SWE-bench Verified are other works than SWE-bench. */
const VARIANT = '(?: (?:Lite|Verified|Pro)\\b)'

/** Finds names in a text, the longest first: OSWorld 2.0 is not OSWorld. */
const nameFinder = (names: Iterable<string>): ((text: string) => string[]) => {
  const longestFirst = [...names].toSorted((a, b) => b.length - a.length).map((name) => RegExp.escape(name))
  const pattern = new RegExp(`(?<![\\p{L}\\p{N}-])(?:${longestFirst.join('|')})(?![\\p{L}\\p{N}-]|${VARIANT})`, 'gu')
  return (text) => text.match(pattern) ?? []
}

/** A text that names a paper gives its id at least once. Summaries are exempt: they name what a paper was tried on. */
export const checkNames = (corpus: StarterCorpus, listed: readonly PaperNames[]): Finding[] => {
  const papers = paperOfName(corpus, listed)
  const find = nameFinder(papers.keys())
  const ids = new Set(corpus.papers.map(({ paper }) => paper.id))
  const unknown = listed
    .filter(({ id }) => !ids.has(id))
    .map(({ id }) => ({ place: id, message: 'has names and is not in the library' }))
  const bare = ourTexts(corpus)
    .filter(({ own }) => own === null)
    .flatMap(({ place, text }) => {
      const given = new Set([...idsIn(text), ...idsIn(place)])
      return [...new Set(find(text))].flatMap((name) => {
        const id = papers.get(name) ?? ''
        return given.has(id) ? [] : [{ place, message: `names ${name} without its id, ${id}` }]
      })
    })
  return [...unknown, ...bare]
}
