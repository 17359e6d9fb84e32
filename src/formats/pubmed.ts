import { dateOf } from './text/text.ts'

/** PubMed ends titles with a full stop, and puts those that it has translated into brackets. */
export const pubmedTitle = (title: string | null): string | null =>
  title
    ?.trim()
    .replace(/(?<!\.)\.$/u, '')
    .replace(/^\[(?<inner>[^[\]]*)\]$/u, '$<inner>') ?? null

/** "436-44" is short for 436-444. */
export const pubmedPages = (pages: string | null): string | null => {
  const { first = '', last = '' } = /^(?<first>\d{1,9})-(?<last>\d{1,9})$/u.exec(pages ?? '')?.groups ?? {}
  return last === '' || last.length >= first.length ? pages : `${first}-${first.slice(0, -last.length)}${last}`
}

/** "2015 May 28", "2019 Jan-Feb", "2020 Spring": the day, as precise as it is known. */
export const pubmedDate = (text: string | null): string | null => {
  const [year, month, day] = (text ?? '').trim().split(/\s+/u)
  return dateOf(year?.slice(0, 4), month, day)
}

const kinds: Record<string, string> = {
  Preprint: 'preprint',
  Dataset: 'dataset',
  'Technical Report': 'report',
  'Journal Article': 'journal-article',
  Review: 'journal-article',
  'Systematic Review': 'journal-article',
}

/** The kind of a publication that PubMed gives several types. */
export const pubmedKind = (types: readonly string[]): string | null =>
  Object.entries(kinds).find(([type]) => types.includes(type))?.[1] ?? null
