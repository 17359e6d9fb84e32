import { chapters, type NamedChapter } from '#core/papers/chapter.ts'
import { researchTypes, type Paper, type ResearchType } from '#core/papers/paper.ts'
import { OaiError } from './oai-error.ts'

export type SetFilter = { chapter: number | null; type: ResearchType | null }

const chapterSpec = (number: number): string => `chapter-${number}`
const typeSpec = (type: ResearchType): string => `type-${type}`

/** Every set, with its name. */
export const listSets = (names: readonly NamedChapter[]): { spec: string; name: string }[] => [
  ...names.map(({ number, name }) => ({ spec: chapterSpec(number), name: `Chapter ${number}: ${name}` })),
  ...researchTypes.map((type) => ({ spec: typeSpec(type), name: `Type: ${type.replaceAll('_', ' ')}` })),
]

/** The sets of a paper. */
export const setsOf = ({ chapter, type }: Paper): string[] => [
  ...(chapter === null ? [] : [chapterSpec(chapter)]),
  ...(type === null ? [] : [typeSpec(type)]),
]

/** What a set lets through. Throws `badArgument` for a set that does not exist. */
export const setFilter = (spec: string | undefined): SetFilter => {
  if (spec === undefined) return { chapter: null, type: null }
  const chapter = chapters.find((number) => chapterSpec(number) === spec) ?? null
  const type = researchTypes.find((name) => typeSpec(name) === spec) ?? null
  if (chapter === null && type === null) throw new OaiError('badArgument', 'There is no such set; ListSets lists them.')
  return { chapter, type }
}
