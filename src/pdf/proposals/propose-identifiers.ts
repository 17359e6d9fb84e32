import { arxivIdIn, doiIn } from '#core/papers/identifiers.ts'

const NAMED_DOI = /(?:doi\.org\/|\bdoi ?[:=]? ?(?:https?:\/\/(?:dx\.)?doi\.org\/)?)(?<doi>10\.\d{4,9}\/\S+)/iu
/** What arXiv prints before it gives an id. */
const SUBMISSION = /\bsubmit\/\d+/iu
const YEAR = /(?<![\d.])(?:19|20)\d{2}(?![\d.]\d|\d)/gu

/** A DOI that a text gives as its own: by its scheme or its address, and not as the end of a reference. */
export const proposeDoi = (texts: readonly string[]): string | null => {
  for (const text of texts) {
    const found = NAMED_DOI.exec(text)?.groups?.doi
    if (found !== undefined) return doiIn(found)
  }
  return null
}

/** The arXiv id that the margin or the edge of the first page carries. */
export const proposeArxivId = (margins: readonly string[]): string | null =>
  margins.map((text) => arxivIdIn(text.replace(SUBMISSION, ''))).find((id) => id !== null) ?? null

/** The year that an arXiv id begins with. */
const yearOfArxivId = (id: string | null): number | null => {
  const digits = /^(?:[a-z-]+\/)?(?<year>\d{2})\d{2}/u.exec(id ?? '')?.groups?.year
  if (digits === undefined) return null
  return Number(digits) + (Number(digits) > 90 ? 1900 : 2000)
}

const yearsIn = (text: string, latest: number): number[] =>
  [...text.matchAll(YEAR)].map(([year]) => Number(year)).filter((year) => year >= 1900 && year <= latest)

/** Lines in which a year is that of the paper. */
const DATED =
  /©|\(c\)|copyright|\b(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\.?\b|vol(?:ume|\.)|proceedings|conference|workshop|symposium|\bpp\.|pages|published|accepted/iu

/** Sentences name years, too. */
const isDate = (text: string): boolean => text.length < 50 || (text.length < 200 && DATED.test(text))

type Dated = {
  sideways: readonly string[]
  /** What stands around the first page, and around the title. */
  edges: readonly string[]
  front: readonly string[]
  pageLines: readonly string[]
  arxivId: string | null
  /** Date of a PDF: D:20200519234246Z. */
  created: string
  latest: number
}

/** The year: of the mark of arXiv, of what is printed around the text or below the title, else that of the file. */
export const proposeYear = ({ sideways, edges, front, pageLines, arxivId, created, latest }: Dated): number | null => {
  const marked = sideways.filter((text) => /arxiv/iu.test(text)).flatMap((text) => yearsIn(text, latest))
  const printed = edges.flatMap((text) => yearsIn(text, latest))
  const beside = front.filter(isDate).flatMap((text) => yearsIn(text, latest))
  const dated = pageLines
    .filter((text) => text.length < 160 && DATED.test(text) && !/\bet al\b|\(\d{4}\)/u.test(text))
    .flatMap((text) => yearsIn(text, latest))
  const file = /^D:(?<year>\d{4})/u.exec(created)?.groups?.year
  return (
    marked.at(-1) ??
    printed[0] ??
    yearOfArxivId(arxivId) ??
    beside[0] ??
    dated[0] ??
    (file === undefined ? null : (yearsIn(file, latest)[0] ?? null))
  )
}
