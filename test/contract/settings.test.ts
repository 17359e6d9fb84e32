import assert from 'node:assert/strict'
import { editSettings } from '#actions/editorial/settings.ts'
import { defaultSettings, type StoredSettings } from '#core/settings.ts'
import { liveSite } from '#queries/live-site.ts'
import { contractFor, engines } from '../support/database/engines.ts'
import { fakeClock, refusesWith, testRunner } from '../support/ports.ts'

const defaults = defaultSettings('House')

const edit = (words: StoredSettings, version: number | null = null) => ({
  words,
  chapters: null,
  seen: null,
  defaults,
  version,
  actor: 'cli',
})

for (const engine of engines) {
  const promise = contractFor(engine)

  promise(
    'settings are replaced as a whole, and each change is a version, a revision and an entry of the log',
    async (store) => {
      const run = await testRunner({ store, clock: fakeClock() })
      assert.deepEqual(await store.public.settings.get(), { stored: {}, version: 0 })
      const before = await store.private.revision()

      assert.equal(
        await run(editSettings, edit({ name: 'Sleep Library', about: 'Of **sleep**.', off: ['gaps'] }, 0)),
        1,
      )
      assert.equal(await run(editSettings, edit({ name: 'Sleep', off: ['gaps'] }, 1)), 2)
      assert.deepEqual(await store.public.settings.get(), { stored: { name: 'Sleep', off: ['gaps'] }, version: 2 })
      assert.equal(await store.private.revision(), before + 2)

      const [latest] = (await store.private.audit.list({ actor: null, act: 'settings.edit', subject: null }, null, 10))
        .records
      assert.equal(latest?.before, '{"about":"Of **sleep**.","name":"Sleep Library"}')
      assert.equal(latest.after, '{"about":null,"name":"Sleep"}')
    },
  )

  promise(
    'a change that is based on an older version is refused, and one that changes nothing has no effect',
    async (store) => {
      const run = await testRunner({ store, clock: fakeClock() })
      await run(editSettings, edit({ name: 'A' }))
      await assert.rejects(run(editSettings, edit({ name: 'B' }, 0)), refusesWith('stale', /now at version 1/u))
      const revision = await store.private.revision()
      assert.equal(await run(editSettings, edit({ name: 'A', tagline: defaults.tagline }, 1)), 1)
      assert.equal(await store.private.revision(), revision)
    },
  )

  promise('a value that is the default stays unset, and one that was set stays set', async (store) => {
    const run = await testRunner({ store, clock: fakeClock() })
    await run(editSettings, edit({ ...defaults, name: 'A' }))
    assert.deepEqual((await store.public.settings.get()).stored, { name: 'A' })
    await run(editSettings, edit({ ...defaults, tagline: 'T' }))
    assert.deepEqual((await store.public.settings.get()).stored, { name: 'House', tagline: 'T' })
  })

  promise('the live site follows what any process stores', async (store) => {
    const run = await testRunner({ store, clock: fakeClock() })
    const site = liveSite({ store, defaults, canMail: true })
    await site.refresh()
    assert.equal(site.current().name, 'House')
    await run(editSettings, edit({ name: 'A' }))
    await site.refresh()
    assert.equal(site.current().name, 'A')
    // Two that wait for the same read see what was stored before either asked.
    await run(editSettings, edit({ name: 'B', language: 'de' }))
    await Promise.all([site.refresh(), site.refresh()])
    assert.deepEqual(
      [site.current().name, site.current().language, site.current().tagline],
      ['B', 'de', defaults.tagline],
    )
  })
}
