import { setTimeout as pause } from 'node:timers/promises'
import { parsePaper } from '#schemas/paper-schema.ts'
import type { MeasuredServer } from './measured-server.ts'

/** Full texts that cost most for their length: the longest that an import takes, and the longest that a submission takes. */

const LONGEST = 4_900_000
/** In bytes of UTF-8, of the 1 MiB that a submission may have. */
const SUBMITTED_BYTES = 1_000_000

const SENTENCE = 'Agents that plan for days keep what they learned, and go on after failures of every kind. '
const ARABIC = 'وكلاء يخططون لأيام ويحتفظون بما تعلموه ويستمرون بعد الفشل من كل نوع. '

/** What a text repeats. U+FDFA has 18 letters when it is folded. */
const kinds = {
  English: SENTENCE,
  'English in sections': `## On failures\n\n${`${SENTENCE}\n`.repeat(30)}\n`,
  Arabic: ARABIC,
  'ligatures in one word': '\ufdfa',
  'ligatures as words': '\ufdfa ',
  'short paragraphs': 'a b\n\n',
  joiners: 'a\u200d',
} as const

const filled = (piece: string, length: number): string => piece.repeat(Math.floor(length / piece.length))

/** An import of so long a text needs more memory than the thread that reads it may have, so it is stored directly. */
const storePending = ({ withCorpus }: MeasuredServer, fields: { id: string; fullText: string }): Promise<string> =>
  withCorpus(async ({ store }) => {
    const now = new Date()
    const parsed = parsePaper(fields, now)
    if (!parsed.ok) throw new Error(JSON.stringify(parsed.errors))
    const { paper } = parsed.value
    const entry = { paper, state: 'pending', submittedBy: null, actor: 'bench', at: now.toISOString() } as const
    await store.transact((tx) => tx.papers.add([entry]))
    return paper.id
  })

const json = { 'content-type': 'application/json' }

type Call = { path: string; body?: object; isSigned?: true; asAdmin?: true }

/** How a paper with its text is read, by name; `first` is what only a paper in review has. */
const inReview = (id: string): Record<string, Call> => ({
  'page in the queue': { path: `/console/queue/${id}`, asAdmin: true },
  'submission, by the API': { path: `/api/editorial/submissions/${id}`, isSigned: true },
})

const tool = (name: string, args: object): Call => ({
  path: '/mcp',
  body: { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } },
})

const inPublic = (id: string): Record<string, Call> => ({
  'console, edit': { path: `/console/papers/${id}/edit`, asAdmin: true },
  page: { path: `/papers/${id}` },
  'part of the text': { path: `/papers/${id}/text?part=2` },
  Markdown: { path: `/papers/${id}.md` },
  text: { path: `/papers/${id}.txt` },
  'corpus API': { path: `/api/papers/${id}` },
  'agent API': { path: `/api/v1/papers/${id}?include=fullText` },
  'agent API with a budget': { path: `/api/v1/papers/${id}?include=fullText&maxTokens=1000` },
  'an anchor': { path: `/api/v1/passages?anchor=${id}%401%23s1.2` },
  'a quotation': { path: `/api/v1/passages?quote=plan+for+days&ids=${id}` },
  record: { path: `/api/v1/records/text/${id}` },
  'MCP fetch': tool('fetch', { id }),
  'MCP get_papers': tool('get_papers', { ids: [id], sections: ['fullText'] }),
  'MCP resource': {
    path: '/mcp',
    body: { jsonrpc: '2.0', id: 1, method: 'resources/read', params: { uri: `longview://papers/${id}` } },
  },
})

export const measureTexts = async (server: MeasuredServer): Promise<void> => {
  const { key, measure, send, getPage, said, isWanted } = server
  const signed = { ...json, 'x-api-key': key }
  const call = async ({ path, body, isSigned, asAdmin }: Call): Promise<string> => {
    if (asAdmin === true) return said(await getPage(path))
    const headers = body === undefined ? {} : { ...json, accept: 'application/json, text/event-stream' }
    const method = body === undefined ? 'GET' : 'POST'
    return said(
      await send(method, path, body === undefined ? null : JSON.stringify(body), isSigned === true ? signed : headers),
    )
  }
  const measureText = async (name: string, store: () => Promise<string>): Promise<void> => {
    if (!isWanted(name)) return
    let id = ''
    const once = [1]
    await measure(`${name}: coming in`, async () => ((id = await store()), id), once)
    for (const [what, made] of Object.entries(inReview(id))) await measure(`${name}: ${what}`, () => call(made), once)
    await measure(
      `${name}: acceptance`,
      async () =>
        said(await send('POST', `/api/editorial/submissions/${id}/decision`, '{"decision":"accept"}', signed)),
      once,
    )
    await measure(`${name}: made ready`, async () => (await pause(3_000), ''), once)
    for (const [what, made] of Object.entries(inPublic(id))) await measure(`${name}: ${what}`, () => call(made), once)
    await measure(
      `${name}: another text`,
      async () => {
        const patch = JSON.stringify({ fullText: 'Another text.' })
        return said(
          await send('PATCH', `/api/editorial/papers/${id}`, patch, {
            ...signed,
            'if-match': '*',
          }),
        )
      },
      once,
    )
    await measure(
      `${name}: an anchor of before`,
      () => call({ path: `/api/v1/passages?anchor=${id}%401%23s1.2` }),
      once,
    )
    await measure(`${name}: a part of before`, () => call({ path: `/papers/${id}/text?version=1&part=2` }), once)
  }
  let number = 0
  for (const [name, piece] of Object.entries(kinds)) {
    number += 1
    const title = `Long ${name} ${number}`
    const paper = { title, authors: ['Ada Long'], year: 2024, license: 'CC-BY-4.0' }
    await measureText(`longest, ${name}`, () => {
      const id = `p${800_000 + number}`
      return storePending(server, { ...paper, id, fullText: filled(piece, LONGEST) })
    })
    await measureText(`submitted, ${name}`, async () => {
      const id = `p${900_000 + number}`
      const bytes = Buffer.byteLength(JSON.stringify(piece)) - 2
      const fullText = filled(piece, (SUBMITTED_BYTES / bytes) * piece.length)
      const body = JSON.stringify({ ...paper, title: `Short ${title}`, id, fullText })
      const answer = await send('POST', '/api/papers', body, signed)
      if (!answer.ok) throw new Error(`the submission answered ${(await answer.text()).slice(0, 500)}`)
      return id
    })
  }
}
