import type { RunAction } from '#actions/run-action.ts'
import { deliverOutbox, type Delivered } from '#jobs/deliver-outbox.ts'
import { smtpMailer } from '#mail/smtp.ts'
import type { Clock } from '#ports/clock.ts'
import type { Mailer } from '#ports/mailer.ts'
import { recordingLog } from '../service/recording-log.ts'
import { startSmtpSink, type SmtpSink } from './smtp-sink.ts'
import type { Ending } from '../database/temporary.ts'
import type { LogLine } from '../service/test-service.ts'

export const MAIL_FROM = 'longview@library.example'
export const TEAM = 'team@library.example'

export type PostOffice = {
  sink: SmtpSink
  mailer: Mailer
  /** What delivering logged. */
  logged: LogLine[]
  /** One round of the delivering job, for the given research team. */
  deliver: (team?: string | null, signal?: AbortSignal) => Promise<Delivered>
}

/** Delivers the emails of a store to a mail server of the test's own, or to the one that is given. */
export const openPostOffice = async (
  t: Ending,
  { clock, run }: { clock: Clock; run: RunAction },
  given?: SmtpSink,
): Promise<PostOffice> => {
  const sink = given ?? (await startSmtpSink(t))
  const mailer = smtpMailer({ url: sink.url, from: { name: '', address: MAIL_FROM } })
  t.after(async () => mailer.close())
  const logged: LogLine[] = []
  const ports = { run, clock, log: recordingLog(logged), mailer }
  return { sink, mailer, logged, deliver: (team = TEAM, signal) => deliverOutbox(ports, team, signal) }
}
