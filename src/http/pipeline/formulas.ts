import { markedFormulas, replaceMarks } from '#core/text/formula-marks.ts'
import type { MarkdownRenderer } from '#ports/markdown-renderer.ts'
import { HTML_TYPE, type Reply } from '#http/routing/reply.ts'
import type { Route } from '#http/routing/route.ts'

/** What one page may have converted; further formulas stay TeX. */
const MAX_FORMULAS = 300
const MAX_CHARACTERS = 20_000

const withMathematics = async (reply: Reply, markdown: MarkdownRenderer): Promise<Reply> => {
  if (reply.type !== HTML_TYPE) return reply
  let characters = 0
  const formulas = [...markedFormulas(reply.body)].slice(0, MAX_FORMULAS).filter(([, { tex }]) => {
    characters += tex.length
    return characters <= MAX_CHARACTERS
  })
  if (formulas.length === 0) return reply
  const markups = await markdown.renderFormulas(formulas.map(([, formula]) => formula))
  const found = new Map(formulas.map(([source], index) => [source, markups[index] ?? null]))
  return { ...reply, body: replaceMarks(reply.body, (source) => found.get(source) ?? null) }
}

/** The same routes, with MathML in place of the formulas that their pages mark. */
export const showMathematics = (routes: readonly Route[], { markdown }: { markdown: MarkdownRenderer }): Route[] =>
  routes.map((route) => ({
    ...route,
    handle: async (context) => withMathematics(await route.handle(context), markdown),
  }))
