import { publicationKinds } from '../src/core/papers/bibliography.ts'

/** A paper as `longview ingest` reads it. */
type Made = Record<string, unknown>

/** Difficult names, words and dates with every kind of publication; the example corpus has mostly preprints. */
const variants: ((kind: string, at: number) => Made)[] = [
  () => ({ title: 'Plain words', authors: ['Ada Example', 'Ben Sample'], date: '2024-05-17' }),
  () => ({
    title: 'Particles, one name, a group & a hyphen',
    authors: ['Ludwig van Beethoven', 'Sydney Von Arx', 'Plato', 'Jean-Luc de la Fontaine', 'Example Research Group'],
    authorNames: [{ name: 'Example Research Group', family: 'Example Research Group' }],
  }),
  () => ({
    title: 'R&D at 100% of a_b costs #1: Ünïcode, “quotes”, 日本語 and α',
    authors: ['Zoë Müller', 'Søren Ångström', 'Łukasz Żak', '山田 太郎', 'Seán O’Brien'],
    abstract: 'First words, 5% of R&D_costs.\n\nA second paragraph; “quoted” — and < 3 > 2.',
    date: '2024-11',
  }),
  () => ({
    title: 'A long list: who did it',
    authors: Array.from({ length: 40 }, (_, at) => `Given${'abcdefghijklmnopqrst'[at % 20]} Family-${at}`),
    storageUrl: 'https://example.org/files/long_list-%7E1.pdf',
  }),
  (kind, at) => ({
    title: 'With all that citations have',
    authors: ['Ada Example', 'Mary Ann de Vries'],
    volume: '12',
    issue: '3',
    pages: '100-110',
    publisher: 'Example Press',
    license: 'https://creativecommons.org/licenses/by/4.0/',
    storageUrl: `https://example.org/files/${kind}.pdf`,
    ...(kind === 'preprint' ? { arxivId: `2401.0${1000 + at}` } : {}),
  }),
]

const FOR_AN_INSTITUTION = new Set(['thesis', 'report'])
const CONTAINED = new Set(['journal-article', 'conference-paper', 'chapter'])

const papers = publicationKinds.flatMap((kind, ofKind) =>
  variants.map((make, variant): Made => {
    const at = ofKind * variants.length + variant
    const made = make(kind, at)
    return {
      id: `p${900_000 + at}`,
      year: 2024,
      url: `https://example.org/papers/${at}`,
      abstract: `What a ${kind} has to say.`,
      chapter: 1 + (at % 7),
      topics: ['planning', 'memory'],
      doi: `10.1000/made.${at}`,
      kind,
      ...(CONTAINED.has(kind) ? { container: 'Journal of Examples & Tests' } : {}),
      ...(FOR_AN_INSTITUTION.has(kind) ? { institution: 'Example University' } : {}),
      ...made,
      title: `${String(made.title)} (${kind})`,
    }
  }),
)

/** Five papers of each kind of publication, a line each. */
export const madePapers = papers.map((paper) => `${JSON.stringify(paper)}\n`).join('')
