import { setImmediate as nextTurn } from 'node:timers/promises'
import type { ActionContext, RunAction } from '#actions/run-action.ts'
import type { MarkdownRenderer } from '#ports/markdown-renderer.ts'
import type { RenderedText, RenderedTextReader, RenderingReader } from '#ports/store/renderings.ts'
import { renderSubjects } from '#queries/rendered-texts.ts'
import type { Job } from './run-jobs.ts'
import type { MarkdownMarkup } from '#core/text/markdown.ts'
import { markdownOf, textPartsInSteps } from '#core/passages/text-parts.ts'
import { splitSectionsInSteps } from '#core/text/split-sections.ts'
import { doStepsApart } from '#core/steps.ts'

type TextPorts = { run: RunAction; renderings: RenderingReader; markdown: MarkdownRenderer }

const BATCH = 20

type KeepRenderingsInput = { rendered: readonly (RenderedText & { markup: MarkdownMarkup })[]; version: number }

/** Stores the markup of texts that have not changed in the meantime. Not a change of the corpus: pages look the same. */
export const keepRenderings = async (tx: ActionContext, { rendered, version }: KeepRenderingsInput): Promise<void> => {
  for (const one of rendered) await tx.renderings.save({ ...one, version })
}

/**
 * Renders texts that are new, or were last rendered by an older version of the program. Every process runs this; until then,
 * pages render what they need themselves.
 */
export const renderTextsJob = ({ run, renderings, markdown }: TextPorts): Job => ({
  name: 'render-texts',
  everySeconds: 1,
  run: async (signal) => {
    const { version } = markdown
    // Most runs find nothing to do, and must not block writers.
    const texts = await renderings.outdated(version, BATCH)
    if (texts.length === 0 || signal.aborted) return { more: false }
    const markups = await renderSubjects(markdown, texts)
    const rendered = texts.flatMap((one, index) => {
      const markup = markups[index]
      return markup === undefined ? [] : [{ ...one, markup }]
    })
    await run(keepRenderings, { rendered, version })
    return { more: texts.length === BATCH }
  },
})

type FullTextPorts = { run: RunAction; renderedTexts: RenderedTextReader; markdown: MarkdownRenderer }

/**
 * Renders full texts that became public, or were last rendered by an older version of the program: one text per run, part by
 * part, so that only one part is in memory. Until then, a page renders its own part.
 */
export const renderFullTextsJob = ({ run, renderedTexts, markdown }: FullTextPorts): Job => ({
  name: 'render-full-texts',
  everySeconds: 1,
  run: async (signal) => {
    const renderer = markdown.version
    const stored = await renderedTexts.outdatedText(renderer)
    if (stored === null || signal.aborted) return { more: false }
    const { format, sections } = await doStepsApart(splitSectionsInSteps(stored.text), () => nextTurn())
    const parts =
      format === 'markdown' ? await doStepsApart(textPartsInSteps({ format, sections }), () => nextTurn()) : []
    for (const [index, pieces] of parts.entries()) {
      if (signal.aborted) return { more: false }
      const markups = await markdown.render(markdownOf({ format, sections: pieces }))
      const part = { part: index + 1, markups }
      await run((tx) => tx.renderedTexts.savePart(stored, part, renderer), null)
    }
    await run((tx) => tx.renderedTexts.finishText(stored, renderer), null)
    return { more: true }
  },
})
