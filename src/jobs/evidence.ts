import { setImmediate as nextTurn } from 'node:timers/promises'
import { keepEvidenceChecks } from '#actions/evidence.ts'
import type { RunAction } from '#actions/run-action.ts'
import { doStepsApart } from '#core/steps.ts'
import type { Clock } from '#ports/runtime.ts'
import type { Store } from '#ports/store/store.ts'
import { lookUpMarks } from '#queries/evidence.ts'
import { parseEvidenceSearch } from '#schemas/evidence-search.ts'
import type { Job } from './run-jobs.ts'

const BATCH = 20

type Ports = { store: { private: Store['private'] }; run: RunAction; clock: Clock }

/** Looks up marks that are new or whose papers have changed, and stores what it finds. Until then, whoever reads them does. */
export const checkEvidenceJob = ({ store, run, clock }: Ports): Job => ({
  name: 'check-evidence',
  everySeconds: 2,
  run: async (signal) => {
    // Most runs find nothing to do, and must not block writers.
    const due = await store.private.evidence.due(BATCH)
    if (due.length === 0 || signal.aborted) return { more: false }
    const checks = await lookUpMarks(
      {
        reader: store.private,
        parseSearch: parseEvidenceSearch,
        clock,
        doInTurns: (steps) => doStepsApart(steps, () => nextTurn()),
      },
      due.map(({ mark }) => mark),
    )
    const kept = due.flatMap(({ subject, number, mark }, index) => {
      const check = checks[index]
      return check === undefined ? [] : [{ place: { subject, number, mark: mark.mark }, check }]
    })
    await run(keepEvidenceChecks, kept)
    return { more: due.length === BATCH }
  },
})
