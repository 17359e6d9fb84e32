import type { CitationSource, CitedWork } from '#core/citations/cited-work.ts'
import { parseName } from './parse-name.ts'

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

const tei = (
  works: readonly CitedWork[],
): string => `<TEI><teiHeader><fileDesc><titleStmt><title>What it cites</title></titleStmt>
  <publicationStmt><date when="2026"/></publicationStmt><sourceDesc><biblStruct><analytic><author><persName><surname>One</surname></persName></author></analytic></biblStruct></sourceDesc></fileDesc></teiHeader>
  <text><back><div><listBibl>${works
    .map(({ title, authors, year }) => {
      const people = authors.map((name) => {
        const { given, family } = parseName(name)
        const forename = given === '' ? '' : `<forename>${escaped(given)}</forename>`
        return `<author><persName>${forename}<surname>${escaped(family)}</surname></persName></author>`
      })
      return `<biblStruct><analytic><title level="a">${escaped(title ?? '')}</title>${people.join('')}</analytic><monogr><title>Journal</title><imprint><date type="published" when="${year}"/></imprint></monogr></biblStruct>`
    })
    .join('')}</listBibl></div></back></text></TEI>`

const crossref = (works: readonly CitedWork[]): string =>
  JSON.stringify({
    DOI: '10.1000/citing',
    title: ['What it cites'],
    author: [{ family: 'One' }],
    issued: { 'date-parts': [[2026]] },
    reference: works.map(({ title, authors, year, doi }, index) => ({
      key: String(index),
      'article-title': title,
      author: parseName(authors[0] ?? '').family,
      year: String(year),
      ...(index % 3 === 0 && doi !== null ? { DOI: doi } : {}),
    })),
  })

const semanticScholar = (works: readonly CitedWork[]): string =>
  JSON.stringify({
    paperId: 'x',
    title: 'What it cites',
    year: 2026,
    authors: [{ name: 'Ada One' }],
    references: works.map(({ title, authors, year }, index) => ({
      paperId: `y${index}`,
      title,
      year,
      authors: authors.map((name) => ({ name })),
    })),
  })

/** The same references as records of formats that mark their parts. */
export const structured: Record<string, { format: CitationSource; write: (works: readonly CitedWork[]) => string }> = {
  'Crossref, first authors, a DOI for a third': { format: 'crossref', write: crossref },
  'Semantic Scholar, no identifiers': { format: 'semantic-scholar', write: semanticScholar },
  'TEI, no identifiers': { format: 'tei', write: tei },
}
