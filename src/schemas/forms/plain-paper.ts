import type { PaperWithText } from '#core/papers/paper.ts'
import { plainCitation } from '#schemas/citation/plain-citation.ts'
import { referenceOf } from '#schemas/citation/reference.ts'

/** A paper as nothing but text: how to cite it, its abstract, its full text. */
export const plainPaper = (paper: PaperWithText, pageUrl: string): string =>
  [plainCitation(referenceOf(paper, pageUrl)), paper.abstract, paper.fullText]
    .flatMap((text) => (text === null ? [] : [`${text.trim()}\n`]))
    .join('\n')
