import assert from 'node:assert/strict'
import { decidePaper } from '#actions/decisions.ts'
import { addGap } from '#actions/editorial/gaps.ts'
import { mergePaper, savePaperVersion } from '#actions/papers.ts'
import type { PaperWithText } from '#core/papers/paper.ts'
import { checkEvidenceJob } from '#jobs/evidence.ts'
import { budget } from '../support/budgets.ts'
import { contractFor, engines } from '../support/database/engines.ts'
import { addPapers, newPaper } from '../support/database/stored.ts'
import { fakeClock, testRunner } from '../support/ports.ts'

// A library that grows by ten papers a step, beside 120 claims of which is known from the start when they break, if they do.

const STEPS = budget('stepsReplayed')
const PAPERS_A_STEP = 10
const CLAIMS_A_GAP = 10
/** Claims are about the papers of the first steps, and break in later ones. */
const CLAIMED = 60
const SUBJECTS = ['plans', 'memory', 'tools', 'cost', 'safety', 'search', 'language']

/** What happens to the claims of a kind: `breaks` is what an alert is due for. */
const fates = ['rewritten', 'revised', 'retracted', 'edited', 'merged', 'untouched', 'found', 'never found'] as const
type Fate = (typeof fates)[number]
const BREAKING = new Set<Fate>(['rewritten', 'retracted', 'merged', 'found'])
/** What breaks every claim about the paper. */
const CHANGING = new Set<Fate>(['rewritten', 'retracted', 'merged'])

type Claim = { sentence: string; text: string; fate: Fate; paper: string; step: number; word: string }

const quoteOf = (number: number): string => `agents keep ${number} plans for an hour`

const abstractOf = (number: number, more = ''): string =>
  `We study ${SUBJECTS[number % SUBJECTS.length]} at length. In our trials ${quoteOf(number)} and forget them later. ${more}`

/** 120 claims in turn; each breaks, or meets its harmless change, in a step of its own. */
const claims: readonly Claim[] = Array.from({ length: 120 }, (_, index) => {
  const fate = fates[index % fates.length] ?? 'untouched'
  const number = (index % CLAIMED) + 1
  const paper = `p${number}`
  const word = `quixotry${String.fromCodePoint(97 + (index % 26))}${String.fromCodePoint(97 + Math.floor(index / 26))}`
  const isSearch = fate === 'found' || fate === 'never found'
  const isQuote = fate === 'rewritten' || fate === 'revised'
  const mark = isSearch ? `[search: q=${word} = 0]` : isQuote ? `[${paper} "${quoteOf(number)}"]` : `[${paper}]`
  const step = 7 + Math.floor((index * (STEPS - 8)) / 120)
  return { sentence: `Claim ${index} holds.`, text: `Claim ${index} holds ${mark}.`, fate, paper, step, word }
})

for (const engine of engines) {
  const contract = contractFor(engine)

  contract(
    'of 120 claims, those that break are found in the step in which they do, and hardly any other',
    async (store) => {
      const run = await testRunner({ store, clock: fakeClock() })
      const job = checkEvidenceJob({ store, run, clock: fakeClock() })
      const examine = async (): Promise<void> => {
        while ((await store.private.evidence.due(1)).length > 0) await job.run(new AbortController().signal)
      }
      let papers = 0
      const grow = (words: readonly string[]): Promise<void> =>
        addPapers(
          store,
          ...Array.from({ length: PAPERS_A_STEP }, (_, index) => {
            papers += 1
            const title = `On ${SUBJECTS[papers % SUBJECTS.length]}, study ${papers}`
            const abstract = abstractOf(papers, words[index] === undefined ? '' : `We name it ${words[index]}.`)
            return newPaper({ id: `p${papers}`, title, abstract, abstractBy: 'authors' })
          }),
        )
      const revise = (id: string, change: (paper: PaperWithText) => PaperWithText) =>
        run(savePaperVersion, { id, change, version: null, actor: 'cli', act: 'paper.edit' })
      const gone = new Set<string>()
      const happen = async ({ fate, paper, step }: Claim): Promise<void> => {
        if (gone.has(paper)) return
        if (fate === 'rewritten') await revise(paper, (was) => ({ ...was, abstract: `Rewritten in step ${step}.` }))
        if (fate === 'revised')
          await revise(paper, (was) => ({ ...was, abstract: `${was.abstract ?? ''} More in step ${step}.` }))
        if (fate === 'edited') await revise(paper, (was) => ({ ...was, chapter: was.chapter === 2 ? 3 : 2 }))
        if (fate === 'retracted' || fate === 'merged') gone.add(paper)
        if (fate === 'retracted')
          await run(decidePaper, { id: paper, event: 'retract', note: 'Wrong.', actor: 'editor:test' })
        if (fate === 'merged') await run(mergePaper, { id: paper, into: 'p70', note: null, actor: 'cli' })
      }
      for (let step = 1; step <= 7; step += 1) await grow([])
      for (let from = 0; from < claims.length; from += CLAIMS_A_GAP) {
        const explanation = claims
          .slice(from, from + CLAIMS_A_GAP)
          .map(({ text }) => text)
          .join(' ')
        await run(addGap, { gap: { title: 'G', severity: 'high', explanation, paperIds: [] }, actor: 'cli' })
      }
      await examine()

      const foundIn = new Map<string, number>()
      for (let step = 8; step <= STEPS; step += 1) {
        const now = claims.filter((claim) => claim.step === step - 1)
        for (const claim of now) await happen(claim)
        await grow(now.filter(({ fate }) => fate === 'found').map(({ word }) => word))
        await examine()
        for (const { sentence } of await store.private.alerts.open(999))
          if (!foundIn.has(sentence)) foundIn.set(sentence, step)
      }

      // What happens to a paper also breaks the other claim about it, from that step on.
      const breaksIn = new Map<string, number>()
      for (const claim of claims) {
        const own = BREAKING.has(claim.fate) ? [claim.step] : []
        const isSearch = claim.fate === 'found' || claim.fate === 'never found'
        const others = claims
          .filter((other) => !isSearch && other.paper === claim.paper && CHANGING.has(other.fate))
          .map(({ step }) => step)
        const first = Math.min(...own, ...others)
        if (Number.isFinite(first)) breaksIn.set(claim.sentence, first + 1)
      }
      const found = [...breaksIn].filter(([sentence, step]) => foundIn.get(sentence) === step)
      const worth = [...foundIn].filter(([sentence]) => breaksIn.has(sentence))
      assert.ok(breaksIn.size > 50)
      assert.ok(found.length / breaksIn.size >= 0.95, `${found.length} of ${breaksIn.size} found in their step`)
      assert.ok(worth.length / foundIn.size >= 0.5, `${worth.length} of ${foundIn.size} alerts are worth acting on`)
    },
  )
}
