import assert from 'node:assert/strict'
import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import type { IncomingMessage } from 'node:http'
import {
  connect,
  type ClientHttp2Session,
  type ClientHttp2Stream,
  type IncomingHttpHeaders,
  type OutgoingHttpHeaders,
} from 'node:http2'
import { request as httpsRequest } from 'node:https'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { describe, test, type TestContext } from 'node:test'
import { gunzipSync } from 'node:zlib'
import { MAX_FILE_BYTES } from '#core/files.ts'
import { freePort } from '../support/free-port.ts'
import { samplePdf, sha256Of, temporaryFolder } from '../support/files.ts'
import { processCorpus, type ProcessCorpus } from '../support/process/process-corpus.ts'
import { leastPaper } from '../support/service/papers.ts'

// The examples of docs/examples in nginx and Caddy, with certificates of an authority of the test and a server behind them.

const EXAMPLES = resolve(import.meta.dirname, '../../docs/examples')
const HOST = 'papers.example.org'
/** Ends what hangs. */
const inTime = { timeout: 600_000 }

type Certificate = { authority: string; certificate: string; key: string }

const openssl = (...args: string[]): void => {
  execFileSync('openssl', args, { stdio: ['ignore', 'ignore', 'pipe'] })
}

/** A certificate for the host by an authority that nobody else knows. */
const issueCertificate = (folder: string): Certificate => {
  const at = (name: string): string => join(folder, name)
  const newKey = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '2']
  openssl('req', '-x509', ...newKey, '-subj', '/CN=Test authority', '-keyout', at('ca.key'), '-out', at('ca.pem'))
  const issuer = ['-CA', at('ca.pem'), '-CAkey', at('ca.key'), '-addext', `subjectAltName=DNS:${HOST}`]
  openssl('req', '-x509', ...newKey, ...issuer, '-subj', `/CN=${HOST}`, '-keyout', at('key.pem'), '-out', at('own.pem'))
  return { authority: at('ca.pem'), certificate: at('own.pem'), key: at('key.pem') }
}

type Site = { folder: string; port: number; upstream: string; certificate: Certificate }

/** An example with other places in it. Each must be there. */
const adapted = async (name: string, changes: readonly (readonly [string, string])[]): Promise<string> =>
  changes.reduce(
    (text, [from, to]) => {
      assert.ok(text.includes(from), `${name} no longer has ${from}`)
      return text.replaceAll(from, to)
    },
    await readFile(join(EXAMPLES, name), 'utf8'),
  )

type Proxy = {
  name: string
  command: string
  /** Writes the configuration; returns the arguments. */
  configure: (site: Site) => Promise<string[]>
  /** What it writes when it listens. */
  ready: string
}

const nginx: Proxy = {
  name: 'nginx',
  command: 'nginx',
  ready: 'start worker process ',
  configure: async ({ folder, port, upstream, certificate }) => {
    const site = await adapted('nginx.conf', [
      ['127.0.0.1:8080', upstream],
      ['443 ssl', `127.0.0.1:${port} ssl`],
      ['/etc/ssl/papers.pem', certificate.certificate],
      ['/etc/ssl/papers.key', certificate.key],
    ])
    const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
      (name) => `${name}_temp_path ${folder}/${name};`,
    )
    const file = join(folder, 'nginx.conf')
    const user = process.getuid?.() === 0 ? 'user root;' : ''
    await writeFile(
      file,
      `${user} daemon off; worker_processes 1; pid ${folder}/nginx.pid; error_log stderr notice;
      events {} http { access_log off; ${temporary.join(' ')}\n${site}}`,
    )
    return ['-c', file, '-p', folder]
  },
}

const caddy: Proxy = {
  name: 'Caddy',
  command: 'caddy',
  ready: 'serving initial configuration',
  configure: async ({ folder, port, upstream, certificate }) => {
    const site = await adapted('Caddyfile', [
      ['127.0.0.1:8080', upstream],
      [`${HOST} {`, `https://${HOST}:${port} {\n\tbind 127.0.0.1`],
      ['# tls /etc/ssl/papers.pem /etc/ssl/papers.key', `tls ${certificate.certificate} ${certificate.key}`],
    ])
    const file = join(folder, 'Caddyfile')
    await writeFile(file, `{\n\tadmin off\n\tauto_https disable_redirects\n}\n${site}`)
    return ['run', '--adapter', 'caddyfile', '--config', file]
  },
}

const startProxy = async (t: TestContext, { command, ready, configure }: Proxy, site: Site): Promise<void> => {
  const args = await configure(site)
  const env = { PATH: process.env.PATH ?? '', HOME: site.folder }
  const child = spawn(command, args, { env, stdio: ['ignore', 'ignore', 'pipe'] })
  const ended = once(child, 'exit')
  t.after(async () => {
    child.kill('SIGTERM')
    await ended
  })
  const said: string[] = []
  const isReady = new Promise<void>((listening) => {
    createInterface(child.stderr).on('line', (line) => {
      said.push(line)
      if (line.includes(ready)) listening()
    })
  })
  const early = ended.then(() => assert.fail(`${command} ended:\n${said.join('\n')}`))
  await Promise.race([isReady, early])
  early.catch(() => {})
}

