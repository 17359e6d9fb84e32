import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readConfig } from '#config.ts'
import { withOpenCorpus } from '#open-corpus.ts'
import { processCorpus } from '../support/process/process-corpus.ts'

test('emails of commands link to the PUBLIC_URL that a server stored last, unless the shell names another', async (t) => {
  const corpus = await processCorpus(t)
  const linkOf = (environment: Record<string, string> = {}): Promise<string> =>
    withOpenCorpus(readConfig({ LOG_LEVEL: 'silent', ...corpus.environment, ...environment }), async ({ emails }) => {
      const papers = [{ id: 'p1', title: 'A title', state: 'accepted', note: null, submittedBy: null }] as const
      const { text } = emails.decision({ papers, state: 'accepted', note: null, keyLabel: 'test' })
      return /https?:\/\/\S+?(?=\/api\/submissions\/p1)/u.exec(text)?.[0] ?? text
    })
  const serveOnce = async (environment: Record<string, string>): Promise<void> => {
    await (await corpus.serveHere(environment)).stop()
  }
  assert.equal(await linkOf({ PORT: '8081' }), 'http://127.0.0.1:8081')
  await serveOnce({})
  assert.equal(await linkOf(), 'http://127.0.0.1:8080', 'a server without one stores none')
  await serveOnce({ PUBLIC_URL: 'https://old.example.org' })
  await serveOnce({ PUBLIC_URL: 'https://papers.example.org' })
  assert.equal(await linkOf(), 'https://papers.example.org')
  assert.equal(await linkOf({ PUBLIC_URL: 'https://other.example.org' }), 'https://other.example.org')
  assert.equal(await linkOf(), 'https://papers.example.org')
})
