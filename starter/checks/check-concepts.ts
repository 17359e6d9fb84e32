import type { StarterCorpus } from '#core/editorial/starter-corpus.ts'
import { sourcesById, type Finding, type Sources } from './our-texts.ts'

/** Papers that name a concept and are deliberately not tagged with it, with the reason. */
export type Untagged = { concept: string; papers: string[]; why: string }

const plain = (text: string): string =>
  ` ${text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()} `

/** A concept is named by its words in order, in the singular or the plural. */
const isNamed = (name: string, text: string): boolean => {
  const words = plain(name).trimEnd()
  const other = words.endsWith('s') ? words.slice(0, -1) : `${words}s`
  return text.includes(`${words} `) || text.includes(`${other} `)
}

/** Concepts that a title, a summary or a source names must be tagged, or be listed as deliberately not. */
export const checkConcepts = (corpus: StarterCorpus, sources: Sources, untagged: readonly Untagged[]): Finding[] => {
  const byId = sourcesById(corpus, sources)
  const listed = new Set(untagged.flatMap(({ concept, papers }) => papers.map((id) => `${id} ${concept}`)))
  const tagged = new Set(corpus.papers.flatMap(({ paper }) => paper.concepts.map((name) => `${paper.id} ${name}`)))
  const missing = corpus.papers.flatMap(({ paper: { id, title, abstract } }) => {
    const text = [title, abstract ?? '', byId.get(id)?.abstract ?? ''].map(plain).join('.')
    return corpus.concepts
      .filter(({ name }) => isNamed(name, text) && !tagged.has(`${id} ${name}`) && !listed.has(`${id} ${name}`))
      .map(({ name }) => ({ place: id, message: `names ${name} and is not tagged with it` }))
  })
  const contradicted = [...listed]
    .filter((pair) => tagged.has(pair))
    .map((pair) => ({ place: pair.split(' ')[0] ?? '', message: `is tagged, and listed as untagged: ${pair}` }))
  return [...missing, ...contradicted]
}
