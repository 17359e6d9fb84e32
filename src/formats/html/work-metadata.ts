import type { ImportedRecord, ReadRecord } from '#core/imports/imported-record.ts'
import { texName, texText } from '#core/text/tex-text.ts'
import { jsonReader } from '#formats/json/json-reader.ts'
import { invertedName, paperFields, type Person } from '#formats/record.ts'
import { bareArxivId, bareDoi } from '#formats/text/identifiers.ts'
import { oneLine, parseLooseDate, plainAbstract, withoutMarkup } from '#formats/text/text.ts'
import type { OpenedElement, PageListener } from './page-listener.ts'

/** A name of metadata, as Google Scholar, Dublin Core and PRISM have it, and its value. */
type Meta = [name: string, value: string]

/** Publishers write `DC.Title`, `dc:title` and `dcterms.title`, Digital Commons `bepress_citation_title`. */
const plainName = (name: string): string =>
  name
    .trim()
    .toLowerCase()
    .replace(/^bepress_/u, '')
    .replace(/^(?<vocabulary>dc|dcterms|prism)[.:_]/u, '$<vocabulary>.')

const OF_WORKS = /^(?:citation_|dc\.|dcterms\.|prism\.)/u

/** Names about the page, and other forms of what is read. */
const BOOKKEEPING =
  /^(?:citation_(?:author_(?:email|orcid|institution)|issn|e?isbn|language|pmid|pmcid|id|mjid|section|public_url|[a-z_]*(?:html|xml)_url|journal_abbrev|fulltext_world_readable|springer_api_url|access|collection_id)|dc(?:terms)?\.(?:language|format|type|source|relation|coverage|identifier|date|rights|modified|available|dateaccepted|datesubmitted|bibliographiccitation|ispartof|extent)\b.*|prism\.(?:issn|e?isbn|eissn|copyright|rightsagent|url|section|doi|publicationdate))$/u

/** Servers for preprints call themselves a journal: bioRxiv, SocArXiv. */
const PREPRINTS = /^\w{2,12}xiv$/iu

const isAddress = (text: string): boolean => /^https?:\/\//iu.test(text)

const DOI = /^10\.\d{4,9}\//u

/** What stands behind each `citation_author`, up to the next. */
const authorDetails = (metas: readonly Meta[]): Pick<Person, 'orcid' | 'affiliations'>[] => {
  const details: { orcid: string | null; affiliations: string[] }[] = []
  for (const [name, value] of metas) {
    if (name === 'citation_author') details.push({ orcid: null, affiliations: [] })
    const last = details.at(-1)
    if (last === undefined) continue
    if (name === 'citation_author_orcid') last.orcid = value
    if (name === 'citation_author_institution') last.affiliations.push(value)
  }
  return details
}

/** The fields that the metadata of a page names, and its names that no field uses. */
const metadataFields = (
  metas: readonly Meta[],
  addresses: readonly string[],
): { fields: Record<string, unknown>; unmapped: string[] } => {
  const taken = new Set<string>()
  const values = new Map<string, string[]>()
  for (const [name, value] of metas) {
    const known = values.get(name)
    if (known === undefined) values.set(name, [value])
    else known.push(value)
  }
  const all = (...names: readonly string[]): string[] => {
    for (const name of names) taken.add(name)
    const named = names.find((name) => values.has(name))
    return named === undefined ? [] : (values.get(named) ?? [])
  }
  const one = (...names: readonly string[]): string | null => all(...names)[0] ?? null
  const identifiers = all('dc.identifier', 'dcterms.identifier', 'dc.identifier.doi')
  const doi = [...all('citation_doi', 'prism.doi'), ...identifiers].map(bareDoi).find((text) => DOI.test(text)) ?? null
  const arxivId = bareArxivId(one('citation_arxiv_id')) ?? bareArxivId(doi)
  const [first, last] = [one('citation_firstpage', 'prism.startingpage'), one('citation_lastpage', 'prism.endingpage')]
  const journal = one('citation_journal_title')
  const meeting = one('citation_conference_title', 'citation_conference')
  const book = one('citation_inbook_title', 'citation_book_title')
  const [school, institute] = [
    one('citation_dissertation_institution'),
    one('citation_technical_report_institution', 'citation_technical_report_number'),
  ]
  const container = journal ?? meeting ?? book ?? one('prism.publicationname')
  const kinds: [string | null, string][] = [
    [school, 'thesis'],
    [institute, 'report'],
    [meeting, 'conference-paper'],
    [journal, PREPRINTS.test(journal ?? '') ? 'preprint' : 'journal-article'],
    [book, 'chapter'],
  ]
  const dates = ['citation_publication_date', 'citation_date', 'citation_cover_date', 'prism.publicationdate']
  const coreDates = ['dcterms.issued', 'dc.date.issued', 'dc.issued', 'dc.date', 'dcterms.date', 'dc.date.created']
  const details = authorDetails(metas)
  const people = all('citation_author', 'dc.creator', 'dcterms.creator', 'dc.contributor.author')
  const names = people.length > 0 ? people : all('citation_authors').flatMap((names) => names.split(/\s*;\s*/u))
  const rights = [
    ...all('dc.rights', 'dcterms.rights'),
    ...all('dcterms.license', 'dc.rights.uri'),
    ...all('citation_license'),
  ]
  const texts = one('citation_abstract', 'dcterms.abstract', 'dc.description.abstract', 'dc.description')
  const title = withoutMarkup(one('citation_title', 'dc.title', 'dcterms.title') ?? '')
  const fields = paperFields({
    title: arxivId === null ? title : texText(title),
    people: names.map((name, index): Person => ({
      ...invertedName(oneLine(arxivId === null ? name : texName(name))),
      ...details[index],
    })),
    date:
      [...dates, ...coreDates, 'citation_online_date', 'citation_year']
        .map((name) => parseLooseDate(one(name) ?? ''))
        .find((date) => date !== null) ?? null,
    doi,
    arxivId,
    url: [...addresses, ...all('citation_abstract_html_url', 'citation_public_url'), ...identifiers].find(isAddress),
    storageUrl: all('citation_pdf_url').find(isAddress) ?? null,
    abstract: plainAbstract(texts ?? ''),
    container,
    volume: one('citation_volume', 'prism.volume'),
    issue: one('citation_issue', 'prism.number'),
    pages: first === null || last === null || first === last ? first : `${first}-${last}`,
    publisher: one('citation_publisher', 'dc.publisher', 'dcterms.publisher'),
    institution: school ?? institute ?? one('citation_author_institution'),
    kind: kinds.find(([source]) => source !== null)?.[1] ?? null,
    license: rights.find(isAddress) ?? rights[0] ?? null,
    topics: all('citation_keywords', 'citation_keyword', 'dc.subject', 'dcterms.subject').flatMap((words) =>
      words.split(/[;,]/u),
    ),
  })
  return { fields, unmapped: [...values.keys()].filter((name) => !taken.has(name) && !BOOKKEEPING.test(name)) }
}

