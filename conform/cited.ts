import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Judged } from './check.ts'

type CslName = {
  family?: string
  given?: string
  literal?: string
  'non-dropping-particle'?: string
  'dropping-particle'?: string
}

/** The compared members of a CSL-JSON item. */
export type CslItem = {
  id: string
  type?: string
  title?: string
  author?: CslName[]
  issued?: { 'date-parts'?: (number | string)[][] }
  DOI?: string
  abstract?: string
}

/** The facts that every citation format must agree on, with authors as bibliographies sort them. Type and abstract only for some tools. */
export type Cited = {
  id: string
  title: string
  authors: string[]
  year: string
  doi: string
  type?: string
  abstract?: string
}

const joined = (...parts: (string | undefined)[]): string => parts.filter((part) => part !== undefined).join(' ')

const sorted = (name: CslName): string => {
  const family = joined(name['non-dropping-particle'], name['dropping-particle'], name.family)
  return name.given === undefined ? (name.literal ?? family) : `${family}, ${name.given}`
}

export const citedOf = ({ id, title = '', author = [], issued, DOI = '' }: CslItem): Cited => ({
  id,
  title,
  authors: author.map(sorted),
  year: String(issued?.['date-parts']?.[0]?.[0] ?? ''),
  doi: DOI,
})

/** The differences between read and expected citations. `alike` ignores what a program changes by design. */
export const differences = (
  expected: readonly Cited[],
  read: readonly Cited[],
  alike = (text: string): string => text,
): string[] => {
  const byId = new Map(read.map((cited) => [cited.id, cited]))
  const missing = expected.filter(({ id }) => !byId.has(id)).map(({ id }) => `${id} was not read`)
  const differing = expected.flatMap((wanted) => {
    const got = byId.get(wanted.id)
    if (got === undefined) return []
    return (['type', 'title', 'authors', 'year', 'doi', 'abstract'] as const).flatMap((field) => {
      const [found, asked] = [got, wanted].map((cited) => alike([cited[field] ?? ''].flat().join('; ')))
      return found === asked ? [] : [`${wanted.id} ${field}: “${found}”, not “${asked}”`]
    })
  })
  return [
    ...(read.length === expected.length ? [] : [`${read.length} of ${expected.length} were read`]),
    ...missing,
    ...differing,
  ]
}

/** Saves the list of all papers in a format, as served. Returns the file. */
export const keepList = async ({ url, folder }: Judged, extension: string): Promise<string> => {
  const file = join(folder, `papers.${extension}`)
  await writeFile(file, await (await fetch(`${url}/papers.${extension}`)).text())
  return file
}

type PaperLine = { id: string; title: string; authors: string[]; year: number; doi?: string | null }

/** All papers, as the list in JSON lines has them. */
export const listPapers = async ({ url }: Judged): Promise<PaperLine[]> =>
  (await (await fetch(`${url}/papers.jsonl`)).text())
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as PaperLine)

/** The items of CSL-JSON of all papers, in the order of the list. */
export const cslItems = async (judged: Judged): Promise<CslItem[]> => {
  const items: CslItem[] = []
  for (const { id } of await listPapers(judged)) {
    const [item] = (await (await fetch(`${judged.url}/papers/${id}.csl.json`)).json()) as CslItem[]
    if (item !== undefined) items.push(item)
  }
  return items
}
