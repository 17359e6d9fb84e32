import assert from 'node:assert/strict'
import { test } from 'node:test'
import { allowedMathematics, mathMarkup } from './math-markup.ts'

const rendered = (tex: string, isDisplayed = false): string | null => mathMarkup({ tex, isDisplayed })

test('formulas become MathML with their text in signs of Unicode', () => {
  const cases: [string, string][] = [
    [String.raw`\tau^2`, '<math alttext="τ²"><msup><mi>τ</mi><mn>2</mn></msup></math>'],
    ['a<b', '<math alttext="a&lt;b"><mrow><mi>a</mi><mo>&lt;</mo><mi>b</mi></mrow></math>'],
    [String.raw`\texttt{YC-Bench}`, '<math alttext="YC-Bench"><mtext>YC-Bench</mtext></math>'],
    [String.raw`\underline{x}`, '<math alttext="x"><mrow class="math-under"><mi>x</mi></mrow></math>'],
  ]
  for (const [tex, markup] of cases) assert.equal(rendered(tex), markup, tex)
  assert.match(rendered('x', true) ?? '', / display="block"/u)
  assert.match(
    rendered(`${'x + '.repeat(10)}y`) ?? '',
    /^<span class="formula" tabindex="0"[^>]*><math[^]*<\/math><\/span>$/u,
  )
})

test('styles of the converter become classes, and colours are dropped', () => {
  const markups = [
    String.raw`\boxed{x}`,
    String.raw`\color{red}{x}`,
    String.raw`\rule{1em}{2em}`,
    String.raw`\begin{pmatrix}a&b\end{pmatrix}`,
  ].map((tex) => (rendered(tex) ?? 'none').replace(/alttext="[^"]*"/u, ''))
  for (const markup of markups) assert.doesNotMatch(markup, / style=|color|background|none/u)
  assert.match(markups.join(''), /class="math-boxed"[^]*class="math-rule"/u)
})

test('what the converter refuses, or would trust, stays TeX', () => {
  for (const tex of [
    String.raw`\href{javascript:alert(1)}{x}`,
    String.raw`\includegraphics{https://elsewhere.invalid/x.png}`,
    String.raw`\class{x}{y}`,
    String.raw`\style{color:red}{y}`,
    String.raw`\data{a=b}{y}`,
    String.raw`\id{x}{y}`,
    String.raw`\ref{a}`,
    String.raw`\unknown{x}`,
    String.raw`\frac{a`,
    String.raw`\def\a{\a\a}\a`,
    `${String.raw`\def\a{xxxxxxxxxx}\def\b{\a\a\a\a\a\a\a\a}\def\c{\b\b\b\b\b\b\b\b}`}${String.raw`\c`.repeat(20)}`,
    '{'.repeat(500),
    `\\begin{matrix}${'&'.repeat(400)}\\end{matrix}`,
    'x'.repeat(1_001),
  ])
    assert.equal(rendered(tex), null, tex)
  assert.notEqual(rendered(String.raw`\gdef\leaked{x}\leaked`), null)
  assert.equal(rendered(String.raw`\leaked`), null, 'a definition ends with its formula')
})

test('only listed elements, attributes, classes and values come out', () => {
  assert.equal(
    allowedMathematics(
      '<math onclick="x" class="tml-overline other" style="border:1px"><mspace width="1em" height="url(x)" mathbackground="red"></mspace></math>',
    ),
    '<math class="math-over math-boxed"><mspace width="1em" class="math-rule"></mspace></math>',
  )
  for (const markup of [
    '<math><script>alert(1)</script></math>',
    '<math><a href="x">y</a></math>',
    '<math><mi><img src="x"></mi></math>',
    '<math><mtext>a</mtext>',
    '<math></math><math></math>',
    '<math></mrow></math>',
    '<mrow></mrow>',
    'text',
    '<math>&nbsp;</math>',
    '<math><mi x=y>a</mi></math>',
    '<math><annotation-xml>x</annotation-xml></math>',
    '',
  ])
    assert.equal(allowedMathematics(markup), null, markup)
})
