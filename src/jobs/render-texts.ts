import { keepRenderings } from '#actions/editorial/keep-renderings.ts'
import type { RunAction } from '#actions/run-action.ts'
import type { MarkdownRenderer } from '#ports/markdown-renderer.ts'
import type { RenderingReader } from '#ports/store/renderings.ts'
import type { Job } from './run-jobs.ts'

type Ports = { run: RunAction; renderings: RenderingReader; markdown: MarkdownRenderer }

const BATCH = 20

/**
 * Renders texts that were written, came with an older version of the program or with a copy. Every process does this;
 * until it is done, a page renders what it needs by itself.
 */
export const renderTextsJob = ({ run, renderings, markdown }: Ports): Job => ({
  name: 'render-texts',
  everySeconds: 1,
  run: async (signal) => {
    const { version } = markdown
    // Most runs find nothing; those must not make writers wait.
    const texts = await renderings.outdated(version, BATCH)
    if (texts.length === 0 || signal.aborted) return { more: false }
    const markups = await markdown.render(texts.map(({ text }) => text))
    const rendered = texts.flatMap((one, index) => {
      const markup = markups[index]
      return markup === undefined ? [] : [{ ...one, markup }]
    })
    await run(keepRenderings, { rendered, version })
    return { more: texts.length === BATCH }
  },
})
