import type { AssessmentRule } from '#core/assessment/assessment-rule.ts'
import { Failure } from '#core/failure.ts'
import type { Clock, Ids } from '#ports/runtime.ts'
import type { EmailComposer } from '#ports/email-composer.ts'
import type { Store, Transaction } from '#ports/store/store.ts'

/** What an action works with: a transaction, the time at which all of it happens, new ids, the texts of emails, and a setting. */
export type ActionContext = Transaction & {
  now: Date
  ids: Ids
  emails: EmailComposer
  /** Whose acceptances publish only assessed papers. */
  requireAssessment: AssessmentRule
}

/**
 * One thing that can be done, in one transaction. It fails by throwing a `Failure`, which rolls back, or refuses by returning
 * one, which commits what it has written, such as a request that counts against a quota.
 */
export type Action<Input, Result> = (tx: ActionContext, input: Input) => Promise<Result | Failure>

/** Runs an action in its own transaction. Also throws a failure that the action returned. */
export type RunAction = <Input, Result>(action: Action<Input, Result>, input: Input) => Promise<Result>

type RunnerPorts = {
  store: Pick<Store, 'transact'>
  clock: Clock
  ids: Ids
  emails: EmailComposer
  requireAssessment?: AssessmentRule
}

/** The one place that opens a transaction for an action. */
export const actionRunner =
  ({ store, clock, ids, emails, requireAssessment = 'none' }: RunnerPorts): RunAction =>
  async (action, input) => {
    const result = await store.transact((tx) =>
      action({ ...tx, now: clock.now(), ids, emails, requireAssessment }, input),
    )
    if (result instanceof Failure) throw result
    return result
  }
