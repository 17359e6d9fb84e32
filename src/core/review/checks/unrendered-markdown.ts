import type { PaperWithText } from '#core/papers/paper.ts'
import { markdownBoundExceeded } from '#core/text/markdown-bounds.ts'
import { splitSections } from '#core/text/split-sections.ts'
import { finding, type Finding } from './finding.ts'

const WEIGHT = 15

/** Markdown that readers will see as plain text, because it is beyond the bounds of the renderer. */
export const unrenderedMarkdown = ({ commentary, fullText }: PaperWithText): Finding[] => {
  const found: Finding[] = []
  const reason = commentary === null ? null : markdownBoundExceeded(commentary)
  if (reason !== null)
    found.push(finding('markdown', 'commentary', WEIGHT, `Readers see the commentary as plain text: it ${reason}.`))
  const { format, sections } = splitSections(fullText ?? '')
  const plain = format === 'plain' ? 0 : sections.filter(({ body }) => markdownBoundExceeded(body) !== null).length
  if (plain > 0) {
    const which = plain === 1 ? '1 section' : `${plain} sections`
    found.push(finding('markdown', 'fullText', WEIGHT, `Readers may see ${which} of the full text as plain text.`))
  }
  return found
}
