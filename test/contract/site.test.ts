import assert from 'node:assert/strict'
import { contractFor, engines } from '../support/database/engines.ts'

for (const engine of engines)
  contractFor(engine)('the public address is kept until another one is stored', async (store) => {
    const { site } = store.private
    assert.equal(await site.publicUrl(), null)
    for (const url of ['https://papers.example.org', 'https://other.example.org']) {
      await store.transact((tx) => tx.site.setPublicUrl(url))
      assert.equal(await site.publicUrl(), url)
    }
  })
