import assert from 'node:assert/strict'
import { test } from 'node:test'
import { describeProvenance, describePublicProvenance } from './provenance-phrases.ts'
import { type Provenance, publicProvenance } from './provenance.ts'

const ada = { actor: 'editor:ada', at: '2026-11-20T10:00:00.000Z' }
const agent = { actor: 'key:k1', at: '2026-11-19T10:00:00.000Z' }
const own = { from: 'given', by: ada, confirmed: null } as const

test('editors read names, and everybody else reads kinds', () => {
  const by = (actor: string) => ({ actor, at: ada.at })
  const names = new Map([
    ['editor:ada', 'Ada Example'],
    ['key:k1', 'scorer'],
  ])
  const cases: [Provenance['chapter'], string, string][] = [
    [own, 'given by Ada Example', 'given by an editor'],
    [
      { from: 'draft', by: agent, confirmed: ada },
      'drafted by the API key “scorer”, confirmed by Ada Example',
      'drafted by an API key, confirmed by an editor',
    ],
    [
      { from: 'suggestion', by: ada, confirmed: ada },
      'suggested from similar papers, confirmed by Ada Example',
      'suggested from similar papers, confirmed by an editor',
    ],
    [
      { from: 'suggestion', by: by('cli'), confirmed: null },
      'suggested from similar papers, taken over by the operator',
      'suggested from similar papers, taken over by the operator',
    ],
    [{ from: 'given', by: by('starter'), confirmed: null }, 'from the example corpus', 'from the example corpus'],
    [{ from: 'given', by: by('source:3'), confirmed: null }, 'given by a watched source', 'given by a watched source'],
    [
      { from: 'given', by: null, confirmed: ada },
      'given by somebody who was not recorded, confirmed by Ada Example',
      'given by somebody who was not recorded, confirmed by an editor',
    ],
  ]
  for (const [value, forEditors, forAll] of cases) {
    assert.ok(value)
    assert.equal(
      describeProvenance(value, (actor) => names.get(actor) ?? actor),
      forEditors,
    )
    const shown = publicProvenance({ chapter: value }).chapter
    assert.ok(shown)
    assert.equal(describePublicProvenance(shown), forAll)
    assert.doesNotMatch(JSON.stringify(shown), /ada|k1|2026/u)
  }
})
