import { Failure } from '#core/failure.ts'
import { type MarkdownMarkup, plainMarkup } from '#core/text/markdown.ts'
import type { Formula, MathMarkup } from '#core/text/mathematics.ts'
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

/** What the thread renders, and what it answers, each in the same order. */
export type RenderingRequest = { texts: readonly string[]; formulas: readonly Formula[] }
export type Rendered = { texts: MarkdownMarkup[]; formulas: (MathMarkup | null)[] }

const MAX_KEPT_CHARACTERS = 1_000_000

const keyOf = ({ tex, isDisplayed }: Formula): string => `${isDisplayed ? 'D' : 'I'}${tex}`

/** The formulas of recent pages: lists show the same titles again and again. */
const formulaCache = () => {
  const kept = new Map<string, MathMarkup | null>()
  let characters = 0
  return {
    find: (formula: Formula): MathMarkup | null | undefined => kept.get(keyOf(formula)),
    keep: (formula: Formula, markup: MathMarkup | null): void => {
      const key = keyOf(formula)
      if (characters > MAX_KEPT_CHARACTERS) {
        kept.clear()
        characters = 0
      }
      kept.set(key, markup)
      characters += key.length + (markup?.length ?? 0)
    },
  }
}

type Options = { log: Log; thread?: URL; deadlineMs?: number }

/** Renders in a separate thread, one request after another. The thread starts with the first text and ends when idle. */
export const openMarkdownRenderer = ({
  log,
  thread = new URL('./rendering-thread.ts', import.meta.url),
  deadlineMs = DEADLINE_MS,
}: Options): MarkdownRenderer & { close(): Promise<void> } => {
  const renderer = openThread<RenderingRequest, Rendered>({ entry: thread, resourceLimits, idleMs: IDLE_MS })
  const known = formulaCache()
  let waiting = 0

  const inTurn = <Result>(work: () => Promise<Result>): Promise<Result> => {
    if (waiting >= MAX_WAITING)
      throw new Failure('unavailable', 'Too many texts are being rendered; try again shortly.', { retryAfter: 1 })
    waiting += 1
    return work().finally(() => {
      waiting -= 1
    })
  }

  const renderNow = async (texts: readonly string[]): Promise<MarkdownMarkup[]> => {
    try {
      return (await renderer.request({ texts, formulas: [] }, { withinMs: deadlineMs })).texts
    } catch (error) {
      log.error({ err: error, lengths: texts.map(({ length }) => length) }, 'Markdown could not be rendered')
      return texts.map(plainMarkup)
    }
  }

  const convertNow = async (formulas: readonly Formula[]): Promise<(MathMarkup | null)[]> => {
    try {
      const converted = (await renderer.request({ texts: [], formulas }, { withinMs: deadlineMs })).formulas
      for (const [index, formula] of formulas.entries()) known.keep(formula, converted[index] ?? null)
      return converted
    } catch (error) {
      log.error({ err: error, formulas }, 'formulas could not be converted')
      return formulas.map(() => null)
    }
  }

  return {
    version: RENDERER_VERSION,
    render: (texts) => (texts.length === 0 ? Promise.resolve([]) : inTurn(() => renderNow(texts))),
    renderFormulas: async (formulas) => {
      const found = formulas.map(known.find)
      const missing = formulas.filter((_, index) => found[index] === undefined)
      const converted = missing.length === 0 ? [] : await inTurn(() => convertNow(missing))
      let next = 0
      return found.map((markup) => (markup === undefined ? (converted[next++] ?? null) : markup))
    },
    close: () => renderer.close(),
  }
}
