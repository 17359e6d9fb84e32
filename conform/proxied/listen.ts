import { isUtf8 } from 'node:buffer'
import { once } from 'node:events'
import { appendFileSync } from 'node:fs'
import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { listen as listenItself, type RunningServer } from '../../src/http/listen.ts'

/** The used part of Prism; its own types need another library. */
type Violation = { path?: (string | number)[]; message: string; severity: number }
type Passed = {
  output: { statusCode: number }
  validations: { input: Violation[]; output: Violation[] }
}
type Result = { _tag: 'Right'; right: Passed } | { _tag: 'Left' }
type ProxiedRequest = { method: string; url: { path: string } }
type Instance = { request: (request: ProxiedRequest, ...more: unknown[]) => () => Promise<Result> }
type ProxyServer = { prism: Instance; listen(port: number, host: string): Promise<string>; close(): Promise<void> }

const require = createRequire(import.meta.url)
type PrismServer = { createServer: (operations: unknown[], options: object) => ProxyServer }
type PrismHttp = { getHttpOperationsFromSpec: (document: object) => Promise<unknown[]> }
type PrismCore = { createLogger: (name: string, options: object) => unknown }
const { createServer: createProxy } = require('@stoplight/prism-http-server') as PrismServer
const { getHttpOperationsFromSpec } = require('@stoplight/prism-http') as PrismHttp
const { createLogger } = require('@stoplight/prism-core') as PrismCore

const ERROR = 0

const broken = (violations: Violation[]): string[] =>
  violations
    .filter(({ severity }) => severity === ERROR)
    .map(({ path = [], message }) => `${path.join('.')} ${message}`)

/** One line per request: the request, the status, and how request or response violate the description. */
const record = ({ method, url }: ProxiedRequest, { output, validations }: Passed): void => {
  const { statusCode } = output
  const line = {
    method: method.toUpperCase(),
    path: url.path,
    statusCode,
    request: broken(validations.input),
    response: broken(validations.output),
  }
  appendFileSync(process.env.PROXY_RECORD ?? '', `${JSON.stringify(line)}\n`)
}

/** Prism between tests and a service; it passes on everything and reports violations. */
const startProxy = async (upstream: string): Promise<{ url: string; close(): Promise<void> }> => {
  const description = (await (await fetch(`${upstream}/openapi.json`)).json()) as object
  const operations = await getHttpOperationsFromSpec(description)
  const server = createProxy(operations, {
    components: { logger: createLogger('proxy', { level: 'silent' }) },
    cors: false,
    config: {
      isProxy: true,
      upstream: new URL(upstream),
      checkSecurity: true,
      validateRequest: true,
      validateResponse: true,
      errors: false,
      mock: {},
    },
  })
  const ask = server.prism.request
  server.prism.request = (asked, ...more) => {
    const asking = ask(asked, ...more)
    return async () => {
      const result = await asking()
      if (result._tag === 'Right') record(asked, result.right)
      return result
    }
  }
  return { url: await server.listen(0, '127.0.0.1'), close: () => server.close() }
}

const isJson = (text: string): boolean => {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

/** Prism's own limit. */
const MAX_BYTES = 10_000_000

/** JSON if the type says so, otherwise raw text: Prism does not answer invalid JSON, and corrupts bytes. */
const isReadable = ({ headers }: IncomingMessage, body: Buffer): boolean =>
  body.length <= MAX_BYTES &&
  isUtf8(body) &&
  headers['content-encoding'] === undefined &&
  (headers['content-type']?.includes('json') !== true || isJson(body.toString()))

/**
 * Whether Prism handles a request: all for the APIs whose body it can read. It would buffer events until they end, and answers 500 to
 * HEAD, which descriptions do not list beside GET.
 */
const isForProxy = (asked: IncomingMessage, body: Buffer): boolean =>
  asked.url?.startsWith('/api/') === true &&
  asked.method !== 'HEAD' &&
  asked.headers.accept !== 'text/event-stream' &&
  (body.length === 0 || isReadable(asked, body))

/** Routes each request to Prism or around it. */
const startFront = async (upstream: string, proxy: string): Promise<{ url: string; close(): void }> => {
  const lead = async (asked: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body = await buffer(asked)
    const { method, headers } = asked
    const target = new URL(asked.url ?? '', isForProxy(asked, body) ? proxy : upstream)
    const passed = request(target, { method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(response)
    })
    passed.on('error', () => response.destroy())
    passed.end(body)
  }
  const front = createServer((asked, response) => void lead(asked, response).catch(() => response.destroy()))
  front.listen(0, '127.0.0.1')
  await once(front, 'listening')
  return {
    url: `http://127.0.0.1:${(front.address() as AddressInfo).port}`,
    close: () => {
      front.close()
      front.closeAllConnections()
    },
  }
}

export const listen = async (...given: Parameters<typeof listenItself>): Promise<RunningServer> => {
  const running = await listenItself(...given)
  const proxy = await startProxy(running.url)
  const front = await startFront(running.url, proxy.url)
  return {
    url: front.url,
    stop: async (mode) => {
      front.close()
      await proxy.close()
      await running.stop(mode)
    },
  }
}
