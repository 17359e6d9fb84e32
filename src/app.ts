import { openJobs } from './jobs/open-jobs.ts'
import { lifecycle } from './http/lifecycle.ts'
import { connectionClient, proxyMatcher } from './http/auth/client-address.ts'
import { ownHosts } from './http/auth/own-hosts.ts'
import { connectionTable } from './http/limits/connection-table.ts'
import { openMarkdownRenderer } from './markdown/open-markdown-renderer.ts'
import { listen, type StopMode } from './http/listen.ts'
import { openMailer } from './mail/open-mailer.ts'
import { commonPassphrases } from './auth/common-passphrases.ts'
import { openSecretBox } from './auth/open-secret-box.ts'
import { scryptPassphrases } from './auth/passphrases.ts'
import { webAuthn } from './auth/web-authn.ts'
import type { Config } from './config.ts'
import { openDumps } from './dumps/open-dumps.ts'
import { openFileStore } from './open-file-store.ts'
import { openCorpus, type Corpus } from './open-corpus.ts'
import type { ReceiveEmail } from './ports/receive-email.ts'
import { version } from './version.ts'
import { serviceJobs } from './service-jobs.ts'

const EMAIL_FINISHES_WITHIN_MS = 5_000

export type Service = { url: string; stop(manner: StopMode): Promise<void> }

/** Where a corpus is served unless its operator says otherwise. */
const usualUrl = ({ publicUrl, host, port }: Config): string => publicUrl ?? `http://${host}:${port}`

/** What answering requests needs beside the corpus. */
const serverPorts = (config: Config, corpus: Corpus, publicUrl: () => string) => ({
  ...config,
  ...corpus,
  passphrases: scryptPassphrases(),
  commonPassphrases: commonPassphrases(),
  webAuthn: webAuthn(),
  secretBox: openSecretBox(config),
  connections: connectionTable({
    clientOf: connectionClient(proxyMatcher(config.trustedProxies)),
    mostPerClient: config.maxConnectionsPerClient,
  }),
  hosts: ownHosts({ ...config, bind: config.host }),
  markdown: openMarkdownRenderer({ log: corpus.log }),
  lifecycle: lifecycle(),
  dumps: openDumps(config, corpus.clock),
  files: openFileStore(config.filePlace),
  version,
  publicUrl,
  canMail: config.smtpUrl !== null,
  // Most servers never get such an email: what takes it apart is loaded with the first.
  receiveEmail: async (...email: Parameters<ReceiveEmail>) => {
    const { receiveEmail } = await import('./jobs/receive-email.ts')
    const { parseEmail } = await import('./mail/bounces/parse-email.ts')
    return receiveEmail({ ...corpus, parseEmail })(...email)
  },
})

/** Opens a corpus and answers the agent at standard input and output, until it ends the input. Nothing listens. */
export const serveAgent = async (config: Config): Promise<void> => {
  const publicUrl = (): string => usualUrl(config)
  const corpus = await openCorpus(config, { publicUrl })
  const { serveStandardInput } = await import('./http/server.ts')
  const ports = serverPorts(config, corpus, publicUrl)
  try {
    await serveStandardInput(ports)
  } finally {
    await Promise.all([corpus.close(), ports.markdown.close()])
  }
}

/** Opens a corpus that is prepared and serves it. Resolves once requests are answered. */
export const startService = async (config: Config): Promise<Service> => {
  // With PORT=0 the address is known only once the server listens.
  const site = { url: usualUrl(config) }
  const publicUrl = (): string => site.url
  const corpus = await openCorpus(config, { publicUrl })
  const { log } = corpus
  const { createServer } = await import('./http/server.ts')
  const ports = serverPorts(config, corpus, publicUrl)
  const { markdown } = ports
  const listening = await listen(createServer(ports), { ...config, connections: ports.connections }, ports.lifecycle)
  if (config.publicUrl === null) site.url = listening.url
  const mailer = await openMailer(config)
  const jobs = openJobs(serviceJobs({ config, corpus, ports, mailer, publicUrl }), log)
  return {
    url: listening.url,
    stop: async (manner) => {
      // A mail server that hangs must not hold the process: what it has not taken by then waits in the outbox.
      const patience = setTimeout(() => mailer?.close(), EMAIL_FINISHES_WITHIN_MS)
      await Promise.all([listening.stop(manner), jobs.stop()])
      clearTimeout(patience)
      mailer?.close()
      await Promise.all([corpus.close(), markdown.close()])
    },
  }
}
