import { Failure } from '#core/failure.ts'
import { type MarkdownMarkup, plainMarkup } from '#core/text/markdown.ts'
import type { Log } from '#ports/runtime.ts'
import type { MarkdownRenderer } from '#ports/markdown-renderer.ts'
import { openThread } from '#threads/thread.ts'
import { RENDERER_VERSION } from './renderer-version.ts'

/** A hundred times what a text at all limits takes: only a defect can reach it. */
const DEADLINE_MS = 60_000
const MAX_WAITING = 64
/** Long enough to keep the thread between the texts of a page; after that its memory is freed. */
const IDLE_MS = 10_000
/**
 * A text at all limits needs 35 MB. Without a limit the young generation would grow by as much again and keep it, although
 * nothing in it is needed for long.
 */
const resourceLimits = { maxOldGenerationSizeMb: 96, maxYoungGenerationSizeMb: 12 }

type Options = { log: Log; thread?: URL; deadlineMs?: number }

/** Renders in a separate thread, one request after another. The thread starts with the first text and ends when idle. */
export const openMarkdownRenderer = ({
  log,
  thread = new URL('./rendering-thread.ts', import.meta.url),
  deadlineMs = DEADLINE_MS,
}: Options): MarkdownRenderer & { close(): Promise<void> } => {
  const renderer = openThread<readonly string[], MarkdownMarkup[]>({ entry: thread, resourceLimits, idleMs: IDLE_MS })
  let waiting = 0

  const renderNow = async (texts: readonly string[]): Promise<MarkdownMarkup[]> => {
    try {
      return await renderer.request(texts, { withinMs: deadlineMs })
    } catch (error) {
      log.error({ err: error, lengths: texts.map(({ length }) => length) }, 'Markdown could not be rendered')
      return texts.map(plainMarkup)
    }
  }

  return {
    version: RENDERER_VERSION,
    render: (texts) => {
      if (texts.length === 0) return Promise.resolve([])
      if (waiting >= MAX_WAITING)
        throw new Failure('unavailable', 'Too many texts are being rendered; try again shortly.', {
          retryAfter: 1,
        })
      waiting += 1
      return renderNow(texts).finally(() => {
        waiting -= 1
      })
    },
    close: () => renderer.close(),
  }
}
