import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isLinear } from '../../../test/support/parsing-cost.ts'
import { isMathematics } from './bibtex.ts'

test('formulas of mathematics are kept', () => {
  for (const formula of [
    '$\\tau^2$',
    '$x_{i+1} \\leq \\frac{1}{2}\\,\\mathbb{E}[X]$',
    '$\\{a \\mid b\\}$',
    '$O(n \\log n)$',
    '$5\\%$',
    '$α → β$',
  ])
    assert.ok(isMathematics(formula), formula)
})

test('commands that read, write or define are no mathematics, however they are written', () => {
  for (const formula of [
    '$\\input{/etc/passwd}$',
    '$\\include{x}$',
    '$\\write18{id}$',
    '$\\immediate\\write18{id}$',
    '$\\openin\\x=a$',
    '$\\read\\x to\\y$',
    '$\\def\\x{}$',
    '$\\catcode`\\@=0$',
    '$\\csname input\\endcsname$',
    '$\\lstinputlisting{/etc/passwd}$',
    '$\\directlua{os.execute()}$',
    '$\\loop\\iftrue\\repeat$',
    '$\\expandafter\\alpha$',
    '$\\alphainput$',
    '$^^5cinput{x}$',
    '$^^^^005cinput{x}$',
    '$x % comment$',
    '$\\\\input$',
    '$#1$',
    '$a & b$',
    '$\\@foo$',
    '$x\\$'.slice(0, -1),
  ])
    assert.ok(!isMathematics(formula), formula)
})

test('to look takes time that grows with the length', () => {
  for (const piece of ['\\alpha ', '\\', 'x', '^', '\\input'])
    assert.ok(
      isLinear(64_000, (size) => isMathematics(piece.repeat(size / piece.length))),
      piece,
    )
})
