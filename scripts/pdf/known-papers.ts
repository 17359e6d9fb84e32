import { readdirSync, readFileSync } from 'node:fs'

/** Papers whose text is known, as pages to be printed: made of titles, names and abstracts of the starter corpus. */

type StarterPaper = { title: string; authors: string[]; year: number; abstract?: string }

export type KnownPaper = {
  name: string
  title: string
  authors: string[]
  year: number
  /** Headings, paragraphs and references in reading order: what a reader of the PDF should find. */
  text: string
  html: string
  /** What the browser prints around the text of each page; null for none. */
  header: string | null
  footer: string | null
  format: 'Letter' | 'A4'
}

const FOLDER = new URL('../../starter/papers/', import.meta.url)

const starter = (): StarterPaper[] =>
  readdirSync(FOLDER).flatMap((name) =>
    readFileSync(new URL(name, FOLDER), 'utf8')
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line) as StarterPaper),
  )

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

/** Places at which a browser may break a word: after a vowel before a consonant and another letter. */
const hyphenated = (text: string): string =>
  escaped(text).replaceAll(/(?<=[a-z]{2}[aeiou])(?=[bcdfghklmnprstvw][a-z]{2})/gu, '\u00ad')

const SECTIONS = ['Introduction', 'Related Work', 'Method', 'Experiments', 'Discussion', 'Conclusion']
const PARAGRAPHS = 3
const REFERENCES = 8

type Look = {
  columns: 1 | 2
  isHyphenated: boolean
  hasNotes: boolean
  hasHeader: boolean
  isNumbered: boolean
  isIndented: boolean
  format: KnownPaper['format']
  size: number
}

const looks: readonly Look[] = Array.from({ length: 24 }, (_, index) => ({
  columns: index % 2 === 0 ? 2 : 1,
  isHyphenated: index % 3 !== 0,
  hasNotes: index % 4 < 2,
  hasHeader: index % 5 < 3,
  isNumbered: index % 7 < 5,
  isIndented: index % 6 < 3,
  format: index % 8 < 4 ? 'Letter' : 'A4',
  size: 9 + (index % 3),
}))

const styleOf = ({ columns, isIndented, size }: Look): string => `
  body { font: ${size}pt/1.25 serif; margin: 0; text-align: justify }
  h1 { font-size: ${size + 7}pt; text-align: center; margin: 0 8% 8pt }
  .authors, .places { text-align: center; margin: 0 0 4pt }
  .authors { font-size: ${size + 2}pt }
  .places { font-style: italic; margin-bottom: 14pt }
  .text { columns: ${columns}; column-gap: 20pt }
  h2 { font-size: ${size + 2}pt; margin: 12pt 0 5pt; text-align: left; break-after: avoid }
  p { margin: 0 0 ${isIndented ? '0; text-indent: 1.4em' : '6pt'}; orphans: 2; widows: 2 }
  h2 + p { text-indent: 0 }
  .note { font-size: ${size - 2}pt; margin: 6pt 0; text-indent: 0 }
  .figure { border: 1pt solid; height: 70pt; margin: 8pt 0 3pt }
  .caption { font-size: ${size - 1}pt; margin: 0 0 8pt; text-indent: 0 }
  .references p { text-indent: -1.2em; padding-left: 1.2em; margin: 0 0 3pt; font-size: ${size - 1}pt }`

const bar = (inner: string): string =>
  `<div style="font-size:8pt;width:100%;text-align:center;font-family:serif">${inner}</div>`

/** A paper with a text of its own, which is put together from the abstracts of the others. */
const knownPaper = (papers: readonly StarterPaper[], index: number, look: Look): KnownPaper => {
  const { title, authors, year, abstract = '' } = papers[index * 5] ?? { title: '', authors: [], year: 0 }
  const others = papers.filter((paper) => paper.title !== title && (paper.abstract ?? '').length > 300)
  let at = index * 17
  const next = (): StarterPaper => others[(at += 1) % others.length] ?? { title: '', authors: [], year: 0 }
  const say = (text: string): string => (look.isHyphenated ? hyphenated(text) : escaped(text))
  const text: string[] = ['Abstract', abstract]
  const blocks: string[] = ['<h2>Abstract</h2>', `<p>${say(abstract)}</p>`]
  for (const [number, section] of SECTIONS.entries()) {
    const heading = look.isNumbered ? `${number + 1} ${section}` : section
    text.push(heading)
    blocks.push(`<h2>${heading}</h2>`)
    for (let count = 0; count < PARAGRAPHS; count += 1) {
      const paragraph = next().abstract ?? ''
      text.push(paragraph)
      blocks.push(`<p>${say(paragraph)}</p>`)
    }
    if (!look.hasNotes || number % 2 === 1) continue
    const [note, caption] = [`${number + 1} See also ${next().title}.`, `Figure ${number + 1}: ${next().title}.`]
    text.push(note, caption)
    blocks.push(
      `<p class="note">${escaped(note)}</p>`,
      `<div class="figure"></div><p class="caption">${escaped(caption)}</p>`,
    )
  }
  const references = Array.from({ length: REFERENCES }, (_, number) => {
    const cited = next()
    return `[${number + 1}] ${cited.authors.slice(0, 3).join(', ')}. ${cited.title}. ${cited.year}.`
  })
  text.push('References', ...references)
  blocks.push(
    `<h2>References</h2><div class="references">${references.map((entry) => `<p>${escaped(entry)}</p>`).join('')}</div>`,
  )
  return {
    name: `known-${index + 1}`,
    title,
    authors,
    year,
    text: text.join('\n\n'),
    html: `<!doctype html><html lang="en"><meta charset="utf-8"><style>${styleOf(look)}</style>
      <h1>${escaped(title)}</h1><p class="authors">${escaped(authors.join(', '))}</p>
      <p class="places">Institute for Plans, University of Somewhere, ${year}</p><div class="text">${blocks.join('\n')}</div></html>`,
    header: look.hasHeader ? bar(`Journal of Long Plans, Vol. ${index + 1} (${year})`) : null,
    footer: look.hasHeader || index % 2 === 0 ? bar('<span class="pageNumber"></span>') : null,
    format: look.format,
  }
}

export const knownPapers = (): KnownPaper[] => {
  const papers = starter().filter(({ authors, abstract }) => authors.length > 0 && abstract !== undefined)
  return looks.map((look, index) => knownPaper(papers, index, look))
}
