import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { NotRun, requireOutput, type Check, type Judged } from '../check.ts'
import { citedOf, cslItems, differences, keepList, listPapers, type Cited, type CslItem } from '../cited.ts'
import { runNode, runProgram } from '../run-tool.ts'

const CLIENT = join(import.meta.dirname, '../clients/citation-js.js')

const readByCitationJs = async (form: 'bibtex' | 'ris' | 'csl-json', file: string): Promise<Cited[]> =>
  (JSON.parse(requireOutput(await runNode(CLIENT, [form, file]))) as CslItem[]).map(citedOf)

const expectedOf = async (judged: Judged): Promise<Cited[]> => (await cslItems(judged)).map(citedOf)

/** Names as papers print them, given name first. */
const printed = (name: string): string => name.split(', ').toReversed().join(' ')

/** CSL-JSON items are compared with the list of papers; all other formats with those items. */
const cslJson: Check = {
  name: 'citations by citation-js: CSL-JSON',
  tool: '@citation-js/core',
  findings: async (_tool, judged) => {
    const items = await cslItems(judged)
    const file = join(judged.folder, 'papers.csl.json')
    await writeFile(file, JSON.stringify(items))
    const papers = await listPapers(judged)
    const expected = papers.map(({ title, authors, year, doi }, index) => {
      const id = items[index]?.id ?? ''
      return { id, title, authors, year: String(year), doi: doi ?? '' }
    })
    const read = await readByCitationJs('csl-json', file)
    return differences(
      expected,
      read.map((cited) => ({ ...cited, authors: cited.authors.map(printed) })),
    )
  },
}

const citationJs = (form: 'bibtex' | 'ris', extension: string): Check => ({
  name: `citations by citation-js: ${form}`,
  tool: '@citation-js/core',
  findings: async (_tool, judged) =>
    differences(await expectedOf(judged), await readByCitationJs(form, await keepList(judged, extension))),
})

const biber: Check = {
  name: 'citations by biber',
  tool: 'biber',
  findings: async (tool, judged) => {
    const output = join(judged.folder, 'by-biber.bib')
    const args = ['--tool', '--validate-datamodel', '--nolog', '--output-file', output, await keepList(judged, 'bib')]
    const said = requireOutput(await runProgram(tool, args))
    if (!said.includes('Output to')) throw new Error(`it wrote nothing: ${said.slice(-500)}`)
    const found = [...said.matchAll(/^(?:WARN|ERROR) - (?:Datamodel: Entry '[^']*' \([^)]*\): )?(?<what>.*)$/gmu)]
    return [...new Set(found.map(({ groups }) => groups?.what ?? ''))]
  },
}

/** Pandoc converts titles to sentence case, as CSL requires for BibTeX, and apostrophes to typographic ones. */
const asPandocWrites = (text: string): string => text.replaceAll('’', "'").toLowerCase()

const pandoc = (form: 'bibtex' | 'biblatex' | 'ris', extension: string): Check => ({
  name: `citations by pandoc: ${form}`,
  tool: 'pandoc',
  findings: async (tool, judged) => {
    const { output: forms } = await runProgram(tool, ['--list-input-formats'])
    if (!forms.split('\n').includes(form)) throw new NotRun(`this pandoc does not read ${form}`)
    const args = ['--from', form, '--to', 'csljson', await keepList(judged, extension)]
    const read = JSON.parse(requireOutput(await runProgram(tool, args))) as CslItem[]
    return differences(await expectedOf(judged), read.map(citedOf), asPandocWrites)
  },
})

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

const within = (markup: string, element: RegExp): string[] =>
  [...markup.matchAll(element)].map(({ groups }) =>
    (groups?.text ?? '').replaceAll(/&(?<name>\w+);/gu, (entity, name: string) => ENTITIES[name] ?? entity),
  )

/** A paper in the MODS of bibutils, which splits titles at the first colon; its container has a title of its own. */
const citedOfMods = (record: string): Cited => {
  const mods = record.replace(/<relatedItem[^]*<\/relatedItem>/u, '')
  const title = [
    ...within(mods, /<title>(?<text>[^<]*)<\/title>/gu),
    ...within(mods, /<subTitle>(?<text>[^<]*)<\/subTitle>/gu),
  ]
  const authors = [...mods.matchAll(/<name(?: type="\w+")?>(?<name>[^]*?)<\/name>/gu)].map(({ groups }) => {
    const name = groups?.name ?? ''
    const given = within(name, /<namePart type="given">(?<text>[^<]*)</gu)
    return [
      ...within(name, /<namePart(?: type="family")?>(?<text>[^<]*)</gu),
      ...(given.length > 0 ? [given.join(' ')] : []),
    ].join(', ')
  })
  return {
    id: within(mods, /^ ID="(?<text>[^"]*)"/gu)[0] ?? '',
    title: title.join(': '),
    authors,
    year: within(record, /<date(?:Issued)?>(?<text>\d{4})/gu)[0] ?? '',
    doi: within(mods, /<identifier type="doi">(?<text>[^<]*)</gu)[0] ?? '',
  }
}

/** Bibutils writes typographic quotes and dashes, and separates initials without stops. */
const asBibutilsWrites = (text: string): string => text.replaceAll(/[^\p{L}\p{N},;]/gu, '')

const bibutils = (program: 'bib2xml' | 'ris2xml', extension: string): Check => ({
  name: `citations by bibutils: ${program}`,
  tool: program,
  findings: async (tool, judged) => {
    const ended = await runProgram(tool, [await keepList(judged, extension)])
    const read = requireOutput(ended).split('<mods').slice(2).map(citedOfMods)
    const unknown = [...ended.errors.matchAll(/Did not recognize type '(?<type>\w+)'/gu)].map(
      ({ groups }) => groups?.type,
    )
    return [
      ...[...new Set(unknown)].map((type) => `unknown type ${type}`),
      ...differences(await expectedOf(judged), read, asBibutilsWrites),
    ]
  },
})

export const citationChecks: Check[] = [
  cslJson,
  citationJs('bibtex', 'bib'),
  citationJs('ris', 'ris'),
  biber,
  pandoc('bibtex', 'bib'),
  pandoc('biblatex', 'bib'),
  pandoc('ris', 'ris'),
  bibutils('bib2xml', 'bib'),
  bibutils('ris2xml', 'ris'),
]
