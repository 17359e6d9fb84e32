import { SUBJECTS } from '../../test/support/sources.ts'

/** Generated records in each format, as many as fit into a body. */

const MEBIBYTE = 1_048_576

type Format = {
  name: string
  type: string
  head: string
  tail: string
  between: string
  record: (number: number) => string
}

/** Words unique to a number, so that titles of different works are dissimilar. */
const nameOf = (number: number): string => (number * 7_919).toString(36).replaceAll(/\d/gu, 'x')
const titleOf = (number: number): string =>
  `${nameOf(number)} ${SUBJECTS[number % SUBJECTS.length]} and ${nameOf(number + 50)} ${SUBJECTS[(number >> 3) % SUBJECTS.length]} at work`
const ABSTRACT =
  'We study how agents plan for days, keep what they learned and go on after failures of every kind. '.repeat(40)
const doiOf = (name: string, number: number): string => `10.1000/${name}.${number}`

/** The last five digits are the number within its month; larger numbers go to another month. */
const arxivIdOf = (number: number): string => {
  const months = Math.floor(number / 100_000)
  const year = 10 + Math.floor(months / 12)
  return `${year}${String((months % 12) + 1).padStart(2, '0')}.${String(number % 100_000).padStart(5, '0')}`
}

const json = (value: unknown): string => JSON.stringify(value)

const oaiList = {
  type: 'application/xml',
  head: '<?xml version="1.0"?><OAI-PMH xmlns="http://www.openarchives.org/OAI/2.0/"><ListRecords>',
  tail: '</ListRecords></OAI-PMH>',
  between: '\n',
}
const jsonList = { type: 'application/json', head: '[', tail: ']', between: ',' }

