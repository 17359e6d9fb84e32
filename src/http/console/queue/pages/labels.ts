import type { SubmissionState, Verdict } from '#core/review/submission-state.ts'
import type { CheckName } from '#core/review/checks/finding.ts'
import { html, type Html } from '#html.ts'

/** Labels on the pages of the queue. */

export const verdictLabels: Record<Verdict, { does: string; done: string; key: string }> = {
  accept: { does: 'Accept', done: 'accepted', key: 'a' },
  ask: { does: 'Request changes', done: 'requested changes to', key: 'q' },
  reject: { does: 'Reject', done: 'rejected', key: 'r' },
}

export const checkLabels: Record<CheckName, string> = {
  missing_abstract: 'Abstract',
  address: 'Address',
  year: 'Year',
  likeness: 'Duplicate?',
  hidden_characters: 'Hidden characters',
  agent_instructions: 'Speaks to agents',
  markdown: 'Plain text',
  unchecked: 'Not read to the end',
}

export const stateLabels: Record<SubmissionState, string> = {
  pending: 'waits for review',
  changes_requested: 'waits for its submitter',
  accepted: 'accepted',
  rejected: 'rejected',
  withdrawn: 'withdrawn',
  retracted: 'retracted',
  merged: 'merged into another',
}

/** Minutes, hours or days between two instants. */
export const ageText = (since: string, now: Date): string => {
  const minutes = Math.max(0, Math.floor((now.getTime() - Date.parse(since)) / 60_000))
  if (minutes < 120) return `${minutes} min`
  return minutes < 2_880 ? `${Math.floor(minutes / 60)} h` : `${Math.floor(minutes / 1_440)} days`
}

/** Text of submitters, isolated so that its direction does not change the text around it. */
export const isolated = (text: string): Html => html`<bdi>${text}</bdi>`

export const riskBadge = (risk: number | null): Html =>
  risk === null
    ? html`<span class="risk">not checked</span>`
    : html`<span class="risk ${risk >= 50 ? 'high' : risk >= 20 ? 'some' : 'low'}" title="Risk ${risk} of 100">risk ${risk}</span>`
