import { NotRun, type Check, type Judged } from '../check.ts'
import { citedOf, cslItems, differences, listPapers, type Cited, type CslItem } from '../cited.ts'

type Creator = { firstName?: string; lastName?: string; name?: string }
type Item = {
  itemType: string
  title?: string
  creators?: Creator[]
  date?: string
  DOI?: string
  abstractNote?: string
  extra?: string
}

/** Zotero's name of each type of CSL. */
const TYPES: Record<string, string> = {
  'article-journal': 'journalArticle',
  'paper-conference': 'conferencePaper',
  article: 'preprint',
  manuscript: 'manuscript',
  book: 'book',
  chapter: 'bookSection',
  thesis: 'thesis',
  report: 'report',
  dataset: 'dataset',
  software: 'computerProgram',
  webpage: 'webpage',
  document: 'document',
}

type Imported = Cited & { type: string; abstract: string }

const expectedOf = (item: CslItem): Imported => ({
  ...citedOf(item),
  type: TYPES[item.type ?? ''] ?? '',
  abstract: item.abstract ?? '',
})

/** For types without a DOI field, the DOI is in the extra field. */
const importedOf = (id: string, item: Item): Imported => ({
  id,
  type: item.itemType,
  title: item.title ?? '',
  authors: (item.creators ?? []).map(({ firstName = '', lastName = '', name }) =>
    [name ?? lastName, firstName].filter((part) => part !== '').join(', '),
  ),
  year: /\d{4}/u.exec(item.date ?? '')?.[0] ?? '',
  doi: item.DOI ?? /^DOI: (?<doi>.*)$/mu.exec(item.extra ?? '')?.groups?.doi ?? '',
  abstract: item.abstractNote ?? '',
})

const ask = async (path: string, body: string): Promise<Item[]> => {
  const server = process.env.ZOTERO_TRANSLATION_SERVER
  if (server === undefined) throw new NotRun('ZOTERO_TRANSLATION_SERVER does not say where the translation server is')
  const headers = { 'Content-Type': 'text/plain' }
  const response = await fetch(new URL(path, server), { method: 'POST', headers, body })
  const text = await response.text()
  // A refusal gives no items; notes hold values without a field.
  return response.ok ? (JSON.parse(text) as Item[]).filter(({ itemType }) => itemType !== 'note') : []
}

const importEach = (
  name: string,
  importOf: (judged: Judged, id: string) => Promise<Item[]>,
  alike?: (text: string) => string,
): Check => ({
  name: `citations by Zotero: ${name}`,
  // It is a server of its own, which is started by hand.
  tool: 'node',
  findings: async (_tool, judged) => {
    const ids = (await listPapers(judged)).map(({ id }) => id)
    const expected = (await cslItems(judged)).map((item, index) => ({ ...expectedOf(item), id: ids[index] ?? '' }))
    const read: Imported[] = []
    for (const id of ids) read.push(...(await importOf(judged, id)).map((item) => importedOf(id, item)))
    return differences(expected, read, alike)
  },
})

/** Zotero adds stops and spaces to initials, or removes them. */
const asPagesAreRead = (text: string): string => text.replaceAll(/[.\s]/gu, '')

const importForm = (extension: string): Check =>
  importEach(extension, async ({ url }, id) =>
    ask('/import', await (await fetch(`${url}/papers/${id}.${extension}`)).text()),
  )

/** What Zotero's connector reads from each paper's page and citations. */
export const zoteroChecks: Check[] = [
  importEach('page', ({ url }, id) => ask('/web', `${url}/papers/${id}`), asPagesAreRead),
  importForm('bib'),
  importForm('ris'),
]
