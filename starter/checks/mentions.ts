import type { StarterCorpus } from '#core/editorial/starter-corpus.ts'

const ID = /\b[pg]\d+\b/gu
const NAME = /\p{Lu}[\p{L}\d]{3,}|[\p{L}\d&-]*\p{Lu}[\p{L}\d&-]*\p{Lu}[\p{L}\d&-]*/gu

/** Ids of papers and gaps that a text names: p12, g3. */
export const idsIn = (text: string): string[] => text.match(ID) ?? []

/** Names by which a text can mean a paper: the part of its title before a colon, and names that only its summary has. */
const namesOf = ({ papers }: StarterCorpus): Map<string, string | null> => {
  const names = new Map<string, string | null>()
  const claim = (name: string, id: string): void => {
    const holder = names.get(name)
    names.set(name, holder === undefined || holder === id ? id : null)
  }
  for (const { paper } of papers)
    for (const name of new Set(`${paper.title} ${paper.abstract ?? ''}`.match(NAME))) claim(name, paper.id)
  for (const { paper } of papers)
    for (const name of [paper.title, paper.title.split(': ')[0] ?? '']) names.set(name, paper.id)
  return names
}

/** OSWorld2.0 and OSWorld 2.0 are one name. */
const joinNumbers = (text: string): string => text.replaceAll(/(?<=\p{L}) (?=\d)/gu, '')

/** Finds the papers that a text means, by id or by a name. */
export const paperFinder = (corpus: StarterCorpus): ((text: string) => string[]) => {
  const names = [...namesOf(corpus)]
    .filter((entry): entry is [string, string] => entry[1] !== null)
    .map(([name, id]) => [joinNumbers(name), id] as const)
  const single = new Map(names.filter(([name]) => !name.includes(' ')))
  const several = names.filter(([name]) => name.includes(' '))
  return (text) => {
    const joined = joinNumbers(text)
    const words = joined.match(/[\p{L}\p{N}&.-]*[\p{L}\p{N}]/gu) ?? []
    return [
      ...new Set([
        ...idsIn(text).filter((id) => id.startsWith('p')),
        ...words.flatMap((word) => single.get(word) ?? []),
        ...several.filter(([name]) => joined.includes(name)).map(([, id]) => id),
      ]),
    ]
  }
}
