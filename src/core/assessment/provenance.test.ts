import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { AssessmentDraft } from './assessment-draft.ts'
import { type Provenance, provenanceAfter, provenanceOfDecided } from './provenance.ts'

const none = { chapter: null, type: null, longHorizon: null, enterprise: null }
const ada = { actor: 'editor:ada', at: '2026-11-20T10:00:00.000Z' }
const agent = { actor: 'key:k1', at: '2026-11-19T10:00:00.000Z' }
const own = { from: 'given', by: ada, confirmed: null } as const

const draftBy = (author: string, fields: AssessmentDraft['fields']): AssessmentDraft => ({
  author,
  version: 1,
  at: agent.at,
  fields,
  passages: [],
})

const drafted = (author: string) => ({ from: 'draft', by: { actor: author, at: agent.at }, confirmed: ada })

const decided = (given: Partial<Parameters<typeof provenanceOfDecided>[0]>): Provenance =>
  provenanceOfDecided({ stored: none, known: {}, decided: none, drafts: [], by: ada, ...given })

const chapterOf = (drafts: AssessmentDraft[], takenFrom?: string) =>
  decided({ drafts, takenFrom, decided: { ...none, chapter: 3 } }).chapter

test('a value that a draft proposes is confirmed, and any other is the editor’s own', () => {
  const drafts = [draftBy('key:k1', { chapter: 3, longHorizon: 700_000 })]
  assert.deepEqual(decided({ drafts, decided: { ...none, chapter: 3, longHorizon: 710_000, enterprise: 100_000 } }), {
    chapter: drafted('key:k1'),
    longHorizon: own,
    enterprise: own,
  })
  assert.deepEqual(decided({ drafts, decided: none }), {}, 'a draft that nobody took over gave nothing')
})

test('a value that the paper had stays that of its giver, who needs no confirmation of their own', () => {
  const stored = { ...none, chapter: 3, type: 'survey', longHorizon: 700_000 } as const
  const known: Provenance = { chapter: { from: 'given', by: agent, confirmed: null }, type: own }
  const drafts = [draftBy('key:k2', { chapter: 3 })]
  assert.deepEqual(decided({ stored, known, drafts, decided: stored }), {
    chapter: { from: 'given', by: agent, confirmed: ada },
    type: own,
    longHorizon: { from: 'given', by: null, confirmed: ada },
  })
})

test('of equal drafts the one of an agent counts, then the one that was taken over, never one’s own', () => {
  const fields = { chapter: 3 } as const
  const all = ['editor:ada', 'editor:ben', 'key:k2', 'key:k1'].map((author) => draftBy(author, fields))
  assert.deepEqual(chapterOf(all), drafted('key:k2'))
  assert.deepEqual(chapterOf(all, 'key:k1'), drafted('key:k1'))
  assert.deepEqual(chapterOf(all, 'editor:ben'), drafted('key:k2'))
  assert.deepEqual(chapterOf(all.slice(0, 2)), drafted('editor:ben'))
  assert.deepEqual(chapterOf(all.slice(0, 1)), own)
})

test('a change gives a new provenance to what differs, and keeps the rest', () => {
  const known: Provenance = { chapter: { from: 'draft', by: agent, confirmed: ada } }
  const before = { ...none, chapter: 3, type: 'survey' } as const
  const after = { ...before, longHorizon: 500_000 }
  assert.deepEqual(provenanceAfter(known, { before, after }, ada), { ...known, longHorizon: own })
  assert.deepEqual(provenanceAfter(known, { before, after: none }, ada), {})
  const given = { longHorizon: { from: 'given', by: agent, confirmed: null } } as const
  assert.deepEqual(provenanceAfter(known, { before, after }, { ...ada, given }), { ...known, ...given })
  assert.deepEqual(provenanceAfter(known, { before, after: { ...before, chapter: 4 } }, { ...ada, given }), {})
})
