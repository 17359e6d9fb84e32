import { assetUrl } from '#http/pages/asset-url.ts'
import { html, type Html } from '#html.ts'
import type { Paper } from '#core/papers/paper.ts'
import { paperPath } from '#http/reader/addresses.ts'
import { alternateLinks } from '#http/reader/alternate-links.ts'
import { paperFormats } from './forms.ts'
import { citationTags } from './citation-tags.ts'
import { jsonLd } from './json-ld.ts'

const DESCRIPTION_LENGTH = 200

/** The beginning of a text in one line, cut at a word. */
export const truncate = (text: string, length = DESCRIPTION_LENGTH): string => {
  const line = text.replaceAll(/\s+/gu, ' ').trim()
  if (line.length <= length) return line
  const cut = line.slice(0, length + 1)
  const end = cut.lastIndexOf(' ')
  return `${(end > length / 2 ? cut.slice(0, end) : cut.slice(0, length)).toWellFormed()}…`
}

/** What machines read in the head of a paper's page. */
export const paperMetadata = (paper: Paper, pageUrl: string): Html => {
  const path = paperPath(paper.id)
  return html`${alternateLinks(path, paperFormats)}
    ${citationTags(paper, pageUrl).map(([name, content]) => html`<meta name="${name}" content="${content}" />\n`)}
    ${jsonLd(paper, pageUrl)}
    <script type="module" src="${assetUrl('copy.js')}"></script>`
}
