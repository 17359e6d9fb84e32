// Runs the built client of clients/typescript in any runtime. Arguments: its file, the server, a key. Prints each problem on a line.
import { argv, stdout } from 'node:process'

const [file, url, apiKey] = argv.slice(2)
const { createLongviewClient, memoryCache } = await import(file)

const expect = (isRight, finding) => {
  if (!isRight) stdout.write(`${finding}\n`)
}
const rejected = async (work) => {
  try {
    await work()
    return null
  } catch (error) {
    return error
  }
}

const library = createLongviewClient(url, { apiKey, cache: memoryCache(10), retries: 0 })

const ids = []
for await (const { id } of library.papers({ chapter: 4, limit: 20 })) ids.push(id)
const { total } = await library.papers({ chapter: 4 }).first()
expect(ids.length === total && total > 40, `papers: ${ids.length} of ${total} were walked`)
expect((await library.search('agents that remember').take(3)).length === 3, 'search')
expect((await library.passages({ q: 'time horizon' }).take(2)).length === 2, 'passages')
expect((await library.paper('p19')).title.startsWith('Measuring AI Ability'), 'paper')
expect((await library.corpusPaper('p19')).concepts.length > 0, 'corpusPaper')
expect((await library.checkReferences(['10.48550/arXiv.2503.14499'])).results[0].id === 'p19', 'checkReferences')
expect((await library.concepts().take(2)).length === 2, 'concepts')
expect((await library.gaps().take(2)).length === 2, 'gaps')
expect((await library.brief()).week.startsWith('Week'), 'brief')
expect((await library.briefs().take(2)).length === 2, 'briefs')
expect((await library.stats()).totalPapers === (await library.stats()).totalPapers, 'stats')
expect((await library.changes(0, { limit: 5 }).take(7)).length === 7, 'changes')

const missing = await rejected(() => library.paper('p999999999'))
expect(missing?.name === 'LongviewError' && missing.status === 404 && missing.code === 'not_found', 'a missing paper')
const wrong = await rejected(() => library.papers({ chapter: 9 }).first())
expect(wrong?.details?.[0]?.path === 'chapter', 'a wrong parameter')
const unreachable = await rejected(() => createLongviewClient('http://127.0.0.1:9', { retries: 0 }).stats())
expect(unreachable?.name === 'LongviewUnreachable', 'a server that is not there')

const paper = { id: `p${Date.now()}`, title: 'From another runtime', authors: ['Ada Example'], year: 2026 }
const first = await library.submit(paper, { idempotencyKey: paper.id })
expect(JSON.stringify(await library.submit(paper, { idempotencyKey: paper.id })) === JSON.stringify(first), 'submit')
expect((await library.submission(paper.id)).status === 'pending', 'submission')
expect((await library.withdraw(paper.id)).status === 'withdrawn', 'withdraw')

const waits = []
const answers = [
  [429, '7'],
  [503, '120'],
  [200, null],
]
const patient = createLongviewClient(url, {
  fetch: () => {
    const [status, after] = answers.shift()
    const headers = { 'content-type': 'application/json', ...(after === null ? {} : { 'retry-after': after }) }
    return Promise.resolve(new Response(JSON.stringify({ stats: { totalPapers: 1 } }), { status, headers }))
  },
  timing: { now: () => 0, random: () => 0.5, sleep: (ms) => Promise.resolve(void waits.push(ms)) },
})
await patient.stats()
expect(waits.join() === '7000,120000', `it waited ${waits.join()} milliseconds, not as Retry-After says`)
