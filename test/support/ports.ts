import type { AssessmentRule } from '#core/assessment/assessment-rule.ts'
import type { Clock, Log, Ids } from '#ports/runtime.ts'
import { actionRunner, type RunAction } from '#actions/run-action.ts'
import { emailComposer } from '#mail/emails/email-templates.ts'
import { defaultSettings } from '#core/settings.ts'
import type { LiveSite } from '#ports/site.ts'
import { fixedSite } from '#queries/live-site.ts'
import type { Store } from '#ports/store/store.ts'
import { Failure } from '#core/failure.ts'
import type { MarkdownMarkup } from '#core/text/markdown.ts'
import type { MarkdownRenderer } from '#ports/markdown-renderer.ts'

/** A clock that stands still until the test moves it. */
export type FakeClock = Clock & { advance(seconds: number): void; set(instant: string): void }

export const fakeClock = (instant = '2026-11-20T10:00:00.000Z'): FakeClock => {
  let now = Date.parse(instant)
  return {
    now: () => new Date(now),
    advance: (seconds) => {
      now += seconds * 1_000
    },
    set: (text) => {
      now = Date.parse(text)
    },
  }
}

/** A line of the log. */
export type LogLine = { level: string; facts: Record<string, unknown>; message: string }

/** A log that keeps its lines. */
export const recordingLog = (logged: LogLine[]): Log => {
  const write =
    (level: string) =>
    (facts: Record<string, unknown>, message: string): void => {
      logged.push({ level, facts, message })
    }
  return { debug: write('debug'), info: write('info'), warn: write('warn'), error: write('error') }
}

/** Ids that count up. Secrets differ in their first characters: ids are cut from those. */
export const countingIds = (): Ids => {
  let count = 0
  const next = (): string => String((count += 1))
  return { uuid: () => `00000000-0000-4000-8000-${next().padStart(12, '0')}`, secret: () => next().padEnd(32, 'x') }
}

/** A library called House that sets nothing. */
export const house = fixedSite(defaultSettings('House'))

/** Runs actions on a store that a test has opened, with emails that lead to one address. */
export const testRunner = async (
  { store, clock }: { store: Store; clock: Clock },
  {
    ids = countingIds(),
    publicUrl = () => 'http://library.example',
    bounceAddress = null,
    requireAssessment = 'none',
    site = house,
  }: {
    ids?: Ids
    publicUrl?: () => string
    bounceAddress?: string | null
    requireAssessment?: AssessmentRule
    site?: LiveSite
  } = {},
): Promise<RunAction> => {
  const emails = emailComposer({ site, publicUrl, secret: await store.private.secret(), bounceAddress })
  return actionRunner({ store, clock, ids, emails, requireAssessment })
}

/** For `assert.rejects`: a failure of this code, whose sentence matches. */
export const refusesWith =
  (code: string, sentence = /./u) =>
  (error: unknown): boolean =>
    error instanceof Failure && error.code === code && sentence.test(error.message)

/** A renderer that records the texts it is given. */
export type NotingRenderer = MarkdownRenderer & { asked: string[] }

export const notingRenderer = (version = 1): NotingRenderer => {
  const asked: string[] = []
  return {
    version,
    asked,
    render: (texts) => {
      asked.push(...texts)
      return Promise.resolve(texts.map((text) => `<p>${version} ${text}</p>` as MarkdownMarkup))
    },
    renderFormulas: (formulas) => Promise.resolve(formulas.map(() => null)),
  }
}
