import assert from 'node:assert/strict'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { decidePaper } from '#actions/decisions.ts'
import { addGap, editGap } from '#actions/editorial/gaps.ts'
import { mergePaper, savePaperVersion } from '#actions/papers.ts'
import type { Evidence } from '#core/evidence/evidence.ts'
import type { PaperWithText } from '#core/papers/paper.ts'
import { doStepsApart } from '#core/steps.ts'
import { checkEvidenceJob } from '#jobs/evidence.ts'
import type { Store } from '#ports/store/store.ts'
import { lookUpMarks } from '#queries/evidence.ts'
import { parseEvidenceSearch } from '#schemas/evidence-search.ts'
import { budget } from '../support/budgets.ts'
import { contractFor, engines } from '../support/database/engines.ts'
import { addPapers, newPaper } from '../support/database/stored.ts'
import { seededRandom, testSeed } from '../support/generated/random.ts'
import { fakeClock, testRunner } from '../support/ports.ts'

// What was kept step by step, only what rests on each change being looked up again, is what looking up everything now finds.

const STEPS = budget('stepsOfEvidence')
const SUBJECTS = ['plans', 'memory', 'tools', 'cost']
const GAPS = 6

const abstractOf = (subject: string, number: number): string =>
  `We study ${subject} of agents. Version ${number} of it holds for ${number % 3} hours.`

/** Everything that texts rest on, as it is kept. */
const kept = async (store: Store): Promise<Evidence[]> =>
  store.public.evidence.list(Array.from({ length: GAPS }, (_, index) => `gap:g${index + 1}` as const))

const compared = ({ check, ...rest }: Evidence) => {
  const { checkedAt: _at, ...found } = check ?? { checkedAt: '' }
  return [rest.subject, rest.number, rest.mark.mark, found]
}

for (const engine of engines) {
  const contract = contractFor(engine)

  contract('evidence that is kept step by step is what looking up everything finds', async (store) => {
    const seed = testSeed()
    const random = seededRandom(seed)
    const clock = fakeClock()
    const run = await testRunner({ store, clock })
    const job = checkEvidenceJob({ store, run, clock })
    const examine = async (): Promise<void> => {
      while ((await store.private.evidence.due(1)).length > 0) await job.run(new AbortController().signal)
    }
    let papers = 0
    const of = <T>(all: readonly T[]): T => all[random.between(0, all.length - 1)] as T
    const known = (): string => `p${random.between(1, papers)}`
    const add = (count = 1): Promise<void> =>
      addPapers(
        store,
        ...Array.from({ length: count }, () => {
          papers += 1
          const subject = of(SUBJECTS)
          return newPaper({
            id: `p${papers}`,
            title: `On ${subject} ${papers}`,
            abstract: abstractOf(subject, papers),
            abstractBy: 'authors',
          })
        }),
      )
    const sentence = (): string =>
      of([
        `It holds [${known()}].`,
        `It lasts [${known()} "holds for ${random.between(0, 2)} hours"].`,
        `Nobody asks [search: q=${of(SUBJECTS)} < ${random.between(1, 9)}].`,
      ])
    const explanation = (): string => Array.from({ length: 4 }, sentence).join(' ')
    const words = () => ({ title: 'G', severity: 'high' as const, explanation: explanation(), paperIds: [] })
    const revise = (change: (paper: PaperWithText) => PaperWithText) =>
      run(savePaperVersion, { id: known(), change, version: null, actor: 'cli', act: 'paper.edit' })
    const acts: (() => Promise<unknown>)[] = [
      () => add(),
      () => revise((paper) => ({ ...paper, abstract: abstractOf(of(SUBJECTS), random.between(1, 99)) })),
      () => revise((paper) => ({ ...paper, title: `About ${of(SUBJECTS)}` })),
      () => run(decidePaper, { id: known(), event: 'retract', note: 'It was wrong.', actor: 'editor:test' }),
      () => run(mergePaper, { id: known(), into: known(), note: null, actor: 'cli' }),
      () => run(editGap, { id: `g${random.between(1, GAPS)}`, words: words(), version: null, actor: 'cli' }),
    ]
    await add(12)
    for (let number = 0; number < GAPS; number += 1) await run(addGap, { gap: words(), actor: 'cli' })
    const ports = {
      reader: store.public,
      parseSearch: parseEvidenceSearch,
      clock,
      doInTurns: <T>(steps: Parameters<typeof doStepsApart<T>>[0]) => doStepsApart(steps, () => nextTurn()),
    }
    for (let step = 1; step <= STEPS; step += 1) {
      await of(acts)().catch(() => {})
      if (random.onceIn(3)) await examine()
      if (step % 20 !== 0) continue
      await examine()
      const before = await kept(store)
      const anew = await lookUpMarks(
        ports,
        before.map(({ mark }) => mark),
      )
      assert.deepEqual(
        before.map(compared),
        before.map((evidence, index) => compared({ ...evidence, check: anew[index] ?? null })),
        `after ${step} steps of TEST_SEED=${seed}`,
      )
      const open = await store.private.alerts.open(999)
      const places = open.map(({ subject, sentence: said }) => `${subject} ${said}`)
      assert.equal(new Set(places).size, places.length, 'at most one alert for a sentence')
    }
  })
}
