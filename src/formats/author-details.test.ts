import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ReadRecord } from '#core/imports/imported-record.ts'
import { checkRecord } from '#imports/check-record.ts'
import { openContent } from './open-content.ts'
import { readRecords } from './read-records.ts'

const ADA = '0000-0002-1825-0097'
const BEN = '0000-0002-1694-233X'
const WRONG = '0000-0002-1825-0098'

async function* whole(text: string): AsyncGenerator<Buffer> {
  yield Buffer.from(text)
}

/** What is stored of the first record: a line for each author with details, and the open-access link; and what was dropped. */
const read = async (text: string): Promise<{ authors: string[]; open: unknown; dropped: string[] }> => {
  const all: ReadRecord[] = []
  for await (const { records } of readRecords(await openContent(whole(text)), null)) all.push(...records)
  const [record] = all
  assert.ok(record !== undefined)
  const checked = checkRecord(record, { place: 'x', now: new Date('2026-11-20T10:00:00Z'), onlyOf: null })
  assert.ok('paper' in checked, JSON.stringify(checked))
  const { authorDetails, openAccess } = checked.paper
  const authors = authorDetails.map(
    ({ position, name, orcid, affiliations }) => `${position} ${name}: ${[orcid ?? '-', ...affiliations].join(' | ')}`,
  )
  return { authors, open: openAccess, dropped: checked.source.unmapped }
}

const both = [`1 Ada Example: ${ADA} | Example University | Second Lab`, `2 Ben Sample: ${BEN}`]

