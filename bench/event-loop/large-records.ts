import type { RecordBody } from './records.ts'

/** One record of several MiB in each format that allows it: it cannot be read in smaller parts. */

const SENTENCE = 'Agents that plan for days keep what they learned — and go on after failures of every kind. '
const textOf = (mebibytes: number): string => SENTENCE.repeat((mebibytes * 1_048_576) / SENTENCE.length)
const SECTION = `## On failures\n\n${`${SENTENCE}\n`.repeat(30)}\n`
const json = (value: unknown): string => JSON.stringify(value)

/** Distinguishes the works of one round from those of another. */
const nameOf = (kind: string, set: number): string => `${kind} ${(set * 7_919).toString(36).replaceAll(/\d/gu, 'x')}`

const references = (count: number): object[] =>
  Array.from({ length: count }, (_, index) => ({
    key: `ref${index}`,
    unstructured: `Example, A., Other, B.: Study ${index}. ${SENTENCE}Press, Vienna (2024)`,
    year: '2024',
  }))

const ownPaper = (set: number): object => ({
  title: `A long paper of ${nameOf('own', set)}`,
  authors: ['Ada Own'],
  year: 2024,
})

/** In most formats the abstract is too long to be stored; full texts are nearly as long as allowed. */
export const largeRecords = (set: number): RecordBody[] => [
  {
    name: 'arxiv-atom',
    type: 'application/atom+xml',
    body: `<feed xmlns="http://www.w3.org/2005/Atom"><entry><id>http://arxiv.org/abs/2601.${String(set).padStart(5, '0')}v1</id><published>2026-01-02T12:00:00Z</published><title>A long summary of ${nameOf('atoms', set)}</title><summary>${textOf(4)}</summary><author><name>Ada Atom</name></author></entry></feed>`,
  },
  {
    name: 'rss',
    type: 'application/rss+xml',
    body: `<rss version="2.0"><channel><title>A feed</title><item><guid>item-${set}</guid><title>A long item of ${nameOf('feeds', set)}</title><author>Ada Feed</author><pubDate>Fri, 02 Jan 2026 12:00:00 GMT</pubDate><description>${textOf(4)}</description></item></channel></rss>`,
  },
  {
    name: 'oai-pmh',
    type: 'text/xml',
    body: `<OAI-PMH xmlns="http://www.openarchives.org/OAI/2.0/"><ListRecords><record><header><identifier>oai:large:${set}</identifier></header><metadata><oai_dc:dc xmlns:oai_dc="http://www.openarchives.org/OAI/2.0/oai_dc/" xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title>A long description of ${nameOf('lists', set)}</dc:title><dc:creator>Oai, Ada</dc:creator><dc:date>2024-05-01</dc:date><dc:description>${textOf(4)}</dc:description></oai_dc:dc></metadata></record></ListRecords></OAI-PMH>`,
  },
  {
    name: 'crossref',
    type: 'application/json',
    body: `[${json({ DOI: `10.1000/large.${set}`, title: [`Many references of ${nameOf('works', set)}`], author: [{ given: 'Ada', family: 'Crossref' }], issued: { 'date-parts': [[2024, 5]] }, type: 'journal-article', reference: references(20_000) })}]`,
  },
  {
    name: 'openalex',
    type: 'application/json',
    body: `[${json({ id: `https://openalex.org/W${900_000 + set}`, title: `A large index of ${nameOf('graphs', set)}`, publication_year: 2024, authorships: [{ author: { display_name: 'Ada Openalex' } }], abstract_inverted_index: Object.fromEntries(Array.from({ length: 60_000 }, (_, index) => [`word${index}`, [index, index + 60_000, index + 120_000]])) })}]`,
  },
  {
    name: 'jats with full text',
    type: 'application/xml',
    body: `<article><front><article-meta><article-id pub-id-type="doi">10.1000/jats.${set}</article-id><title-group><article-title>A long text of ${nameOf('articles', set)}</article-title></title-group><contrib-group><contrib contrib-type="author"><name><surname>Jats</surname><given-names>Ada</given-names></name></contrib></contrib-group><pub-date><year>2024</year></pub-date><permissions><license><license-p>https://creativecommons.org/licenses/by/4.0/</license-p></license></permissions></article-meta></front><body>${`<p>${SENTENCE.repeat(10)}</p>`.repeat(4_500)}</body></article>`,
  },
  {
    name: 'papers with full text',
    type: 'application/x-ndjson',
    body: `${json({ ...ownPaper(set), fullText: textOf(4) })}\n`,
  },
  {
    name: 'papers, the same with full text again',
    type: 'application/x-ndjson',
    body: `${json({ ...ownPaper(set), publisher: 'Press', fullText: textOf(3) })}\n`,
  },
  {
    name: 'papers with full text in Markdown',
    type: 'application/x-ndjson',
    body: `${json({ ...ownPaper(set), title: `Sections of ${nameOf('marks', set)}`, fullText: SECTION.repeat((4 * 1_048_576) / SECTION.length) })}\n`,
  },
]
