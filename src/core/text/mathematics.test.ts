import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { MarkdownMarkup } from './markdown.ts'
import { plainFormula, plainMathematics, splitMathematics, withPlainFormulas } from './mathematics.ts'

const formulasIn = (text: string): string[] =>
  splitMathematics(text).flatMap(({ source, tex }) => (tex === null ? [] : [source]))

test('formulas are found between their delimiters', () => {
  const cases: [string, string[]][] = [
    [String.raw`$\tau^2$-Bench, 10$\times$ and the $n$th`, [String.raw`$\tau^2$`, String.raw`$\times$`, '$n$']],
    [String.raw`from $\sim$5\% to $\sim$40\%`, [String.raw`$\sim$`, String.raw`$\sim$`]],
    [String.raw`\(x\), \[y = 1\] and $$z$$`, [String.raw`\(x\)`, String.raw`\[y = 1\]`, '$$z$$']],
    [String.raw`a $b\$c$ d`, [String.raw`$b\$c$`]],
  ]
  for (const [text, formulas] of cases) {
    assert.deepEqual(formulasIn(text), formulas, text)
    assert.equal(
      splitMathematics(text)
        .map(({ source }) => source)
        .join(''),
      text,
    )
  }
})

test('prices, variables and brackets are no formulas', () => {
  for (const text of [
    'costs $5 and $10, from $0.398 to $0.228, $5/$6, US$5 or US$6',
    '$5 million for the first and $6 million for the second',
    String.raw`\$5 and \$6`,
    'echo $HOME/bin:$PATH and $(cmd) $1 $2',
    String.raw`see \[1\] and \(the first of these words\)`,
    '$2 unique paths) achieve 80--92% accuracy, while others do not ($',
    '$a\n\nb$',
    '$ x $, $x',
    String.raw`$\frac{a$`,
  ])
    assert.deepEqual(formulasIn(text), [], text)
})

test('simple formulas are readable as text, others stay TeX', () => {
  const cases: [string, string][] = [
    [String.raw`\alpha`, 'α'],
    [String.raw`x_i^2 \le 5`, 'xᵢ² ≤ 5'],
    [String.raw`6.4\times10^{-3}`, '6.4×10⁻³'],
    [String.raw`\mathcal{O}(n \log n)`, 'O(n log n)'],
    [String.raw`\frac{a+b}{2}`, '(a+b)/2'],
    [String.raw`\sqrt{\mathrm{JSD}}`, '√JSD'],
    [String.raw`360^\circ`, '360°'],
    [String.raw`\tau = \{o_0, a_0\}`, 'τ = {o₀, a₀}'],
    ['x^{ab}', 'x^ab'],
    [String.raw`\begin{pmatrix}a\end{pmatrix}`, String.raw`\begin{pmatrix}a\end{pmatrix}`],
  ]
  for (const [tex, plain] of cases) assert.equal(plainFormula(tex), plain, tex)
  assert.equal(
    plainMathematics(String.raw`$\tau^2$-Bench costs $5 or $\unknown{x}$`),
    String.raw`τ²-Bench costs $5 or $\unknown{x}$`,
  )
})

test('markup without MathML has the text of each formula', () => {
  const markup =
    '<p>a <math alttext="τ²" display="block"><mi>τ</mi></math>, <span class="formula" tabindex="0"><math alttext="b"><mi>b</mi></math></span></p>'
  assert.equal(withPlainFormulas(markup as MarkdownMarkup), '<p>a τ², b</p>')
})
