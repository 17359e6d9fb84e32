import { answer } from '#threads/answer.ts'
import { mathMarkup } from './math-markup.ts'
import type { Rendered, RenderingRequest } from './open-markdown-renderer.ts'
import { renderMarkdown } from './render-markdown.ts'

/** A third of the processor time of threads that serve requests; with less, pages would wait long on a busy machine. */
const NICENESS = 5

/** Renders each list of texts and formulas, in the same order. */
await answer(
  ({ texts, formulas }: RenderingRequest): Rendered => ({
    texts: texts.map(renderMarkdown),
    formulas: formulas.map(mathMarkup),
  }),
  { niceness: NICENESS },
)
