import type { Context } from 'hono'
import { checkedId } from '#http/input/path-id.ts'
import type { Form } from '#http/routing/form.ts'
import { MARKDOWN_TYPE } from '#http/routing/reply.ts'

/** A page as Markdown. `write` gets what stands at the last parameter of its path. */
export const markdownForm = (write: (id: string, context: Context) => Promise<string> | string): Form => ({
  ending: 'md',
  name: 'Markdown',
  mediaType: MARKDOWN_TYPE,
  show: async (context, id) => ({
    status: 200,
    body: await write(checkedId(id), context),
    type: MARKDOWN_TYPE,
    headers: {},
  }),
})
