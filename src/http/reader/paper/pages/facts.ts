import { filePath } from '#core/files/held-file.ts'
import type { NamedChapter } from '#core/papers/chapter.ts'
import { html, type Html, type Renderable } from '#html.ts'
import type { Paper, PaperWithText, ResearchType } from '#core/papers/paper.ts'
import { scoreMeaning, type ScoreKind } from '#core/papers/score-meaning.ts'
import type { Millionths } from '#core/papers/score.ts'
import { safeUrl } from '#http/pages/safe-url.ts'
import { chapterLink } from '#http/reader/chapter-link.ts'
import { scoreMeter } from '#http/reader/library/pages/score-mark.ts'

/** Research types as people say them. */
const typeNames: Record<ResearchType, string> = {
  empirical: 'Empirical study',
  theoretical: 'Theory',
  benchmark: 'Benchmark',
  system: 'System',
  survey: 'Survey',
  position: 'Position paper',
  case_study: 'Case study',
  dataset: 'Dataset',
}

const fact = (name: string, value: Renderable): Html => html`<dt>${name}</dt><dd>${value}</dd>`

/** A link that leaves the library: it passes nothing on and vouches for nothing. */
const externalLink = (address: string, text: string): Html =>
  html`<a href="${address}" rel="noopener noreferrer nofollow">${text}</a>`

/** Ways from here: to the paper itself, and to what stands further down. */
export const paperLinks = ({ url, storageUrl, openFile, fullText }: PaperWithText): Html => {
  const source = safeUrl(url)
  const pdf = safeUrl(storageUrl)
  return html`<ul class="onward">
    ${source !== null && html`<li>${externalLink(source, `Read at ${new URL(source).hostname.replace(/^www\./u, '')}`)}</li>`}
    ${pdf !== null && html`<li>${openFile === undefined ? externalLink(pdf, 'PDF') : html`<a href="${filePath(openFile)}" type="application/pdf">PDF</a>`}</li>`}
    ${fullText !== null && html`<li><a href="#text">Full text</a></li>`}
    <li><a href="#cite">Cite</a></li>
  </ul>`
}

/** "Journal of Agents 12 (3), 100-110": where a paper was published, as far as that is known. */
const publishedIn = ({ container, volume, issue, pages, publisher }: Paper): string | null => {
  if (container === null) return publisher
  const number = issue === null ? '' : ` (${issue})`
  const place = `${container}${volume === null ? '' : ` ${volume}`}${number}${pages === null ? '' : `, ${pages}`}`
  return publisher === null ? place : `${place}. ${publisher}`
}

const licenseText = (license: string): Renderable => {
  const address = safeUrl(license)
  return address === null ? html`<bdi>${license}</bdi>` : externalLink(address, address.replace(/^https?:\/\//u, ''))
}

/** Year, institution and the like; what is not known is left out. */
export const factList = (paper: Paper, chapters: readonly NamedChapter[]): Html => {
  const place = publishedIn(paper)
  return html`<dl class="facts">
    ${fact('Year', paper.year)}
    ${place !== null && fact('Published in', html`<bdi>${place}</bdi>`)}
    ${
      paper.institution !== null &&
      fact(
        'Institution',
        html`<a href="/?${new URLSearchParams({ institution: paper.institution }).toString()}"><bdi>${paper.institution}</bdi></a>`,
      )
    }
    ${paper.type !== null && fact('Type', typeNames[paper.type])}
    ${paper.chapter !== null && fact('Chapter', chapterLink(chapters, paper.chapter))}
    ${paper.topics.length > 0 && fact('Topics', html`<bdi>${paper.topics.join(', ')}</bdi>`)}
    ${paper.license !== null && fact('Licence', licenseText(paper.license))}
    ${fact('Number', paper.id)}
  </dl>`
}

const scoreExplanation = (name: string, kind: ScoreKind, score: Millionths | null): Html | false =>
  score !== null && html`<dt>${scoreMeter(name, score)}</dt><dd>${scoreMeaning(kind, score)}</dd>`

/** Both scores with what they say of this paper, and what the scale is. */
export const scoreList = ({ longHorizon, enterprise }: Paper, houseName: string): Html | false =>
  (longHorizon !== null || enterprise !== null) &&
  html`<section class="scores" aria-labelledby="scores">
    <h2 id="scores">Scores</h2>
    <dl>${scoreExplanation('Long horizon', 'longHorizon', longHorizon)}${scoreExplanation('Enterprise', 'enterprise', enterprise)}</dl>
    <p class="quiet">From 0 to 1, given by ${houseName}. They say what the paper studies, not how good it is.</p>
  </section>`