type Got = { status: number; headers: IncomingHttpHeaders; body: Buffer }
type Asked = { method?: string; headers?: OutgoingHttpHeaders; body?: Uint8Array | string }

/** A client with an address of its own (127.0.0.2 and so on), which speaks HTTP/2 and trusts the authority of the test. */
type Client = {
  session: ClientHttp2Session
  open: (path: string, headers?: OutgoingHttpHeaders) => ClientHttp2Stream
  ask: (path: string, asked?: Asked) => Promise<Got>
}

const openClient = async (
  t: TestContext,
  { site, authority, address }: { site: Site; authority: Buffer; address: string },
): Promise<Client> => {
  const session = connect(`https://127.0.0.1:${site.port}`, {
    ca: authority,
    servername: HOST,
    localAddress: address,
    // In megabytes: room for a whole upload.
    maxSessionMemory: 200,
  } as Parameters<typeof connect>[1])
  await once(session, 'connect')
  t.after(() => session.destroy())
  const open: Client['open'] = (path, headers = {}) =>
    session.request({ ':path': path, ':authority': HOST, ...headers }, { endStream: false })
  return {
    session,
    open,
    ask: async (path, { method = 'GET', headers = {}, body = '' } = {}) => {
      const length = Buffer.byteLength(body)
      const stream = open(path, {
        ':method': method,
        ...(length > 0 && { 'content-length': length }),
        ...headers,
      })
      const answered = once(stream, 'response') as Promise<[IncomingHttpHeaders & { ':status': number }]>
      const pieces: Buffer[] = []
      stream.on('data', (piece: Buffer) => pieces.push(piece))
      // An upload that is refused before its end may be reset after the response, as an error or without one.
      const over = new Promise<void>((end) => {
        stream
          .once('end', end)
          .once('close', end)
          .on('error', () => end())
      })
      stream.end(body)
      const [head] = await answered
      await over
      return { status: head[':status'], headers: head, body: Buffer.concat(pieces) }
    },
  }
}

const jsonOf = ({ body }: Got): unknown => JSON.parse(body.toString('utf8'))

type Behind = {
  corpus: ProcessCorpus
  site: Site
  authority: Buffer
  client: (address: string) => Promise<Client>
  addPaper: (id: string) => Promise<void>
}

const startBehind = async (t: TestContext, proxy: Proxy): Promise<Behind> => {
  const folder = await temporaryFolder(t)
  const corpus = await processCorpus(t, {
    PUBLIC_URL: `https://${HOST}`,
    TRUSTED_PROXIES: '127.0.0.1',
    LOG_LEVEL: 'warn',
  })
  corpus.environment.FILES = `file:${join(corpus.folder, 'files')}`
  const addPaper = async (id: string): Promise<void> => {
    const file = await corpus.file(`${id}.jsonl`, [leastPaper({ id, sourceUrl: `https://example.org/${id}` })])
    const { code, stderr } = await corpus.run('ingest', file, '--accept')
    assert.equal(code, 0, stderr)
  }
  await addPaper('p1')
  const server = await corpus.serve()
  await mkdir(join(folder, 'proxy'))
  const site = {
    folder: join(folder, 'proxy'),
    port: await freePort(),
    upstream: new URL(server.url).host,
    certificate: issueCertificate(folder),
  }
  await startProxy(t, proxy, site)
  const authority = await readFile(site.certificate.authority)
  return { corpus, site, authority, addPaper, client: (address) => openClient(t, { site, authority, address }) }
}

