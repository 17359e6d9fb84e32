import type { ReadRecord } from '#core/imports/imported-record.ts'
import { oneLine, paragraphs } from '#formats/text/text.ts'
import { pubmedDate, pubmedKind, pubmedPages, pubmedTitle } from './pubmed.ts'
import { type FormatReader, invertedName, paperFields } from './record.ts'
import { taggedReader, type TaggedRecord } from './tagged-reader.ts'

/** Tags about PubMed's own record, and other forms of what is read. */
const BOOKKEEPING = new Set(
  'PMID OWN STAT DCOM LR IS ISSN AU TA PL DEP SB EDAT MHDA CRDT PHST PST JID AUID PMC PMCR COIS CI AID LID RN'.split(
    ' ',
  ),
)

const IDENTIFIER = /^(?<id>\S+)\s+\[(?<kind>\w+)\]$/u

const readNbib = ({ line, tags, source }: TaggedRecord): ReadRecord[] => {
  const taken = new Set(BOOKKEEPING)
  const all = (name: string): string[] => {
    taken.add(name)
    return (tags.get(name) ?? []).map(oneLine).filter((value) => value !== '')
  }
  const one = (name: string): string | null => all(name)[0] ?? null
  const identifierOf = (kind: string): string | null =>
    [...all('LID'), ...all('AID')]
      .map((value) => IDENTIFIER.exec(value)?.groups)
      .find((groups) => groups?.kind === kind)?.id ?? null
  const [full, short] = [all('FAU'), all('AU')]
  const recordId = one('PMID')
  const doi = identifierOf('doi')
  const kind = pubmedKind(all('PT'))
  const fields = paperFields({
    title: pubmedTitle(one('TI')),
    people: [
      ...(full.length > 0 ? full : short).map(invertedName),
      ...all('CN').map((name) => ({ name, isGroup: true })),
    ],
    date: pubmedDate(one('DP')),
    doi,
    url: doi === null && recordId !== null ? `https://pubmed.ncbi.nlm.nih.gov/${recordId}/` : null,
    abstract: paragraphs(one('AB') ?? ''),
    container: one('JT') ?? one('TA'),
    volume: one('VI'),
    issue: one('IP'),
    pages: pubmedPages(one('PG')) ?? identifierOf('pii'),
    institution: one('AD'),
    kind,
    topics: all('OT').map((word) => word.replace(/^\*/u, '')),
  })
  const unmapped = [...tags.keys()].filter((tag) => !taken.has(tag))
  const record = source.trimEnd()
  return [{ format: 'pubmed', position: `line ${line}`, recordId, fields, unmapped, source: record }]
}

/** PubMed's tagged lines (`.nbib`): a record begins with its number. */
export const nbibReader = (): FormatReader =>
  taggedReader(
    {
      tagOf: (line) => {
        const { tag, value = '' } = /^\uFEFF?(?<tag>[A-Z]{2,4}) {0,2}- ?(?<value>.*)$/u.exec(line)?.groups ?? {}
        return tag === undefined ? null : { tag, value }
      },
      first: 'PMID',
      last: null,
      continuation: (line) => (line.startsWith('      ') ? ` ${line.trim()}` : null),
    },
    readNbib,
  )
