import { Failure } from '#core/failure.ts'
import type { Clock } from '#ports/clock.ts'
import type { Ids } from '#ports/ids.ts'
import type { EmailComposer } from '#ports/email-composer.ts'
import type { Store, Transaction } from '#ports/store/store.ts'

/** What an action works with: one transaction, the one instant that all of it happens at, new ids, and the texts of emails. */
export type ActionContext = Transaction & { now: Date; ids: Ids; emails: EmailComposer }

/**
 * One thing that can be done, in one transaction. It refuses by throwing a `Failure`, which undoes everything, or by
 * returning one, which keeps what it has written, such as a request that counts against a quota.
 */
export type Action<Input, Result> = (tx: ActionContext, input: Input) => Promise<Result | Failure>

/** Runs an action in a transaction of its own. Throws the failure with which the action refused. */
export type RunAction = <Input, Result>(action: Action<Input, Result>, input: Input) => Promise<Result>

type RunnerPorts = { store: Pick<Store, 'transact'>; clock: Clock; ids: Ids; emails: EmailComposer }

/** The one place that opens a transaction for an action. */
export const actionRunner =
  ({ store, clock, ids, emails }: RunnerPorts): RunAction =>
  async (action, input) => {
    const result = await store.transact((tx) => action({ ...tx, now: clock.now(), ids, emails }, input))
    if (result instanceof Failure) throw result
    return result
  }
