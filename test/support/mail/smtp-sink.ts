import { EventEmitter, once } from 'node:events'
import type { AddressInfo, Socket } from 'node:net'
import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { SMTPServer, type SMTPServerSession } from 'smtp-server'
import type { Ending } from '../files.ts'
import type { RunAction } from '#actions/run-action.ts'
import { deliverOutbox, type Delivered } from '#jobs/outbox.ts'
import { smtpMailer } from '#mail/smtp.ts'
import type { Clock } from '#ports/runtime.ts'
import type { Mailer } from '#ports/mailer.ts'
import { recordingLog, type LogLine } from '../ports.ts'

/**
 * What the sink does with emails: accepts them, refuses their recipients for good or for now, never replies once it has
 * read them, or accepts them and hangs up before it says so.
 */
export type Manner = 'take' | 'refuse' | 'defer' | 'hang' | 'drop'

/** An email as it came over the wire: who it is for by the envelope, and its bytes. */
export type ReceivedEmail = { from: string; to: string[]; raw: Buffer }

export type SmtpSink = {
  url: string
  /** Every email that was accepted, in the order of arrival. */
  emails: ReceivedEmail[]
  /** How many emails were refused, hung or dropped. */
  troubled(): number
  behave(manner: Manner): void
  /** Which recipients are refused, and with which reply code; null takes them. */
  refuse(codeFor: (address: string) => number | null): void
  /** Whether every connection is closed with 421 instead of a greeting. */
  turnAway(isTurned: boolean): void
  /** How many connections were open at the same time, at most. */
  mostConnections(): number
  /** Ends every connection, also those that hang. */
  hangUp(): void
  /** Resolves once this many emails were accepted in all. */
  taken(count: number): Promise<ReceivedEmail[]>
  /** Resolves once this many emails were refused, hung or dropped in all. */
  trouble(count: number): Promise<void>
}

const refusal = (address: string, responseCode: number): Error =>
  Object.assign(new Error(`<${address}>: ${responseCode < 500 ? 'try again later' : 'there is no such mailbox'}`), {
    responseCode,
  })

/** Codes of the manners that refuse. */
const REFUSES: Partial<Record<Manner, number>> = { refuse: 550, defer: 451 }

const receivedEmail = ({ envelope }: SMTPServerSession, raw: Buffer): ReceivedEmail => ({
  from: envelope.mailFrom === false ? '' : envelope.mailFrom.address,
  to: envelope.rcptTo.map(({ address }) => address),
  raw,
})

const noneIsRefused = (): null => null

/** A real mail server on its own port, which keeps what it receives. */
export const startSmtpSink = async (t: Ending): Promise<SmtpSink> => {
  const emails: ReceivedEmail[] = []
  const sockets = new Set<Socket>()
  const changes = new EventEmitter().setMaxListeners(0)
  let manner: Manner = 'take'
  let troubled = 0
  let codeFor: (address: string) => number | null = noneIsRefused
  let mostConnections = 0
  let isTurnedAway = false

  const inTrouble = (): void => {
    troubled += 1
    changes.emit('change')
  }
  const hangUp = (remotePort?: number): void => {
    for (const socket of sockets) if (remotePort === undefined || socket.remotePort === remotePort) socket.destroy()
  }
  const receive = async (
    stream: Readable,
    session: SMTPServerSession,
    answer: (error?: Error | null) => void,
  ): Promise<void> => {
    const raw = await buffer(stream)
    if (manner === 'hang') return inTrouble()
    emails.push(receivedEmail(session, raw))
    changes.emit('change')
    if (manner !== 'drop') return answer()
    hangUp(session.remotePort)
    inTrouble()
  }

  const server = new SMTPServer({
    logger: false,
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    onConnect: (_session, callback) => {
      if (!isTurnedAway) return callback()
      inTrouble()
      callback(Object.assign(new Error('too busy'), { responseCode: 421 }))
    },
    onRcptTo: ({ address }, _session, callback) => {
      const code = REFUSES[manner] ?? codeFor(address)
      if (code === null) return callback()
      inTrouble()
      callback(refusal(address, code))
    },
    onData: (stream, session, answer) => {
      // A client that hangs up while it speaks has sent no email.
      receive(stream, session, answer).catch(answer)
    },
  })
  // A client may hang up whenever it likes.
  server.on('error', () => {})
  server.server.on('connection', (socket) => {
    sockets.add(socket)
    mostConnections = Math.max(mostConnections, sockets.size)
    socket.once('close', () => sockets.delete(socket))
  })
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  t.after(async () => {
    const closed = once(server.server, 'close')
    server.close()
    hangUp()
    await closed
  })

  const until = async (reached: () => boolean): Promise<void> => {
    while (!reached()) await once(changes, 'change')
  }
  return {
    url: `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`,
    emails,
    troubled: () => troubled,
    behave: (next) => {
      manner = next
    },
    refuse: (refused) => {
      codeFor = refused
    },
    turnAway: (isTurned) => {
      isTurnedAway = isTurned
    },
    mostConnections: () => mostConnections,
    hangUp: () => hangUp(),
    taken: async (count) => {
      await until(() => emails.length >= count)
      return emails
    },
    trouble: (count) => until(() => troubled >= count),
  }
}

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
  return { sink, mailer, logged, deliver: (team = TEAM, signal) => deliverOutbox(ports, team, { signal }) }
}
