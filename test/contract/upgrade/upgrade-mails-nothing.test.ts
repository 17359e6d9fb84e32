import assert from 'node:assert/strict'
import { test } from 'node:test'
import { allPapersAddress } from '#actions/following/change-preferences.ts'
import { setHub } from '#actions/webhooks/set-hub.ts'
import { takeWebhookDelivery } from '#actions/webhooks/take-delivery.ts'
import { prepareDigestsJob } from '#jobs/prepare-digests.ts'
import { oldCorpora, startOnOldCorpus } from '../../support/database/released-corpus.ts'
import { leastPaper } from '../../support/service/papers.ts'

const FORTNIGHT = 14 * 86_400

for (const old of oldCorpora)
  test(`${old.name}, from 0.1.0: nobody is sent anything that is older than the upgrade`, async (t) => {
    const service = await startOnOldCorpus(t, old)
    const { store, run, clock } = service
    const { subscribers, mailings, following, webhooks } = store.private
    const reader = await subscribers.findByEmail('first.reader@example.org')
    assert.equal(reader?.state, 'active')
    assert.ok((await store.public.briefs.list()).length > 0)

    /** Whether a brief or a digest is to be sent a fortnight later. */
    const later = async () => {
      clock.advance(FORTNIGHT)
      await prepareDigestsJob(service).run(new AbortController().signal)
      const now = clock.now().toISOString()
      return { brief: await mailings.hasWork(now), digest: await following.hasDueDigest(now) }
    }
    assert.deepEqual(await later(), { brief: false, digest: false })

    const all = { subscriberId: reader.id, address: allPapersAddress, frequency: 'daily' as const }
    await store.transact((tx) => tx.following.follow(all, clock.now().toISOString()))
    await run(setHub, { url: 'https://hub.example/' })
    assert.deepEqual(await later(), { brief: false, digest: false }, 'nor who begins to listen now')
    const [hub] = await webhooks.list()
    assert.ok(hub)
    const lease = { id: hub.id, sender: 'test' }
    assert.equal(await run(takeWebhookDelivery, lease), null)

    await service.accept(leastPaper({ id: 'p9902' }))
    assert.deepEqual(await later(), { brief: false, digest: true })
    const [digest] = await following.digestsTo(reader.id)
    assert.deepEqual(
      digest?.sections.map(({ ids }) => ids),
      [['p9902']],
    )
    assert.equal(await run(takeWebhookDelivery, lease), null, 'changes are told together')
    clock.advance(15)
    assert.equal((await run(takeWebhookDelivery, lease))?.delivery.subject, '/papers.atom')
  })