const records: Record<string, string> = {
  crossref: JSON.stringify({
    DOI: '10.1000/one',
    type: 'journal-article',
    title: ['Plans that Last'],
    issued: { 'date-parts': [[2024]] },
    prefix: '10.1000',
    author: [
      {
        given: 'Ada',
        family: 'Example',
        ORCID: `http://orcid.org/${ADA}`,
        'authenticated-orcid': false,
        sequence: 'first',
        affiliation: [{ name: 'Example University' }, { name: 'Second Lab' }],
      },
      { given: 'Ben', family: 'Sample', ORCID: `https://orcid.org/${BEN}`, sequence: 'additional', affiliation: [] },
    ],
  }),
  datacite: JSON.stringify({
    data: {
      id: '10.1000/one',
      type: 'dois',
      attributes: {
        doi: '10.1000/one',
        titles: [{ title: 'Plans that Last' }],
        publicationYear: 2024,
        types: { resourceTypeGeneral: 'Preprint' },
        creators: [
          {
            name: 'Example, Ada',
            givenName: 'Ada',
            familyName: 'Example',
            nameIdentifiers: [
              { nameIdentifier: 'https://isni.org/isni/1', nameIdentifierScheme: 'ISNI' },
              { nameIdentifier: `https://orcid.org/${ADA}`, nameIdentifierScheme: 'ORCID' },
            ],
            affiliation: ['Example University', { name: 'Second Lab' }],
          },
          {
            name: 'Sample, Ben',
            nameIdentifiers: [{ nameIdentifier: BEN, nameIdentifierScheme: 'ORCID' }],
            affiliation: [],
          },
        ],
      },
    },
  }),
  'csl-json': JSON.stringify([
    {
      id: 'a',
      type: 'article-journal',
      title: 'Plans that Last',
      issued: { 'date-parts': [[2024]] },
      author: [
        {
          given: 'Ada',
          family: 'Example',
          ORCID: `http://orcid.org/${ADA}`,
          affiliation: [{ name: 'Example University' }, { name: 'Second Lab' }],
        },
        { given: 'Ben', family: 'Sample', _orcid: BEN },
      ],
    },
  ]),
  pubmed: `<PubmedArticleSet><PubmedArticle><MedlineCitation><PMID>1</PMID><Article><Journal><JournalIssue><PubDate><Year>2024</Year></PubDate></JournalIssue><Title>J</Title></Journal>
<ArticleTitle>Plans that Last.</ArticleTitle><AuthorList CompleteYN="Y"><Author ValidYN="Y"><LastName>Example</LastName><ForeName>Ada</ForeName><Identifier Source="ORCID">${ADA}</Identifier>
<AffiliationInfo><Affiliation>Example University</Affiliation></AffiliationInfo><AffiliationInfo><Affiliation>Second Lab</Affiliation></AffiliationInfo></Author>
<Author><LastName>Sample</LastName><ForeName>Ben</ForeName><Identifier Source="ORCID">http://orcid.org/${BEN}</Identifier></Author></AuthorList></Article></MedlineCitation></PubmedArticle></PubmedArticleSet>`,
  jats: `<article article-type="research-article"><front><journal-meta><journal-title-group><journal-title>J</journal-title></journal-title-group></journal-meta><article-meta>
<title-group><article-title>Plans that Last</article-title></title-group><contrib-group><contrib contrib-type="author"><contrib-id contrib-id-type="orcid">https://orcid.org/${ADA}</contrib-id>
<name><surname>Example</surname><given-names>Ada</given-names></name><xref ref-type="aff" rid="a1 a2"><sup>1</sup></xref></contrib>
<contrib contrib-type="author"><contrib-id contrib-id-type="orcid">${BEN}</contrib-id><name><surname>Sample</surname><given-names>Ben</given-names></name></contrib>
<aff id="a1"><label>1</label>Example University</aff></contrib-group><aff id="a2"><label>2</label><institution-wrap><institution-id institution-id-type="ror">x</institution-id><institution>Second Lab</institution></institution-wrap></aff>
<pub-date><year>2024</year></pub-date></article-meta></front></article>`,
  tei: `<TEI xmlns="http://www.tei-c.org/ns/1.0"><teiHeader><fileDesc><titleStmt><title>Plans that Last</title></titleStmt><publicationStmt><date when="2024"/></publicationStmt><sourceDesc><biblStruct><analytic>
<author><persName><forename type="first">Ada</forename><surname>Example</surname></persName><idno type="ORCID">${ADA}</idno><affiliation><orgName type="department">Dept</orgName><orgName type="institution">Example University</orgName></affiliation><affiliation><orgName>Second Lab</orgName></affiliation></author>
<author><persName><forename type="first">Ben</forename><surname>Sample</surname></persName><idno type="ORCID">${BEN}</idno></author></analytic><monogr/></biblStruct></sourceDesc></fileDesc></teiHeader></TEI>`,
  marcxml: `<record xmlns="http://www.loc.gov/MARC21/slim"><leader>00000naa a2200000 i 4500</leader><controlfield tag="001">1</controlfield>
<datafield tag="100" ind1="1" ind2=" "><subfield code="a">Example, Ada,</subfield><subfield code="u">Example University</subfield><subfield code="u">Second Lab</subfield><subfield code="0">(DE-588)1</subfield><subfield code="1">https://orcid.org/${ADA}</subfield></datafield>
<datafield tag="245" ind1="1" ind2="0"><subfield code="a">Plans that Last</subfield></datafield><datafield tag="264" ind1=" " ind2="1"><subfield code="c">2024</subfield></datafield>
<datafield tag="700" ind1="1" ind2=" "><subfield code="a">Sample, Ben</subfield><subfield code="0">(orcid)${BEN}</subfield></datafield></record>`,
  'a web page': `<!doctype html><html><head><meta name="citation_title" content="Plans that Last"><meta name="citation_publication_date" content="2024">
<meta name="citation_author" content="Example, Ada"><meta name="citation_author_institution" content="Example University"><meta name="citation_author_institution" content="Second Lab"><meta name="citation_author_orcid" content="https://orcid.org/${ADA}">
<meta name="citation_author" content="Sample, Ben"><meta name="citation_author_orcid" content="${BEN}"></head></html>`,
  mods: `<mods xmlns="http://www.loc.gov/mods/v3"><titleInfo><title>Plans that Last</title></titleInfo><originInfo><dateIssued>2024</dateIssued></originInfo>
<name type="personal"><namePart type="given">Ada</namePart><namePart type="family">Example</namePart><nameIdentifier type="orcid">https://orcid.org/${ADA}</nameIdentifier><affiliation>Example University</affiliation><affiliation>Second Lab</affiliation><role><roleTerm>aut</roleTerm></role></name>
<name type="personal"><namePart type="given">Ben</namePart><namePart type="family">Sample</namePart><nameIdentifier type="ORCID">${BEN}</nameIdentifier></name></mods>`,
}

for (const [format, text] of Object.entries(records))
  test(`${format}: ORCID iDs and affiliations stay with their authors`, async () => {
    assert.deepEqual((await read(text)).authors, both)
  })

