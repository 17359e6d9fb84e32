import { type Editor, includesRole } from '#core/access/editor.ts'
import type { BackupFault } from '#core/backups.ts'
import type { DumpFailure } from '#core/dump.ts'
import { weekId, weekLabel } from '#core/editorial/week.ts'
import type { MailingState } from '#core/mail/mailing.ts'
import { groupedNumber, pluralize } from '#core/numbers.ts'
import { isOn } from '#core/papers/library-words.ts'
import type { WaitingKind } from '#core/review/waiting.ts'
import { html, type Html, type Renderable, withFormulas } from '#html.ts'
import { auditLine, type AuditNames } from '#http/console/audit/lines.ts'
import { consolePage, TODAY_PATH } from '#http/console/pages/frame.ts'
import { actionButton, dateTime } from '#http/console/pages/parts.ts'
import { ageText } from '#http/console/queue/pages/parts.ts'
import { MOST_WAITING, type Today, type Waiting, type WeeksBrief } from '#queries/today.ts'
import type { LiveSite } from '#ports/site.ts'

type TodayView = {
  editor: Editor
  today: Today
  dumpFailure: DumpFailure | null
  backups: BackupFault[]
  names: AuditNames
  now: Date
}

type WaitingArea = { path: string; one: string; many: string }

/** Where each kind is decided on; emails that were not delivered stand among what failed. */
const areas: Record<Exclude<WaitingKind, 'emails'>, WaitingArea> = {
  submissions: { path: '/console/queue', one: 'paper to review', many: 'papers to review' },
  candidates: { path: '/console/candidates', one: 'candidate in the inbox', many: 'candidates in the inbox' },
  proposals: { path: '/console/proposals', one: 'proposal for a paper', many: 'proposals for papers' },
  messages: { path: '/console/messages?state=new', one: 'new message', many: 'new messages' },
  unassessed: {
    path: '/console/assess-many',
    one: 'public paper not yet assessed',
    many: 'public papers not yet assessed',
  },
}

const counted = (count: number, one: string, many: string): string =>
  count > MOST_WAITING ? `More than ${groupedNumber(MOST_WAITING)} ${many}` : pluralize(count, one, many)

const waitingItem = ({ kind, count, since }: Waiting, now: Date): Html | false => {
  if (kind === 'emails') return false
  const { path, one, many } = areas[kind]
  return html`<li><a href="${path}">${counted(count, one, many)}</a>${
    since !== null && html`, <span class="quiet" title="${since}">the oldest for ${ageText(since, now)}</span>`
  }</li>`
}

const waitingSection = ({ today, now }: TodayView): Html => {
  const waiting = today.waiting.filter(({ kind }) => kind !== 'emails')
  return html`<section aria-labelledby="waits"><h2 id="waits">What waits</h2>
        ${waiting.length === 0 ? html`<p>Nothing waits.</p>` : html`<ul class="entries">${waiting.map((each) => waitingItem(each, now))}</ul>`}
      </section>`
}

/** Something that failed: what, why, and what helps, as a link if a page of the console does. */
type Failing = { what: Renderable; why: Renderable; remedy: string; path: string | null }

const emailFailures = ({ today, now }: TodayView): Failing[] =>
  today.waiting
    .filter(({ kind }) => kind === 'emails')
    .map(({ count, since }) => ({
      what: `${counted(count, 'email', 'emails')} could not be delivered`,
      why: since !== null && `The oldest was written ${ageText(since, now)} ago.`,
      remedy: 'See why, and try again',
      path: '/console/outbox?state=failed',
    }))

const mailingFailures = ({ brief }: Today): Failing[] => {
  const mailing = brief?.mailing ?? null
  if (mailing === null) return []
  const path = `/console/briefs/${mailing.briefId}/email`
  const { failed, bounced } = mailing.deliveries
  return [
    ...(mailing.state === 'paused'
      ? [
          {
            what: 'The email of this week’s brief is paused',
            why: `${groupedNumber(mailing.deliveries.waiting)} still wait.`,
            remedy: 'Resume or cancel it',
            path,
          },
        ]
      : []),
    ...(failed + bounced > 0
      ? [
          {
            what: `${pluralize(failed + bounced, 'email', 'emails')} of this week’s brief did not arrive`,
            why: `${groupedNumber(failed)} were refused and ${groupedNumber(bounced)} came back.`,
            remedy: 'See the numbers',
            path,
          },
        ]
      : []),
  ]
}

const sourceFailures = ({ sources }: Today): Failing[] =>
  sources.map(({ name, failures, lastError }) => ({
    what: html`The source <bdi>${name}</bdi> failed ${pluralize(failures, 'time', 'times')}`,
    why: lastError,
    remedy: 'Run it again, pause or remove it',
    path: '/console/sources',
  }))

const webhookFailures = ({ webhooks }: Today): Failing[] =>
  webhooks.map(({ id, url, pausedBecause, failures, lastError }) => ({
    what:
      pausedBecause === null
        ? html`The webhook <bdi>${url}</bdi> failed ${pluralize(failures, 'time', 'times')}`
        : html`The webhook <bdi>${url}</bdi> is paused`,
    why: pausedBecause ?? lastError,
    remedy: pausedBecause === null ? 'See what it answered' : 'See why, and resume it',
    path: `/console/webhooks/${id}`,
  }))

