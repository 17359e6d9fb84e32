import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Failure } from '#core/failure.ts'
import {
  followedAddress,
  followedFilter,
  parseFollowedAddress,
  wholeLibraryFollowed,
  type FollowedSearch,
} from './followed-search.ts'

test('a search has one address, which leads to what it finds, newest first', () => {
  const addresses: [FollowedSearch, string][] = [
    [wholeLibraryFollowed, '/?sort=newest'],
    [{ ...wholeLibraryFollowed, q: 'agent "long horizon"' }, '/?q=agent+%22long+horizon%22&match=all&sort=newest'],
    [
      {
        of: 'papers',
        q: null,
        chapter: 3,
        year: 2025,
        type: 'survey',
        concept: 'a-b',
        institution: 'Ü & Co',
        container: 'Journal of Agents',
        withText: true,
      },
      '/?chapter=3&year=2025&type=survey&concept=a-b&institution=%C3%9C+%26+Co&container=Journal+of+Agents&text=yes&sort=newest',
    ],
    [{ of: 'gaps', severity: null }, '/gaps'],
    [{ of: 'gaps', severity: 'high' }, '/gaps?severity=high'],
  ]
  for (const [search, address] of addresses) {
    assert.equal(followedAddress(search), address)
    assert.deepEqual(parseFollowedAddress(address), search)
  }
})

test('a followed search takes what a search for all words takes', () => {
  assert.throws(
    () => followedFilter({ ...wholeLibraryFollowed, q: 'word '.repeat(17) }),
    (error) => error instanceof Failure && error.code === 'invalid',
  )
})
