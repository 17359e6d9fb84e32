import { readStarterCorpus } from '../../../src/starter/read-starter-corpus.ts'
import { random, type Random } from '../service/operations.ts'

/** A quotation, and what it was taken from. */
export type GeneratedQuote = { quote: string; source: { id: string; text: string } }

const readTexts = (): GeneratedQuote['source'][] =>
  readStarterCorpus(new URL('../../../starter/', import.meta.url), new Date('2026-11-20T10:00:00.000Z')).papers.flatMap(
    ({ paper: { id, abstract, commentary } }) =>
      [abstract, commentary].flatMap((text) => (text === null ? [] : [{ id, text }])),
  )

let texts: GeneratedQuote['source'][] | null = null

/** Abstracts and commentaries of the example corpus. */
export const quotableTexts = (): GeneratedQuote['source'][] => {
  texts ??= readTexts()
  return texts
}

const LEAST_WORDS = 6
const MOST_WORDS = 40

const takeQuote = (r: Random, source: GeneratedQuote['source']): string => {
  const words = source.text.trim().split(/\s+/u)
  const count = Math.min(words.length, LEAST_WORDS + r.whole(MOST_WORDS - LEAST_WORDS))
  const from = r.whole(words.length - count + 1)
  const start = words.slice(0, from).join(' ').length + (from > 0 ? 1 : 0)
  return words.join(' ').slice(start, start + words.slice(from, from + count).join(' ').length)
}

/** What writers, editors and printed pages do to the words that they quote. */
const variations: ((quote: string, r: Random) => string)[] = [
  (quote) => quote,
  (quote) => quote.toUpperCase(),
  (quote) => quote.toLowerCase(),
  (quote, r) => quote.replaceAll(' ', () => r.pick([' ', '  ', '\n', '\u00a0', '\t', ' \r\n'])),
  (quote) => `  ${quote}\n`,
  (quote) => quote.replaceAll('-', '\u2010'),
  (quote) => quote.replaceAll('-', ''),
  (quote) => quote.replaceAll('-', ' '),
  (quote, r) =>
    quote.replaceAll(/\b[a-z]{8,}\b/giu, (word) => (r.chance(0.4) ? `${word.slice(0, 4)}-\n${word.slice(4)}` : word)),
  (quote, r) =>
    quote.replaceAll(/\b[a-z]{7,}\b/giu, (word) =>
      r.chance(0.3) ? `${word.slice(0, 3)}\u00ad${word.slice(3)}` : word,
    ),
  (quote) => `“${quote.replaceAll('"', '”').replaceAll("'", '’')}”`,
  (quote) => quote.normalize('NFD').replaceAll('fi', '\ufb01'),
]

/** So many true quotations, each changed in one or two of these ways. */
export const trueQuotes = (count: number, seed: number): GeneratedQuote[] => {
  const r = random(seed)
  const sources = quotableTexts()
  return Array.from({ length: count }, (_, index) => {
    const source = r.pick(sources)
    const first = variations[index % variations.length] ?? String
    const quote = first(takeQuote(r, source), r)
    return { source, quote: r.chance(0.5) ? r.pick(variations)(quote, r) : quote }
  })
}

/** True quotations in which one word is another word. */
export const changedQuotes = (count: number, seed: number): GeneratedQuote[] => {
  const r = random(seed)
  const vocabulary = [...new Set(quotableTexts().flatMap(({ text }) => text.match(/\p{L}{2,}/gu) ?? []))]
  return trueQuotes(count, seed).map(({ source }) => {
    const words = takeQuote(r, source).split(' ')
    const at = r.whole(words.length)
    const letters = /[\p{L}\p{N}]+/u
    const old = letters.exec(words[at] ?? '')?.[0] ?? ''
    const other = r.pick(vocabulary.filter((word) => word.toLowerCase() !== old.toLowerCase()))
    // Some change only a letter or an ending.
    const near =
      r.chance(0.5) && old.length > 3 ? r.pick([`${old}s`, old.slice(0, -1), `un${old}`, old.slice(1)]) : other
    const changed = old === '' ? other : (words[at] ?? '').replace(letters, near)
    return { source, quote: r.pick(variations)(words.with(at, changed).join(' '), r) }
  })
}