const dumpFailures = ({ dumpFailure }: TodayView): Failing[] =>
  dumpFailure === null
    ? []
    : [
        {
          what: 'The last dump failed',
          why: html`${dateTime(dumpFailure.at)} UTC: ${dumpFailure.message}`,
          remedy: 'See the dumps',
          path: '/console/dumps',
        },
      ]

/** Their remedy is a command on the server. */
const backupFailures = ({ backups }: TodayView): Failing[] => backups.map((fault) => ({ ...fault, path: null }))

const digestFailures = ({ digestsPaused }: Today): Failing[] =>
  digestsPaused
    ? [
        {
          what: 'Digests are paused',
          why: 'The library was restored from a backup, and may have sent them since.',
          remedy: 'Resume them',
          path: '/console/subscribers',
        },
      ]
    : []

const failingSection = (view: TodayView): Html => {
  const { today } = view
  const failing = [
    ...emailFailures(view),
    ...mailingFailures(today),
    ...sourceFailures(today),
    ...webhookFailures(today),
    ...backupFailures(view),
    ...dumpFailures(view),
    ...digestFailures(today),
  ]
  return html`<section aria-labelledby="failed"><h2 id="failed">What failed</h2>
        ${
          failing.length === 0
            ? html`<p>Nothing failed.</p>`
            : html`<ul class="entries">${failing.map(
                ({ what, why, remedy, path }) =>
                  html`<li>${what}. ${why !== null && why !== false && html`<span class="quiet" dir="auto">${why}</span> `}${path === null ? remedy : html`<a href="${path}">${remedy}</a>`}</li>`,
              )}</ul>`
        }
      </section>`
}

const mailingText: Record<MailingState, string> = {
  scheduled: 'its email is scheduled',
  sending: 'its email is being sent',
  paused: 'its email is paused',
  cancelled: 'its email was cancelled',
  sent: 'its email was sent',
}

const briefState = ({ week, published, draft, mailing }: WeeksBrief): Html => {
  if (published !== null) {
    const { id, title } = published
    const email = mailing === null ? 'it was not sent by email' : mailingText[mailing.state]
    return html`<p><a href="/briefs/${id}">${withFormulas(title)}</a> is published; <a href="/console/briefs/${id}/email">${email}</a>.</p>`
  }
  if (draft === null)
    return html`<p>${weekLabel(week)} has no brief yet.</p>
        ${actionButton({ path: '/console/briefs', label: 'Begin it from the papers of the week', fields: { week: weekId(week) }, style: 'plain' })}`
  return html`<p><a href="/console/briefs/${draft.id}">${withFormulas(draft.title)}</a> is a draft, last changed ${dateTime(draft.updatedAt)} UTC.</p>`
}

const briefSection = (brief: WeeksBrief | null): Html | false =>
  brief !== null &&
  html`<section aria-labelledby="brief"><h2 id="brief">This week’s brief</h2>${briefState(brief)}</section>`

const doneSection = ({ today, names, editor }: TodayView): Html | false =>
  includesRole(editor.role, 'editor') &&
  html`<section aria-labelledby="done"><h2 id="done">What the team did</h2>
        ${today.done.length === 0 ? html`<p>Nothing yet.</p>` : html`<ol class="audit">${today.done.map((record) => html`<li>${auditLine(record, names)}</li>`)}</ol>`}
        <p><a href="/console/audit">All actions</a></p>
      </section>`

/** What people come for besides what waits. */
const beginnings: readonly { path: string; label: string; role: 'editor' | 'admin' }[] = [
  { path: '/console/imports', label: 'Import papers', role: 'editor' },
  { path: '/console/files', label: 'Add PDFs', role: 'editor' },
  { path: '/console/people#name', label: 'Add a colleague', role: 'admin' },
  { path: '/console/settings', label: 'Name and look of the library', role: 'admin' },
]

const beginSection = ({ role }: Editor): Html | false => {
  const offered = beginnings.filter((each) => includesRole(role, each.role))
  return (
    offered.length > 0 &&
    html`<section aria-labelledby="begin"><h2 id="begin">Begin</h2>
        <ul class="tags">${offered.map(({ path, label }) => html`<li><a href="${path}">${label}</a></li>`)}</ul>
      </section>`
  )
}

/** The front page of the console: what waits, what failed, this week's brief, and what the team did. */
export const todayPage = ({ site }: { site: LiveSite }, view: TodayView): Html => {
  const { editor, today } = view
  return consolePage({
    title: 'Today',
    site,
    editor,
    activePath: TODAY_PATH,
    body: html`<h1>Today</h1>
      <div class="beside today">
        <div>${waitingSection(view)}${includesRole(editor.role, 'editor') && failingSection(view)}${beginSection(editor)}</div>
        <div>${isOn('briefs', site.current()) && briefSection(today.brief)}${doneSection(view)}</div>
      </div>`,
  })
}
