import assert from 'node:assert/strict'
import { test } from 'node:test'
import { boundedReferences, CITED_BOUNDS, type CitedWork } from '#core/citations/cited-work.ts'
import type { ReadRecord, SourceFormat } from '#core/imports/imported-record.ts'
import { pdfDraft } from '#imports/read-content.ts'
import { citedWork } from './cited-work.ts'
import { openContent } from './open-content.ts'
import { readRecords } from './read-records.ts'

const read = async (content: string, given: SourceFormat): Promise<ReadRecord[]> => {
  const records: ReadRecord[] = []
  async function* bytes(): AsyncGenerator<Buffer> {
    yield Buffer.from(content)
  }
  for await (const piece of readRecords(await openContent(bytes()), given)) records.push(...piece.records)
  return records
}

const inShort = ({ doi, arxivId, openalexId, title, year, authors }: CitedWork): string =>
  [title, authors.join('; '), year, doi, arxivId, openalexId].map((fact) => fact ?? '-').join(' | ')

const referencesOf = async (content: string, given: SourceFormat): Promise<string[]> => {
  const [record] = await read(content, given)
  assert.ok(record !== undefined && 'format' in record, JSON.stringify(record))
  return (record.references ?? []).map(inShort)
}

const article = (references: string): string =>
  `<article><front><article-meta><title-group><article-title>A</article-title></title-group>
  <contrib-group><contrib><name><surname>One</surname></name></contrib></contrib-group>
  <pub-date><year>2025</year></pub-date></article-meta></front><body><p>x</p></body>
  <back><ref-list>${references}</ref-list></back></article>`

test('JATS: tagged references, two works in one, books, and text without tags', async () => {
  const found = await referencesOf(
    article(`<ref id="r1"><label>1</label><element-citation publication-type="journal">
      <person-group person-group-type="author"><name><surname>Two</surname><given-names>B</given-names></name><collab>Team</collab></person-group>
      <person-group person-group-type="editor"><name><surname>Editor</surname></name></person-group>
      <article-title>Plans of <italic>agents</italic></article-title><source>J Plans</source><year>2019</year>
      <pub-id pub-id-type="doi">10.1000/PLANS</pub-id></element-citation></ref>
    <ref id="r2"><mixed-citation>Three, C. (2020). Do agents plan? <ext-link xlink:href="https://arxiv.org/abs/2001.00001">arXiv</ext-link></mixed-citation>
      <mixed-citation publication-type="book"><string-name><surname>Four</surname>, <given-names>D.</given-names></string-name>, <source>A Book</source>, <year>2001</year></mixed-citation></ref>
    <ref id="r3"><mixed-citation><string-name><surname>Five</surname>, <given-names>E.</given-names></string-name> <year>2010</year>, <source>MNRAS</source>, <volume>407</volume>, <fpage>435</fpage></mixed-citation></ref>`),
    'jats',
  )
  assert.deepEqual(found, [
    'Plans of agents | B Two; Team | 2019 | 10.1000/plans | - | -',
    'Do agents plan? | C. Three | 2020 | - | 2001.00001 | -',
    'A Book | D. Four | 2001 | - | - | -',
    '- | E. Five | 2010 | - | - | -',
  ])
})

test('TEI: entries of the list of references, with their identifiers', async () => {
  const found = await referencesOf(
    `<TEI><teiHeader><fileDesc><titleStmt><title>A</title></titleStmt><publicationStmt><date when="2025"/></publicationStmt>
    <sourceDesc><biblStruct><analytic><author><persName><surname>One</surname></persName></author></analytic></biblStruct></sourceDesc></fileDesc></teiHeader>
    <text><back><div><listBibl>
    <biblStruct><analytic><title level="a">Plans of agents</title><author><persName><forename>B</forename><surname>Two</surname></persName></author>
      <idno type="DOI">10.1000/plans</idno><idno type="arXiv">arXiv:2001.00001[cs.AI]</idno></analytic>
      <monogr><title>Journal</title><imprint><date type="published" when="2019-03"/></imprint></monogr></biblStruct>
    <biblStruct><monogr><title>A Book</title><author><persName><surname>Four</surname></persName></author><imprint><date>2001</date></imprint></monogr></biblStruct>
    </listBibl></div></back></text></TEI>`,
    'tei',
  )
  assert.deepEqual(found, [
    'Plans of agents | B Two | 2019 | 10.1000/plans | 2001.00001 | -',
    'A Book | Four | 2001 | - | - | -',
  ])
})

