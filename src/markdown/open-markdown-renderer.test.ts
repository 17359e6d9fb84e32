import assert from 'node:assert/strict'
import { test } from 'node:test'
import { explodingMarkdown } from '../../test/support/parsing-cost.ts'
import { recordingLog, type LogLine } from '../../test/support/ports.ts'
import { openMarkdownRenderer } from './open-markdown-renderer.ts'
import { mathMarkup } from './math-markup.ts'
import { renderMarkdown } from './render-markdown.ts'

test('texts are rendered in another thread, in their order', async (t) => {
  const logged: LogLine[] = []
  const renderer = openMarkdownRenderer({ log: recordingLog(logged) })
  t.after(() => renderer.close())
  const quick = ['# One', '', '*two*', ...explodingMarkdown(50_000)]
  // The shorter ones are within the bounds, and need all the memory that the thread is given.
  const texts = [...quick, ...explodingMarkdown(2_000)]
  const [together, apart] = await Promise.all([
    renderer.render(texts),
    Promise.all(quick.map((text) => renderer.render([text]))),
  ])
  assert.deepEqual(together, texts.map(renderMarkdown))
  assert.deepEqual(apart.flat(), together.slice(0, quick.length))
  assert.deepEqual(logged, [])
})

test('formulas are converted in the thread, each once', async (t) => {
  const logged: LogLine[] = []
  const renderer = openMarkdownRenderer({ log: recordingLog(logged) })
  t.after(() => renderer.close())
  const formulas = ['x', String.raw`\unknown`, 'x', 'y'].map((tex) => ({ tex, isDisplayed: false }))
  const markups = await renderer.renderFormulas(formulas)
  assert.deepEqual(markups, formulas.map(mathMarkup))
  await renderer.close()
  assert.deepEqual(await renderer.renderFormulas(formulas), markups, 'known without the thread')
  assert.deepEqual(logged, [])
})

test('more than 64 requests at once are refused, and taken again afterwards', async (t) => {
  const renderer = openMarkdownRenderer({ log: recordingLog([]) })
  t.after(() => renderer.close())
  const taken = Array.from({ length: 64 }, () => renderer.render(['a']))
  assert.throws(() => renderer.render(['a']), { code: 'unavailable' })
  await Promise.all(taken)
  assert.deepEqual(await renderer.render(['a']), ['<p>a</p>'])
})

const broken = (code: string): URL => new URL(`data:text/javascript,${encodeURIComponent(code)}`)

test('a thread that does not answer, or ends, is replaced; its text is shown as plain text and the defect is logged', async (t) => {
  const threads = [
    "import { parentPort } from 'node:worker_threads'; parentPort.on('message', () => {})",
    "import { parentPort } from 'node:worker_threads'; parentPort.on('message', () => process.exit(1))",
    "import { parentPort } from 'node:worker_threads'; parentPort.on('message', () => { throw new Error('x') })",
  ]
  for (const code of threads) {
    const logged: LogLine[] = []
    const renderer = openMarkdownRenderer({ log: recordingLog(logged), thread: broken(code), deadlineMs: 300 })
    t.after(() => renderer.close())
    for (let round = 0; round < 2; round += 1)
      assert.deepEqual(await renderer.render(['# <One>']), ['<p dir="auto"># &lt;One&gt;</p>'])
    assert.equal(logged.length, 2)
    assert.deepEqual(await renderer.renderFormulas([{ tex: 'x', isDisplayed: false }]), [null])
  }
})