const compressedAndCached = async ({ client }: Behind): Promise<void> => {
  const { session, ask } = await client('127.0.0.2')
  assert.equal(session.alpnProtocol, 'h2')
  const page = await ask('/', { headers: { accept: 'text/html' } })
  assert.equal(page.status, 200)
  assert.ok(page.headers['strict-transport-security'])
  const plain = await ask('/openapi.json')
  const packed = await ask('/openapi.json', { headers: { 'accept-encoding': 'gzip' } })
  assert.equal(packed.headers['content-encoding'], 'gzip')
  assert.equal(gunzipSync(packed.body).toString(), plain.body.toString())
  const { etag = '' } = packed.headers
  assert.match(etag, /^"/u, 'a strong one')
  const again = await ask('/openapi.json', { headers: { 'accept-encoding': 'gzip', 'if-none-match': etag } })
  assert.deepEqual([again.status, again.headers.etag, again.body.length], [304, etag, 0])
}

const noWebSocket = async ({ site, authority }: Behind): Promise<void> => {
  const request = httpsRequest({
    ca: authority,
    servername: HOST,
    host: '127.0.0.1',
    port: site.port,
    path: '/api/papers',
    headers: {
      Host: HOST,
      Connection: 'Upgrade',
      Upgrade: 'websocket',
      'Sec-WebSocket-Version': '13',
      'Sec-WebSocket-Key': 'AAAAAAAAAAAAAAAAAAAAAA==',
    },
    agent: false,
  }).end()
  const [response] = (await once(request, 'response')) as [IncomingMessage]
  response.resume()
  await once(response, 'close')
  assert.equal(response.statusCode, 200)
}

const uploads = async ({ corpus, client }: Behind): Promise<void> => {
  const { key } = await corpus.json<{ key: string }>('keys', 'create', '--label', 'x', '--scope', 'review:decide')
  const { ask } = await client('127.0.0.2')
  const put = (body: Uint8Array): Promise<Got> =>
    ask('/api/editorial/papers/p1/file?name=one.pdf', {
      method: 'PUT',
      headers: { 'x-api-key': key, 'content-type': 'application/pdf' },
      body,
    })
  const largest = samplePdf('largest', MAX_FILE_BYTES)
  const taken = await put(largest)
  assert.equal(taken.status, 200, taken.body.toString())
  const stored = jsonOf(taken) as { sha256: string; url: string }
  assert.deepEqual([stored.sha256, stored.url.startsWith(`https://${HOST}/files/`)], [sha256Of(largest), true])
  for (const more of [1, 20 * 2 ** 20]) {
    const refused = await put(samplePdf('larger', MAX_FILE_BYTES + more))
    assert.equal(refused.status, 413)
    assert.match((jsonOf(refused) as { error: string }).error, new RegExp(`limit of ${MAX_FILE_BYTES} bytes`, 'u'))
  }
}

type Change = { seq: number; id: string }

const changesIn = (got: Got): Change[] => (jsonOf(got) as { changes: Change[] }).changes

const waiting = async ({ client, addPaper }: Behind): Promise<void> => {
  const { ask, open } = await client('127.0.0.2')
  const before = changesIn(await ask('/api/v1/changes')).at(-1)?.seq ?? 0
  const nothing = await ask(`/api/v1/changes?since=${before}&wait=30`)
  assert.deepEqual([nothing.status, changesIn(nothing)], [200, []])

  const stream = open(`/api/v1/changes?since=${before}`, { accept: 'text/event-stream' })
  stream.end()
  const events = stream.setEncoding('utf8')[Symbol.asyncIterator]() as AsyncIterator<string>
  /** The text up to and with this, in the pieces as they come. */
  const upTo = async (end: RegExp): Promise<string> => {
    let text = ''
    while (!end.test(text)) {
      const { done, value } = await events.next()
      assert.ok(done !== true, `the stream ended after ${text}`)
      text += value
    }
    return text
  }
  assert.match(await upTo(/^retry: \d+\n\n/u), /^retry: /u)
  const waited = ask(`/api/v1/changes?since=${before}&wait=30`)
  await addPaper('p2')
  assert.ok((await upTo(/\ndata: [^\n]+\n\n/u)).includes('"id":"p2"'))
  assert.equal(changesIn(await waited)[0]?.id, 'p2')
  stream.destroy()
}

const MESSAGES_OF_A_CLIENT = 10

/** Sends a contact message under an address that the client claims; the status. */
const contact = async (by: Client, forged: string): Promise<number> => {
  const { status } = await by.ask('/api/contact', {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': forged },
    body: JSON.stringify({ name: 'A', email: 'a@example.org', message: 'Hello.' }),
  })
  return status
}

const clientAddresses = async ({ client }: Behind): Promise<void> => {
  const [one, other] = [await client('127.0.0.2'), await client('127.0.0.3')]
  const statuses: number[] = []
  for (let count = 0; count <= MESSAGES_OF_A_CLIENT; count += 1)
    statuses.push(await contact(one, `192.0.2.${count + 1}`))
  assert.deepEqual(statuses, [...Array<number>(MESSAGES_OF_A_CLIENT).fill(202), 429])
  assert.equal(await contact(other, '127.0.0.2'), 202)
}

for (const proxy of [nginx, caddy])
  describe(`behind ${proxy.name}, as in docs/examples`, inTime, () => {
    const missing = [proxy.command, 'openssl'].find((tool) => spawnSync(tool, ['version']).error !== undefined)
    const behind = (name: string, check: (behind: Behind) => Promise<void>): void => {
      void test(name, async (t) => {
        if (missing !== undefined) return t.diagnostic(`not run: ${missing}`)
        await check(await startBehind(t, proxy))
      })
    }
    behind('HTTP/2 is spoken, and compression, ETag and 304 pass', compressedAndCached)
    behind('a client that asks for a WebSocket gets an ordinary response', noWebSocket)
    behind('the largest PDF is taken, and for a larger one the error of Longview names the limit', uploads)
    behind('whoever waits for changes gets them at once, and an empty response after half a minute', waiting)
    behind('limits are those of each client, whatever addresses it claims', clientAddresses)
  })
