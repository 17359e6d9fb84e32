import { plainMathematics } from '#core/text/mathematics.ts'
import { MIN_TYPED_LETTERS, SUGGESTED } from '#core/search/typed-text.ts'
import type { Context } from 'hono'
import { z } from 'zod'
import type { Store } from '#ports/store/store.ts'
import { readQuery } from '#http/input/query.ts'
import { conceptPath, paperPath } from '#http/reader/addresses.ts'
import { json } from '#http/routing/reply.ts'
import type { Route } from '#http/routing/route.ts'

const MAX_CHARACTERS = 2_000
const MAX_SUGGESTIONS = SUGGESTED.papers + SUGGESTED.concepts + SUGGESTED.authors
const CONTROL = /\p{Cc}/gu

const suggestionsInput = z.strictObject({
  q: z
    .string({ error: 'is required' })
    .max(MAX_CHARACTERS)
    .transform((text) => text.replaceAll(CONTROL, ' '))
    .meta({ description: 'The text typed so far; its last word may be incomplete.', example: 'meas' }),
})

const suggestionsResponse = z.strictObject({
  suggestions: z.array(
    z.strictObject({
      kind: z.enum(['paper', 'concept', 'author']),
      text: z.string(),
      url: z.string().meta({ description: 'Where it leads.' }),
    }),
  ),
})

/** Quotation marks would end the phrase. */
const authorUrl = (name: string): string =>
  `/papers?${new URLSearchParams({ q: `author:"${name.replaceAll('"', ' ')}"` }).toString()}`

const listSuggestions =
  ({ store }: { store: Pick<Store, 'public'> }) =>
  async (context: Context) => {
    const { q } = readQuery(context, suggestionsInput)
    const { papers, concepts, authors } = await store.public.library.suggest(q)
    return json(200, {
      suggestions: [
        ...papers.map(({ id, title }) => ({ kind: 'paper', text: plainMathematics(title), url: paperPath(id) })),
        ...concepts.map(({ id, name }) => ({ kind: 'concept', text: name, url: conceptPath(id) })),
        ...authors.map((name) => ({ kind: 'author', text: name, url: authorUrl(name) })),
      ],
    })
  }

const onPages = { access: 'public', caching: 'revision', allowCors: false } as const

/** Suggestions of the search box while someone types. */
export const suggestionRoutes = (ports: { store: Pick<Store, 'public'> }): Route[] => [
  {
    ...onPages,
    method: 'get',
    path: '/suggestions.json',
    summary: 'Suggestions of the search box: papers by title, concepts, authors',
    query: suggestionsInput,
    responses: {
      200: {
        description: `At most ${MAX_SUGGESTIONS}, none for fewer than ${MIN_TYPED_LETTERS} letters.`,
        schema: suggestionsResponse,
      },
    },
    handle: listSuggestions(ports),
  },
]
