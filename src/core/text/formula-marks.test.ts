import assert from 'node:assert/strict'
import { test } from 'node:test'
import { lineWithMarks, markedFormulas, markFormulas, replaceMarks } from './formula-marks.ts'
import { plainMarkup } from './markdown.ts'

const TAU = String.raw`$\tau$`

test('a line and a paragraph mark their formulas; everything is escaped', () => {
  assert.equal(
    lineWithMarks(`<b> ${TAU} & $a<b$`),
    String.raw`&lt;b&gt; <span class="tex">$\tau$</span> &amp; <span class="tex">$a&lt;b$</span>`,
  )
  assert.equal(
    lineWithMarks(`$${'x + '.repeat(20)}y$ $$z$$`).includes('span'),
    false,
    'what does not fit into a line stays TeX',
  )
  assert.equal(
    markFormulas(plainMarkup(`a $x<y$ "b"\n\n${TAU}`)),
    String.raw`<p dir="auto">a <span class="tex">$x&lt;y$</span> &quot;b&quot;</p>` +
      '\n' +
      String.raw`<p dir="auto"><span class="tex">$\tau$</span></p>`,
  )
  assert.equal(markFormulas(plainMarkup('costs $5 & $6')), '<p dir="auto">costs $5 &amp; $6</p>')
})

test('marks are found once each and replaced; text that looks like one is none', () => {
  const page = `<p>${lineWithMarks('$a<b$, $a<b$ and <span class="tex">$c$</span>')}</p>`
  assert.deepEqual(
    [...markedFormulas(page).values()],
    [
      { tex: 'a<b', isDisplayed: false },
      { tex: 'c', isDisplayed: false },
    ],
  )
  assert.equal(
    replaceMarks(page, (source) => (source === '$c$' ? null : `[${source}]`)),
    '<p>[$a&lt;b$], [$a&lt;b$] and &lt;span class=&quot;tex&quot;&gt;$c$&lt;/span&gt;</p>',
  )
  assert.equal(markedFormulas('<p>$x$</p>').size, 0)
})
