import type { CitedWork } from '#core/citations/cited-work.ts'
import { parseName } from './parse-name.ts'

/** A reference with the parts that a style prints beside its own. */
export type Printable = Pick<CitedWork, 'title' | 'authors' | 'year'> & { number: number }

type Style = (parts: Parts) => string

type Parts = {
  number: number
  title: string
  year: number
  journal: string
  volume: number
  pages: string
  /** Joined in one of the forms of a name: "A. B. One", "One, A. B.", "One AB", "Ada One". */
  names: (form: NameForm, joining: Joining) => string
}

type NameForm = 'initials first' | 'initials last' | 'short' | 'tight' | 'whole'
type Joining = { between: string; last: string; most: number; others: string }

/** What stands between titles and years; real lists have as many forms. */
const JOURNALS = [
  'Nature',
  'J. Biol. Chem.',
  'Proceedings of the National Academy of Sciences of the United States of America',
  'Journal of Plans and Agents',
  'PLoS ONE',
  'Int. J. Climatol.',
  'Environmental Research Letters',
  'Cell',
]

const initialsOf = (given: string, between: string): string =>
  given
    .split(/[\s.]+/u)
    .filter((part) => part !== '')
    .flatMap((part) => (/^\p{Lu}{2,3}$/u.test(part) ? Array.from(part) : [part]))
    .map((part) =>
      part
        .split('-')
        .map((piece) => `${piece.slice(0, 1)}.`)
        .join('-'),
    )
    .join(between)

const nameIn = (form: NameForm, name: string): string => {
  const { given, family } = parseName(name)
  // Where the dots of initials end the names, a surname alone gets one.
  if (given === '') return form === 'initials last' ? `${family}.` : family
  if (form === 'whole') return `${given} ${family}`
  if (form === 'short') return `${family} ${initialsOf(given, '').replaceAll(/[.-]/gu, '')}`
  if (form === 'initials first') return `${initialsOf(given, ' ')} ${family}`
  return `${family}, ${initialsOf(given, form === 'tight' ? '' : ' ')}`
}

/** The usual styles, as their guides print an article of a journal. */
export const styles: Record<string, Style> = {
  ACL: ({ names, year, title, journal, volume, pages }) =>
    `${names('whole', { between: ', ', last: ', and ', most: 20, others: ', et al' })}. ${year}. ${title}. ${journal}, ${volume}:${pages}.`,
  ACS: ({ number, names, title, journal, year, volume, pages }) =>
    `(${number}) ${names('initials last', { between: '; ', last: '; ', most: 10, others: '; et al' })} ${title}. ${journal} ${year}, ${volume}, ${pages}.`,
  APA: ({ names, year, title, journal, volume, pages }) =>
    `${names('initials last', { between: ', ', last: ', & ', most: 20, others: ', …' })} (${year}). ${title}. ${journal}, ${volume}(3), ${pages}.`,
  Elsevier: ({ number, names, title, journal, year, volume, pages }) =>
    `[${number}] ${names('initials first', { between: ', ', last: ', ', most: 6, others: ', et al.' })}, ${title}, ${journal} ${volume} (${year}) ${pages}.`,
  IEEE: ({ number, names, title, journal, year, volume, pages }) =>
    `[${number}] ${names('initials first', { between: ', ', last: ', and ', most: 6, others: ' et al.' })}, “${title},” ${journal}, vol. ${volume}, pp. ${pages}, ${year}.`,
  LNCS: ({ number, names, title, journal, year, volume, pages }) =>
    `${number}. ${names('tight', { between: ', ', last: ', ', most: 10, others: ', et al.' })}: ${title}. ${journal} ${volume}(3), ${pages} (${year})`,
  Nature: ({ number, names, title, journal, year, volume, pages }) =>
    `${number}. ${names('initials last', { between: ', ', last: ' & ', most: 5, others: ' et al.' })} ${title}. ${journal} ${volume}, ${pages} (${year}).`,
  NeurIPS: ({ names, title, journal, year, volume, pages }) =>
    `${names('initials first', { between: ', ', last: ', and ', most: 10, others: ', et al' })}. ${title}. ${journal}, ${volume}(3):${pages}, ${year}.`,
  Vancouver: ({ number, names, title, journal, year, volume, pages }) =>
    `${number}. ${names('short', { between: ', ', last: ', ', most: 6, others: ', et al' })}. ${title}. ${journal}. ${year};${volume}(3):${pages}.`,
}

/** A reference as a style prints it. */
export const printReference = (style: Style, { title, authors, year, number }: Printable): string =>
  style({
    number,
    title: title ?? '',
    year: year ?? 0,
    journal: JOURNALS[number % JOURNALS.length] ?? '',
    volume: 10 + (number % 90),
    pages: `${100 + number}–${110 + number}`,
    names: (form, { between, last, most, others }) => {
      const all = authors.map((name) => nameIn(form, name))
      const listed = all.slice(0, most)
      const end = listed.length > 1 ? `${last}${listed.at(-1)}` : (listed[0] ?? '')
      const before = listed.slice(0, -1)
      if (all.length > most) return `${listed.join(between)}${others}`
      return `${before.join(between)}${end}`
    },
  })