const formats: readonly Format[] = [
  {
    name: 'arxiv-atom',
    type: 'application/atom+xml',
    head: '<?xml version="1.0"?><feed xmlns="http://www.w3.org/2005/Atom">',
    tail: '</feed>',
    between: '\n',
    record: (number) =>
      `<entry><id>http://arxiv.org/abs/${arxivIdOf(number)}v1</id><published>2026-01-02T12:00:00Z</published><title>${titleOf(number)}</title><summary>${ABSTRACT}</summary><author><name>Ada Atom${number}</name></author></entry>`,
  },
  {
    name: 'oai-pmh',
    ...oaiList,
    record: (number) =>
      `<record><header><identifier>oai:x:${number}</identifier></header><metadata><oai_dc:dc xmlns:oai_dc="http://www.openarchives.org/OAI/2.0/oai_dc/" xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title>${titleOf(number)}</dc:title><dc:creator>Oai${number}, Ada</dc:creator><dc:date>2024-05-01</dc:date><dc:description>${ABSTRACT}</dc:description><dc:identifier>https://doi.org/${doiOf('oai', number)}</dc:identifier></oai_dc:dc></metadata></record>`,
  },
  {
    name: 'oai-pmh, arXiv',
    ...oaiList,
    record: (number) =>
      `<record><header><identifier>oai:arXiv.org:${number}</identifier></header><metadata><arXiv xmlns="http://arxiv.org/OAI/arXiv/"><id>${arxivIdOf(number)}</id><created>2026-01-02</created><authors><author><keyname>Arxiv${number}</keyname><forenames>Ada</forenames></author></authors><title>${titleOf(number)}</title><categories>cs.AI</categories><abstract>${ABSTRACT}</abstract></arXiv></metadata></record>`,
  },
  {
    name: 'oai-pmh, arXivRaw',
    ...oaiList,
    record: (number) =>
      `<record><header><identifier>oai:arXiv.org:${number}</identifier></header><metadata><arXivRaw xmlns="http://arxiv.org/OAI/arXivRaw/"><id>${arxivIdOf(number)}</id><version version="v1"><date>Fri, 2 Jan 2026 12:00:00 GMT</date></version><title>${titleOf(number)}</title><authors>Ada Raw${number}</authors><categories>cs.AI</categories><abstract>${ABSTRACT}</abstract></arXivRaw></metadata></record>`,
  },
  {
    name: 'rss',
    type: 'application/rss+xml',
    head: '<rss version="2.0"><channel><title>A feed</title>',
    tail: '</channel></rss>',
    between: '\n',
    record: (number) =>
      `<item><guid>rss-${number}</guid><title>${titleOf(number)}</title><author>Ada Feed${number}</author><pubDate>Fri, 02 Jan 2026 12:00:00 GMT</pubDate><description>${ABSTRACT}</description></item>`,
  },
  {
    name: 'crossref',
    ...jsonList,
    record: (number) =>
      json({
        DOI: doiOf('crossref', number),
        title: [titleOf(number)],
        author: [{ given: 'Ada', family: `Crossref${number}` }],
        issued: { 'date-parts': [[2024, 5]] },
        abstract: ABSTRACT,
        type: 'journal-article',
      }),
  },
  {
    name: 'openalex',
    ...jsonList,
    record: (number) =>
      json({
        id: `https://openalex.org/W${number}`,
        doi: `https://doi.org/${doiOf('openalex', number)}`,
        title: titleOf(number),
        publication_year: 2024,
        authorships: [{ author: { display_name: `Ada Openalex${number}` } }],
        abstract_inverted_index: Object.fromEntries(
          [...new Set(ABSTRACT.split(' '))].map((word, index) => [word, [index, index + 40]]),
        ),
      }),
  },
  {
    name: 'semantic-scholar',
    ...jsonList,
    record: (number) =>
      json({
        paperId: `${number}`,
        externalIds: { DOI: doiOf('s2', number) },
        title: titleOf(number),
        year: 2024,
        authors: [{ name: `Ada Scholar${number}` }],
        abstract: ABSTRACT,
      }),
  },
  {
    name: 'csl-json',
    type: 'application/vnd.citationstyles.csl+json',
    head: '[',
    tail: ']',
    between: ',',
    record: (number) =>
      json({
        id: `c${number}`,
        type: 'article-journal',
        title: titleOf(number),
        author: [{ given: 'Ada', family: `Csl${number}` }],
        issued: { 'date-parts': [[2024]] },
        DOI: doiOf('csl', number),
        abstract: ABSTRACT,
      }),
  },
  {
    name: 'bibtex',
    type: 'application/x-bibtex',
    head: '',
    tail: '',
    between: '\n',
    record: (number) =>
      `@article{b${number}, title={${titleOf(number)}}, author={Bib${number}, Ada and G{\\"o}del, Kurt}, year=2024, doi={${doiOf('bib', number)}}, abstract={${ABSTRACT}}}`,
  },
  {
    name: 'ris',
    type: 'application/x-research-info-systems',
    head: '',
    tail: '',
    between: '\n',
    record: (number) =>
      `TY  - JOUR\nTI  - ${titleOf(number)}\nAU  - Ris${number}, Ada\nPY  - 2024\nDO  - ${doiOf('ris', number)}\nAB  - ${ABSTRACT}\nER  - \n`,
  },
  {
    name: 'csv',
    type: 'text/csv',
    head: 'title,authors,year,doi,abstract\n',
    tail: '\n',
    between: '\n',
    record: (number) => `${titleOf(number)},Ada Csv${number},2024,${doiOf('csv', number)},"${ABSTRACT}"`,
  },
  {
    name: 'identifiers',
    type: 'text/plain',
    head: '',
    tail: '\n',
    between: '\n',
    record: (number) => doiOf('list', number),
  },
  {
    name: 'papers',
    type: 'application/x-ndjson',
    head: '',
    tail: '\n',
    between: '\n',
    record: (number) =>
      json({
        title: titleOf(number),
        authors: [`Ada Own${number}`],
        year: 2024,
        doi: doiOf('own', number),
        abstract: ABSTRACT,
      }),
  },
]

/** The most records in one body. */
const MAX_RECORDS = 9_900
/** The distance between the titles of two bodies, so that no two are similar. */
const APART = 100_000

const bodyOf = ({ head, tail, between, record }: Format, from: number, limit: number): string => {
  const records: string[] = []
  let size = head.length + tail.length
  for (let number = from; records.length < MAX_RECORDS; number += 1) {
    const text = record(number)
    size += text.length + between.length
    if (size > limit) break
    records.push(text)
  }
  return head + records.join(between) + tail
}

export type RecordBody = { name: string; type: string; body: string }

/** A body of almost this many MiB in each format. Another `set` gives different works. */
export const recordBodies = (mebibytes: number, set = 0): RecordBody[] =>
  formats.map((format, index) => ({
    name: format.name,
    type: format.type,
    body: bodyOf(format, (index + set * formats.length) * APART, mebibytes * MEBIBYTE - 1_000),
  }))
