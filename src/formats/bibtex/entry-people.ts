import { parse as parseNames, type RawName } from '@citation-js/plugin-bibtex/lib/input/value.js'
import { namesBetweenCommas } from '#formats/record/names.ts'
import type { Person } from '#formats/record/paper-fields.ts'
import { composed, texText } from '#formats/text/latex.ts'
import { oneLine } from '#formats/text/plain-text.ts'

const joined = (...parts: (string | undefined)[]): string | null => {
  const given = parts.filter((part) => part !== undefined && part !== '')
  return given.length === 0 ? null : given.join(' ')
}

/** Parts of a name as text. The grammar knows parts without a value, and takes "given=A=B" for a part named "given=A". */
const composeName = (name: RawName): RawName =>
  Object.fromEntries(
    Object.entries(name).flatMap(([label, value]) => {
      if (value === undefined) return []
      const [part = '', ...more] = label.split('=')
      return [[part, oneLine(composed([...more, value].join('=')))]]
    }),
  )

const ET_AL = /[,\s]+et\s+al\.?$/u

const personOf = ({ given, prefix, family, suffix }: RawName): Person => {
  const last = joined(prefix, family, suffix)
  return given === undefined ? { name: last, isGroup: true } : { given: given.replace(ET_AL, ''), family: last }
}

/** "and others" stands for names that the entry leaves out. */
const isOthers = ({ family, given }: RawName): boolean => family === 'others' && given === undefined

const turned = ({ family, given, name }: Person): string => name ?? `${family}, ${given}`

/** A list that was cut, or written on. */
const DANGLING = /\sand$/iu

const SUFFIX = /^(?:jr|sr|[ivx]+|\d\w\w)\.?$/iu

/** What people write between names that BibTeX wants "and" between. A name of it has two commas at most, the second behind a suffix. */
const withAnds = (names: string): string => {
  if (names.includes('{')) return names
  return names
    .split(/\s+and\s+|\s*;\s+/iu)
    .map((name) => {
      const parts = name.split(',').map((part) => part.trim())
      if (parts.length < 3 || SUFFIX.test(parts[1] ?? '') || /\bet\s+al\.?$/u.test(name) || name.includes('='))
        return name
      const apart = namesBetweenCommas(name)
      if (apart !== null) return apart.map(turned).join(' and ')
      if (parts.length === 3) return name
      throw new Error(`the names in author are to be separated by "and": ${name.slice(0, 100)}`)
    })
    .join(' and ')
}

/**
 * The people of a name field, and whether it leaves some out. Accents are put on first: the grammar takes a name that begins
 * with a braced one for the name of a group. Throws for TeX that is broken, and for names that cannot be told apart.
 */
export const entryPeople = (field: string): { people: Person[]; isCut: boolean } => {
  const names = parseNames(withAnds(oneLine(texText(field)).replace(DANGLING, '')), 'author').map(composeName)
  const people = names.filter((name) => !isOthers(name))
  const isCut = people.length < names.length || people.some(({ given }) => ET_AL.test(given ?? ''))
  return { people: people.map(personOf), isCut }
}
