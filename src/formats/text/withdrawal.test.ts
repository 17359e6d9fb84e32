import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isWithdrawal, withdrawalIn } from './withdrawal.ts'

test('a sentence in the place of the abstract says that a paper was withdrawn, an abstract about withdrawals does not', () => {
  const said = [
    'This paper has been withdrawn by the author due to a crucial sign error in equation 1.',
    'This paper has been withdrawn',
    'This submission has been removed by arXiv administrators because of a disputed authorship.',
    'The article was retracted by its authors.',
    'this  manuscript\nhas been temporarily withdrawn',
  ]
  for (const abstract of said) assert.equal(isWithdrawal(abstract), true, abstract)
  const others = [
    'We study papers that have been withdrawn.',
    'This paper has been cited often.',
    'This paper studies how troops were withdrawn.',
    '',
  ]
  for (const abstract of others) assert.equal(isWithdrawal(abstract), false, abstract)
  const [notice] = withdrawalIn(`This paper has been withdrawn. ${'Because. '.repeat(1_000)}`, null)
  assert.deepEqual([notice?.kind, notice?.text?.length], ['withdrawal', 500])
})

const kinds = (comment: string) => withdrawalIn('An abstract.', comment).map(({ kind, text }) => [kind, text])

test('a comment says it by its beginning', () => {
  for (const comment of ['Withdrawn by the authors', 'This paper has been withdrawn, see v1', 'Paper withdrawn'])
    assert.deepEqual(kinds(comment), [['withdrawal', comment]])
  for (const comment of ['12 pages', 'Replaces a withdrawn paper', 'Merged with the withdrawn arXiv:2401.00001'])
    assert.deepEqual(kinds(comment), [])
})
