import { finishRenderedText } from '#actions/editorial/finish-rendered-text.ts'
import { keepRenderedPart } from '#actions/editorial/keep-rendered-part.ts'
import type { RunAction } from '#actions/run-action.ts'
import { markdownOf, textParts } from '#core/passages/text-parts.ts'
import { splitSections } from '#core/text/split-sections.ts'
import type { MarkdownRenderer } from '#ports/markdown-renderer.ts'
import type { RenderedTextReader } from '#ports/store/renderings.ts'
import type { Job } from './run-jobs.ts'

type Ports = { run: RunAction; renderedTexts: RenderedTextReader; markdown: MarkdownRenderer }

/**
 * Renders full texts that became public, came with an older version of the program or with a copy: one text a round, and
 * of it one part after another, so that no more than a part is ever held. Until it is done, a page renders its own part.
 */
export const renderFullTextsJob = ({ run, renderedTexts, markdown }: Ports): Job => ({
  name: 'render-full-texts',
  everySeconds: 1,
  run: async (signal) => {
    const renderer = markdown.version
    const stored = await renderedTexts.outdatedText(renderer)
    if (stored === null || signal.aborted) return { more: false }
    const { format, sections } = splitSections(stored.text)
    const parts = format === 'markdown' ? textParts({ format, sections }) : []
    for (const [index, pieces] of parts.entries()) {
      if (signal.aborted) return { more: false }
      const markups = await markdown.render(markdownOf({ format, sections: pieces }))
      await run(keepRenderedPart, { of: stored, part: { part: index + 1, markups }, renderer })
    }
    await run(finishRenderedText, { of: stored, renderer })
    return { more: true }
  },
})
