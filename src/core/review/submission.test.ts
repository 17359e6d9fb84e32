import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Failure } from '#core/failure.ts'
import { nextState, reviewEvents, submissionStates, type ReviewEvent, type SubmissionState } from './submission.ts'

/** The whole table: the state after each event, `-` where the review knows no such step. */
const [head = [], ...rows] = `
  state              accept    reject    ask                resubmit  withdraw   retract    merge
  pending            accepted  rejected  changes_requested  -         withdrawn  -          -
  changes_requested  -         -         -                  pending   withdrawn  -          -
  accepted           -         -         -                  -         -          retracted  merged
  rejected           -         -         -                  -         -          -          -
  withdrawn          -         -         -                  -         -          -          -
  retracted          -         -         -                  -         -          -          -
  merged             -         -         -                  -         -          -          -
`
  .trim()
  .split('\n')
  .map((row) => row.trim().split(/\s+/u))

const after = (state: SubmissionState, event: ReviewEvent): string => {
  try {
    return nextState(state, event)
  } catch (error) {
    assert.ok(error instanceof Failure)
    assert.equal(error.code, 'wrong_state')
    return '-'
  }
}

test('the table names every state and every event', () => {
  assert.deepEqual(head, ['state', ...reviewEvents])
  assert.deepEqual(
    rows.map(([state]) => state),
    [...submissionStates],
  )
})

for (const state of submissionStates)
  test(`a paper that is ${state} takes the steps of the review table and no other`, () => {
    const row = rows.find(([name]) => name === state)
    assert.deepEqual([state, ...reviewEvents.map((event) => after(state, event))], row)
  })

test('a step that does not exist is refused with the state it would need', () => {
  assert.throws(() => nextState('accepted', 'withdraw'), {
    code: 'wrong_state',
    message: 'A paper that is accepted cannot be withdrawn; it would have to be pending or changes_requested.',
  })
  assert.throws(() => nextState('pending', 'retract'), {
    code: 'wrong_state',
    message: 'A paper that is pending cannot be retracted; it would have to be accepted.',
  })
})
