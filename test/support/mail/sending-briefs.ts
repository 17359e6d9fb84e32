import { sendBrief } from '#actions/mailings/send-brief.ts'
import { deliverMailingsJob } from '#jobs/deliver-mailings.ts'
import type { Job } from '#jobs/run-jobs.ts'
import { subscriptionEmails } from '#jobs/subscription-emails.ts'
import { emailComposer } from '#mail/emails/email-templates.ts'
import { smtpMailer } from '#mail/smtp.ts'
import { openMarkdownRenderer } from '../../../src/markdown/open-markdown-renderer.ts'
import { recordingLog } from '../service/recording-log.ts'
import { startTestService, type TestService } from '../service/test-service.ts'
import { BRIEF, putSubscribers, readers } from './mailing-corpus.ts'
import { MAIL_FROM } from './post-office.ts'
import { startSmtpSink, type SmtpSink } from './smtp-sink.ts'

/** A service whose briefs go to a mail server of the test's own, as often as the test runs the job. */
export type Setting = { service: TestService; sink: SmtpSink; job: Job }

export const prepare = async (t: Parameters<typeof startTestService>[0], connections = 3): Promise<Setting> => {
  const service = await startTestService(t, { publicUrl: () => 'https://library.example' })
  const sink = await startSmtpSink(t)
  const { store, run, clock } = service
  const markdown = openMarkdownRenderer({ log: recordingLog(service.logged) })
  t.after(() => markdown.close())
  const emails = emailComposer({
    houseName: 'House',
    publicUrl: () => 'https://library.example',
    secret: await store.private.secret(),
  })
  const job = deliverMailingsJob({
    store,
    run,
    clock,
    log: recordingLog(service.logged),
    emails,
    compose: subscriptionEmails({ store, markdown, emails }),
    openMailer: async () => smtpMailer({ url: sink.url, from: { name: '', address: MAIL_FROM }, connections }),
    connections,
    rates: { total: null, domain: null },
  })
  return { service, sink, job }
}

/** Queues the brief for subscribers with these addresses, or for so many. */
export const queue = async ({ service }: Setting, to: number | readonly string[]): Promise<void> => {
  const emails = typeof to === 'number' ? readers(to) : to
  await putSubscribers(service.store, emails, { at: service.clock.now().toISOString() })
  await service.run(sendBrief, { id: BRIEF, at: null, actor: 'test' })
}

/** The state of the mailing, and how many deliveries are in each. */
export const counts = async ({ service }: Setting) => {
  const [progress] = await service.store.private.mailings.progress([BRIEF], service.clock.now())
  return { state: progress?.state, ...progress?.deliveries }
}

/** Who got the brief, sorted. */
export const recipients = ({ emails }: SmtpSink): string[] => emails.flatMap(({ to }) => to).toSorted()