/** Letters and digits, by which the title of a page and that of its data are compared. */
const letters = (title: unknown): string =>
  (typeof title === 'string' ? title : '').toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '')

/** What the page says in its own metadata, with what only its JSON-LD says. */
const joined = (own: Record<string, unknown>, described: Record<string, unknown>): Record<string, unknown> => {
  const { authors: _authors, authorNames, date, year: _year, ...further } = described
  const isSameYear = typeof date === 'string' && date.startsWith(String(own.year))
  const people = own.authors === undefined ? { authors: described.authors, authorNames } : {}
  const day = own.year === undefined ? { year: described.year, date } : isSameYear ? { date } : {}
  const whole = { ...further, ...people, ...day, ...own }
  return Object.fromEntries(Object.entries(whole).filter(([, value]) => value !== undefined))
}

/** Collects the metadata of a page: `<meta>` elements about a work, its address, and JSON-LD. */
export const workMetadata = (): PageListener & { length: () => number; records: () => ReadRecord[] } => {
  const metas: Meta[] = []
  const scripts: string[][] = []
  const addresses: string[] = []
  let isScript = false
  let length = 0
  const addAddress = (address: string | undefined): void => {
    if (address !== undefined && addresses.length < 2) addresses.push(address)
  }
  const addMeta = ({ name, property, content = '' }: Record<string, string>): void => {
    const known = plainName(name ?? property ?? '')
    const value = content.trim()
    if (known === 'og:url') addAddress(value)
    if (!OF_WORKS.test(known) || value === '') return
    length += known.length + value.length
    metas.push([known, value])
  }
  const open = ({ name, attributes }: OpenedElement): void => {
    if (name === 'meta') addMeta(attributes)
    else if (name === 'link' && attributes.rel?.toLowerCase() === 'canonical') addAddress(attributes.href)
    else if (name === 'script' && attributes.type?.trim().toLowerCase() === 'application/ld+json') {
      isScript = true
      scripts.push([])
    }
  }
  const describedWorks = (): ImportedRecord[] =>
    scripts.flatMap((pieces) => {
      const text = pieces.join('')
      const reader = jsonReader(text, null)
      return [...reader.push(text), ...reader.end()].flatMap((record) =>
        'fields' in record && record.format === 'schema-org' ? [record] : [],
      )
    })
  return {
    open,
    text(text) {
      if (!isScript) return
      length += text.length
      scripts.at(-1)?.push(text)
    },
    close(name) {
      if (name === 'script') isScript = false
    },
    length: () => length,
    records() {
      const own = metadataFields(metas, addresses)
      const works = describedWorks()
      if (own.fields.title === undefined)
        return works.map((work, index) => ({
          ...work,
          position: works.length > 1 ? `work ${index + 1}` : 'the whole',
        }))
      const same = works.find(({ fields }) => letters(fields.title) === letters(own.fields.title))
      const fields = same === undefined ? own.fields : joined(own.fields, same.fields)
      const source = metas.map(([name, value]) => `${name}: ${value}`)
      return [
        {
          format: 'web-page',
          position: 'the whole',
          recordId: addresses.find(isAddress) ?? (typeof fields.doi === 'string' ? fields.doi : null),
          fields,
          unmapped: [...own.unmapped, ...(same?.unmapped ?? [])],
          source: [...source, ...(same === undefined ? [] : [same.source])].join('\n'),
        },
      ]
    },
  }
}