test('Crossref, OpenAlex and Semantic Scholar: what each of them lists', async () => {
  const crossref = {
    DOI: '10.1000/a',
    title: ['A'],
    author: [{ family: 'One' }],
    issued: { 'date-parts': [[2025]] },
    reference: [
      { key: '1', DOI: '10.1000/PLANS', 'article-title': 'Plans of agents', author: 'Two', year: '2019' },
      { key: '2', unstructured: 'Three, C., & Four, D. (2020). Do agents plan? Journal of Plans, 3, 1–9.' },
      { key: '3', 'volume-title': 'A Book', author: 'Four', year: '2001' },
      { key: '4', 'journal-title': 'J Plans', author: 'Five', year: '2010', volume: '4', 'first-page': '435' },
      { key: '5' },
    ],
  }
  const found = await referencesOf(JSON.stringify(crossref), 'crossref')
  assert.deepEqual(found.slice(0, 3), [
    'Plans of agents | Two | 2019 | 10.1000/plans | - | -',
    'Do agents plan? | C. Three; D. Four | 2020 | - | - | -',
    'A Book | Four | 2001 | - | - | -',
  ])
  assert.equal(found.length, 5)
  const openalex = {
    id: 'https://openalex.org/W1',
    display_name: 'A',
    publication_year: 2025,
    authorships: [{ author: { display_name: 'Ada One' } }],
    referenced_works: ['https://openalex.org/W22', 'W33'],
  }
  assert.deepEqual(await referencesOf(JSON.stringify(openalex), 'openalex'), [
    '- |  | - | - | - | W22',
    '- |  | - | - | - | W33',
  ])
  const scholar = {
    paperId: 'x',
    title: 'A',
    year: 2025,
    authors: [{ name: 'Ada One' }],
    references: [
      {
        paperId: 'y',
        title: 'Plans of agents',
        year: 2019,
        authors: [{ name: 'B. Two' }],
        externalIds: { ArXiv: '2001.00001' },
      },
      { citedPaper: { title: 'Do agents plan?', externalIds: { DOI: '10.1000/PLANS' } } },
    ],
  }
  assert.deepEqual(await referencesOf(JSON.stringify(scholar), 'semantic-scholar'), [
    'Plans of agents | B. Two | 2019 | - | 2001.00001 | -',
    'Do agents plan? |  | - | 10.1000/plans | - | -',
  ])
})

test('BibTeX: references on lines or between semicolons, printed or as identifiers', async () => {
  const found = await referencesOf(
    `@article{a, title = {A}, author = {One, Ada}, year = {2025},
      references = {10.1000/plans, arXiv:2001.00001
        Three, C., \\& F{\\"o}ur, D. (2020). Do agents plan? Journal of Plans, 3, 1--9.
        Five, E. (2010). Maps of plans. Journal; Six, F. (2011). Routes of plans. Journal}}`,
    'bibtex',
  )
  assert.deepEqual(found, [
    '- |  | - | 10.1000/plans | - | -',
    '- |  | - | - | 2001.00001 | -',
    'Do agents plan? | C. Three; D. Föur | 2020 | - | - | -',
    'Maps of plans | E. Five | 2010 | - | - | -',
    'Routes of plans | F. Six | 2011 | - | - | -',
  ])
})

test('BibTeX: semicolons between authors and within titles do not divide a reference', async () => {
  const found = await referencesOf(
    `@article{a, title = {A}, author = {One, Ada}, year = {2025}, references = {
      Three, C.; Four, D. Plans of agents. Journal of Plans 2020, 3, 1--9.
      Five, E. (2010). Maps of plans; routes of robots. Journal.
      Six, F.; Seven, G. Signs of plans. Journal 2011, 3.; Eight, H. Ways of plans. Journal 2012, 4.}}`,
    'bibtex',
  )
  assert.deepEqual(found, [
    'Plans of agents | C. Three; D. Four | 2020 | - | - | -',
    'Maps of plans; routes of robots | E. Five | 2010 | - | - | -',
    'Signs of plans | F. Six; G. Seven | 2011 | - | - | -',
    'Ways of plans | H. Eight | 2012 | - | - | -',
  ])
})

test('a PDF: the entries of its list, with identifiers in them', () => {
  const proposal = {
    title: 'A',
    authors: ['Ada One'],
    year: 2025,
    arxivId: null,
    doi: null,
    abstract: null,
    license: null,
    unsure: [],
  }
  const references = [
    '[1] B. Two. Plans of agents. CoRR, abs/2001.00001, 2019.',
    '[2] C. Three. Do agents plan? doi:10.1000/Plans.',
  ]
  const info = { title: '', author: '', subject: '', created: '' }
  const { references: found = [] } = pdfDraft(
    { pages: 1, info, proposal, text: 'A', references },
    { sha256: 'x', keepsText: false },
  )
  assert.deepEqual(found.map(inShort), [
    'Plans of agents | B. Two | 2019 | - | 2001.00001 | -',
    'Do agents plan? | C. Three | - | 10.1000/plans | - | -',
  ])
})

test('what is kept of references is bounded, and one without a name of its work is left out', () => {
  const many = Array.from({ length: CITED_BOUNDS.references + 5 }, (_, index) => citedWork({ title: `Title ${index}` }))
  assert.equal(boundedReferences(many).length, CITED_BOUNDS.references)
  const long = Array.from({ length: 1_500 }, (_, index) => citedWork({ title: `${index} ${'word '.repeat(190)}` }))
  assert.ok(boundedReferences(long).length < 1_100)
  assert.deepEqual(boundedReferences([citedWork({ people: [{ name: 'A' }], year: '2020' }), citedWork({})]), [])
  const [odd] = boundedReferences([citedWork({ title: 'Plans', year: '20203', doi: '10.1000/x'.padEnd(400, 'x') })])
  assert.deepEqual([odd?.year, odd?.doi], [null, null])
})
