import type { PersonName } from './person-name.ts'
import type { Reference } from './reference.ts'

const sortName = (name: PersonName): string => ('literal' in name ? name.literal : `${name.family}, ${name.given}`)

const kind = ({ isDataset, institution }: Reference): string =>
  isDataset ? 'DATA' : institution === null ? 'GEN' : 'RPRT'

/** RIS: a tag and a value a line, lines ended as the format demands. */
export const ris = (reference: Reference): string => {
  const tags: [string, string | null][] = [
    ['TY', kind(reference)],
    ['ID', reference.key],
    ...reference.authors.map(({ name }): [string, string] => ['AU', sortName(name)]),
    ['TI', reference.title],
    ['PY', String(reference.year)],
    ['PB', reference.institution],
    ['DO', reference.doi],
    ['UR', reference.url],
    ['L1', reference.pdf],
    ['AB', reference.abstract],
    ...reference.keywords.map((word): [string, string] => ['KW', word]),
    ['ER', ''],
  ]
  return tags.flatMap(([tag, value]) => (value === null ? [] : [`${tag}  - ${value}\r\n`])).join('')
}