const oneWork = {
  title: 'Plans that Last',
  publication_year: 2024,
  type: 'article',
  ids: {},
  id: 'https://openalex.org/W1',
}

test('OpenAlex: authors, institutions or what is printed, and where a work can be read for free', async () => {
  const work = {
    ...oneWork,
    authorships: [
      {
        author: { display_name: 'Ada Example', orcid: `https://orcid.org/${ADA}` },
        institutions: [{ display_name: 'Example University' }],
        raw_affiliation_strings: ['Dept. of Examples, Example University'],
      },
      {
        author: { display_name: 'Ben Sample', orcid: null },
        institutions: [],
        raw_affiliation_strings: ['A Lab, Sampleton'],
      },
    ],
    open_access: { is_oa: true, oa_status: 'green', oa_url: 'https://repository.example.org/1' },
    best_oa_location: {
      pdf_url: 'https://repository.example.org/1.pdf',
      source: { display_name: 'Example Repository' },
    },
  }
  const { authors, open } = await read(JSON.stringify({ meta: {}, results: [work] }))
  assert.deepEqual(authors, [`1 Ada Example: ${ADA} | Example University`, '2 Ben Sample: - | A Lab, Sampleton'])
  assert.deepEqual(open, { url: 'https://repository.example.org/1.pdf', source: 'Example Repository' })
  const closed = { ...work, open_access: { is_oa: false, oa_url: 'https://x.example.org/' }, best_oa_location: null }
  assert.equal((await read(JSON.stringify({ meta: {}, results: [closed] }))).open, null)
})

test('Semantic Scholar: affiliations and the link to an open PDF', async () => {
  const paper = {
    paperId: 'a',
    title: 'Plans that Last',
    year: 2024,
    authors: [
      { authorId: '1', name: 'Ada Example', affiliations: ['Example University'], externalIds: { ORCID: ADA } },
    ],
    openAccessPdf: { url: 'https://example.org/1.pdf', status: 'GREEN' },
  }
  const { authors, open } = await read(JSON.stringify(paper))
  assert.deepEqual(authors, [`1 Ada Example: ${ADA} | Example University`])
  assert.deepEqual(open, { url: 'https://example.org/1.pdf', source: 'Semantic Scholar' })
})

const entry = (field: string): string =>
  `@article{a, author = {Example, Ada and Sample, Ben}, title = {Plans that Last}, year = 2024, ${field}}`

test('BibTeX: iDs by place, as BibLaTeX annotates names, or by name, as the Web of Science lists them', async () => {
  const expected = [`1 Ada Example: ${ADA}`, `2 Ben Sample: ${BEN}`]
  assert.deepEqual((await read(entry(`author+an:orcid = {1="${ADA}"; 2="${BEN}"}`))).authors, expected)
  assert.deepEqual(
    (await read(entry(`orcid-numbers = {Sample, Ben/${BEN}\n   Example, Ada/${ADA}}`))).authors,
    expected,
  )
})

test('a wrong iD is dropped and named; the author, the affiliation and the record stay', async () => {
  const { authors, dropped } = await read((records.crossref ?? '').replace(ADA, WRONG))
  assert.deepEqual(authors, ['1 Ada Example: - | Example University | Second Lab', both[1]])
  assert.deepEqual(dropped, [`ORCID (http://orcid.org/${WRONG} has a wrong check digit or form)`])
})

/** A work of Crossref. */
const work = (authors: object[]): string =>
  JSON.stringify({
    DOI: '10.1000/one',
    prefix: '10.1000',
    title: ['T'],
    type: 'journal-article',
    issued: { 'date-parts': [[2024]] },
    author: authors,
  })

const places = (count: number, length: number) =>
  Array.from({ length: count }, (_, index) => ({ name: `${index} ${'x'.repeat(length)}`.slice(0, length) }))

test('affiliations are bounded in number, length and together', async () => {
  const [many] = (await read(work([{ family: 'Example', given: 'Ada', affiliation: places(50, 20) }]))).authors
  assert.equal(many?.split(' | ').length, 11)
  assert.deepEqual((await read(work([{ family: 'Example', given: 'Ada', affiliation: places(1, 501) }]))).authors, [])
  const long = Array.from({ length: 100 }, (_, index) => ({
    family: `F${index}`,
    given: 'A',
    affiliation: places(10, 500),
  }))
  const { authors, dropped } = await read(work(long))
  assert.deepEqual([authors.length, dropped], [40, []])
})
