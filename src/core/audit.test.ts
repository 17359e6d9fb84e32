import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  EMPTY_AUDIT_HEAD,
  auditHash,
  nextAuditRecord,
  verifyNextRecord,
  type AuditEvent,
  canonicalJson,
} from './audit.ts'

const entry: AuditEvent = {
  at: '2026-11-20T10:00:00.000Z',
  actor: 'cli',
  act: 'paper.accept',
  subject: 'p1',
  before: { state: 'pending' },
  after: { state: 'accepted', note: null },
}

test('equal values give equal text, in whatever order their members come', () => {
  assert.equal(canonicalJson({ b: [2, { d: 1, c: null }], a: 'x' }), '{"a":"x","b":[2,{"c":null,"d":1}]}')
  assert.equal(canonicalJson({ a: 1, z: undefined }), '{"a":1}')
})

test('anybody can compute the hash of a record from the documentation', () => {
  const record = nextAuditRecord(entry, EMPTY_AUDIT_HEAD)
  assert.deepEqual(record, {
    seq: 1,
    at: entry.at,
    actor: 'cli',
    act: 'paper.accept',
    subject: 'p1',
    before: '{"state":"pending"}',
    after: '{"note":null,"state":"accepted"}',
    previous: '0'.repeat(64),
    // printf %s '[1,"2026-11-20T10:00:00.000Z","cli","paper.accept","p1","{\"state\":\"pending\"}",…]' | sha256sum
    hash: '61ff9f1c734c76dae329a08f762606089726bf393125edb64c94ffd6f99cf746',
  })
})

test('a change of any field is found in its row', () => {
  const record = nextAuditRecord(entry, EMPTY_AUDIT_HEAD)
  const changes = { at: 'x', actor: 'x', act: 'x', subject: 'x', before: null, after: '{}', previous: 'x', hash: 'x' }
  assert.equal(Object.keys(changes).length, Object.keys(record).length - 1)
  assert.equal(verifyNextRecord(EMPTY_AUDIT_HEAD, record), null)
  for (const [field, value] of Object.entries(changes))
    assert.deepEqual(
      { ...verifyNextRecord(EMPTY_AUDIT_HEAD, { ...record, [field]: value }), message: '' },
      { seq: 1, fault: 'altered', message: '' },
      field,
    )
})

test('a row whose hash was made anew is found by the row after it', () => {
  const first = nextAuditRecord(entry, EMPTY_AUDIT_HEAD)
  const second = nextAuditRecord(entry, { count: 1, hash: first.hash })
  const forged = { ...first, actor: 'editor:e_other' }
  const hash = auditHash(forged)
  assert.equal(verifyNextRecord(EMPTY_AUDIT_HEAD, { ...forged, hash }), null)
  const fault = verifyNextRecord({ count: 1, hash }, second)
  assert.deepEqual({ seq: fault?.seq, fault: fault?.fault }, { seq: 1, fault: 'replaced' })
})
