import assert from 'node:assert/strict'
import { test } from 'node:test'
import { identifiersOf } from '#core/papers/identifiers.ts'
import { corePaper } from '../../../test/support/database/stored.ts'
import { withFileAddress } from './with-file-address.ts'

const paper = corePaper({ storageUrl: 'https://arxiv.org/pdf/2401.01234v2' })

test('a file that may be passed on takes the place of the address elsewhere, which leaves its identifier', () => {
  const openFile = 'a'.repeat(64)
  const shown = withFileAddress({ ...paper, openFile }, 'https://papers.example.org')
  assert.equal(shown.storageUrl, `https://papers.example.org/files/${openFile}.pdf`)
  assert.equal(identifiersOf(shown).arxivId, identifiersOf(paper).arxivId)
  assert.equal(identifiersOf(paper).arxivId, '2401.01234')
})

test('without one the paper is what it was', () => {
  assert.equal(withFileAddress(paper, 'https://papers.example.org'), paper)
})
