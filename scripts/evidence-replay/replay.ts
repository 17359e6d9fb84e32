import { confirmAlert } from '#actions/alerts.ts'
import { doesHold } from '#core/evidence/evidence.ts'
import type { Alert } from '#core/evidence/alerts.ts'
import { checkEvidenceJob } from '#jobs/evidence.ts'
import type { Library } from './library.ts'
import { PAPERS_A_STEP, STEPS, type ArxivPaper, type Claim, type ReplayEvent } from './marks.ts'

/** An alert, with the step that opened it. */
export type OpenedAlert = Pick<Alert, 'sentence' | 'cause' | 'paperId'> & { step: number }

export type Replayed = {
  alerts: OpenedAlert[]
  /** Claims whose mark did not hold when they were written. */
  notHeld: string[]
  /** Processor time of this process in each step: of all of it, and of the job. */
  cpu: { step: number; job: number }[]
}

const MANY = 999
const MICROSECONDS = 1e6

const cpuSeconds = (): number => {
  const { user, system } = process.cpuUsage()
  return (user + system) / MICROSECONDS
}

type Marks = { papers: readonly ArxivPaper[]; claims: readonly Claim[]; events: readonly ReplayEvent[] }

/** Looks up all that is due, as the service does in the background. */
const examine = async ({ store, run, clock }: Library): Promise<void> => {
  const job = checkEvidenceJob({ store, run, clock })
  while ((await store.private.evidence.due(1)).length > 0) await job.run(new AbortController().signal)
}

const sentencesThatDoNotHold = async ({ store }: Library, now: readonly Claim[]): Promise<string[]> => {
  const gaps = await store.public.gaps.list(null)
  const briefs = [...new Set(now.filter((claim) => claim.in.startsWith('brief:')).map((claim) => claim.in))]
  const papers = [...new Set(now.flatMap((claim) => /^commentary:(?<id>p\d+)$/u.exec(claim.in)?.groups?.id ?? []))]
  const kept = await store.public.evidence.list([
    ...gaps.map(({ id }) => `gap:${id}` as const),
    ...(briefs as `brief:${string}:take`[]),
    ...papers.map((id) => `paper:${id}` as const),
  ])
  const written = new Set(now.map(({ sentence }) => sentence))
  return kept
    .filter(({ sentence, mark, check }) => written.has(sentence) && check !== null && !doesHold(mark, check))
    .map(({ sentence }) => sentence)
}

/**
 * In each step the changes of the step, ten papers, and the texts that are written then; then the job. An editor looks at every alert
 * in the step that opens it and confirms the sentence, so that none keeps a later one from being seen.
 */
export const replay = async (
  library: Library,
  { papers, claims, events }: Marks,
  { moveClock, told }: { moveClock: (papers: readonly ArxivPaper[]) => void; told: (alert: OpenedAlert) => void },
): Promise<Replayed> => {
  const result: Replayed = { alerts: [], notHeld: [], cpu: [] }
  for (let step = 1; step <= STEPS; step += 1) {
    const begun = cpuSeconds()
    const first = (step - 1) * PAPERS_A_STEP
    const arriving = papers.slice(first, first + PAPERS_A_STEP)
    moveClock(arriving)
    for (const event of events) if (event.step === step) await library.change(event)
    const ids = await library.add(arriving)
    const expected = arriving.map((_, index) => `p${first + index + 1}`)
    if (ids.join() !== expected.join()) throw new Error(`Step ${step} stored ${ids.join()}.`)
    const written = claims.filter(({ from }) => from === step)
    await library.write(written)
    const added = cpuSeconds()
    await examine(library)
    const examined = cpuSeconds()
    result.cpu.push({ step: examined - begun, job: examined - added })
    if (written.length > 0) result.notHeld.push(...(await sentencesThatDoNotHold(library, written)))
    for (const { id, sentence, cause, paperId } of await library.store.private.alerts.open(MANY)) {
      const alert = { step, sentence, cause, paperId }
      result.alerts.push(alert)
      told(alert)
      await library.run(confirmAlert, { id, actor: 'editor:replay' })
    }
  }
  return result
}
