import { mailAlerts, settleEdited } from '#actions/alerts.ts'
import type { RunAction } from '#actions/run-action.ts'
import type { AlertReader } from '#ports/store/alerts.ts'
import type { Job } from './run-jobs.ts'

/** Settles alerts about sentences that were edited. */
export const settleAlertsJob = ({ run, alerts }: { run: RunAction; alerts: AlertReader }): Job => ({
  name: 'settle-alerts',
  everySeconds: 10,
  run: async () => {
    // Most runs find nothing to do, and must not block writers.
    if ((await alerts.edited(1)).length === 0) return { more: false }
    return { more: await run(settleEdited, null) }
  },
})

/** Checks once an hour whether the weekly email about alerts is due. Every process checks; one sends. */
export const mailAlertsJob = ({ run, alerts }: { run: RunAction; alerts: AlertReader }): Job => ({
  name: 'mail-alerts',
  everySeconds: 3_600,
  run: async () => {
    if ((await alerts.open(1)).length > 0) await run(mailAlerts, null)
    return { more: false }
  },
})
