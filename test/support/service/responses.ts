import type { TestService } from './test-service.ts'
import assert from 'node:assert/strict'
import { STATUS_CODES } from 'node:http'

/** The JSON of a response; the test says what it expects and then checks it. */
export const jsonOf = async <Body = Record<string, unknown>>(response: Response): Promise<Body> =>
  (await response.json()) as Body

export type Listed = { papers: Record<string, unknown>[] }

/** The ids of a list of papers, in the order of the response. */
export const idsAt = async (service: Pick<TestService, 'get'>, path: string): Promise<unknown[]> => {
  const response = await service.get(path)
  if (response.status !== 200) throw new Error(`${path} was answered ${response.status}: ${await response.text()}`)
  return (await jsonOf<Listed>(response)).papers.map(({ id }) => id)
}

/** The address of the next page in the Link header (RFC 8288). */
export const nextLink = (response: Response): string | null =>
  /^<(?<target>[^>]+)>; rel="next"$/u.exec(response.headers.get('link') ?? '')?.groups?.target ?? null

/** The value of one parameter of the next page's address. */
export const nextParameter = (response: Response, name: string): string => {
  const link = nextLink(response)
  if (link === null) throw new Error('there is no next page')
  return new URL(link).searchParams.get(name) ?? ''
}

/** All pages of a list, by following the Link header as a client would. */
export async function* pagesFrom(
  service: Pick<TestService, 'url'>,
  path: string,
  headers: Record<string, string> = {},
): AsyncGenerator<Response> {
  for (let address: string | null = service.url + path; address !== null;) {
    const response = await fetch(address, { headers })
    if (response.status !== 200) throw new Error(`${address} was answered ${response.status}`)
    address = nextLink(response)
    yield response
  }
}

export type Api = 'corpus' | 'agent'

type FieldErrors = { path: string; message: string }[]
type CorpusError = { success: boolean; error: string; code: string; details: FieldErrors }
type Problem = { type: string; title: string; status: number; detail: string; instance: string; errors: FieldErrors }

/** A failure as either API reports it. `paths` names the wrong fields. */
export type ReportedFailure = {
  code: string
  sentence: string
  errors: FieldErrors
  paths: string[]
  body: Record<string, unknown>
}

const INSIDES = /sqlite|kysely|zod|node:|\.ts\b|\bat [\w.]+ \(|undefined|\[object|TypeError|stack/iu

/** One line for people that shows no internals. */
export const assertPlainSentence = (sentence: unknown): void => {
  assert.ok(typeof sentence === 'string')
  assert.match(sentence, /^[^\n]{8,600}$/u)
  assert.doesNotMatch(sentence, INSIDES)
}

const corpusFailure = async (response: Response): Promise<ReportedFailure> => {
  assert.equal(response.headers.get('content-type'), 'application/json; charset=utf-8')
  const body = await jsonOf<CorpusError & Record<string, unknown>>(response)
  assert.deepEqual(Object.keys(body).slice(0, 4), ['success', 'error', 'code', 'details'])
  assert.equal(body.success, false)
  assert.match(body.code, /^[a-z]+(?:_[a-z]+)*$/u)
  const paths = body.details.map(({ path }) => path)
  return { code: body.code, sentence: body.error, errors: body.details, paths, body }
}

const agentFailure = async (response: Response, status: number): Promise<ReportedFailure> => {
  assert.equal(response.headers.get('content-type'), 'application/problem+json')
  const body = await jsonOf<Problem & Record<string, unknown>>(response)
  assert.deepEqual(Object.keys(body).slice(0, 6), ['type', 'title', 'status', 'detail', 'instance', 'errors'])
  assert.equal(body.status, status)
  assert.equal(body.title, STATUS_CODES[status])
  assert.equal(body.instance, new URL(response.url).pathname)
  const paths = body.errors.map(({ path }) => path)
  const code = /#error-(?<code>[a-z_]+)$/u.exec(body.type)?.groups?.code ?? body.type
  return { code, sentence: body.detail, errors: body.errors, paths, body }
}

/** Asserts status and error form of an API, and that the failure has a plain sentence and is not cacheable. */
export const assertFailure = async (response: Response, api: Api, status: number): Promise<ReportedFailure> => {
  assert.equal(
    response.status,
    status,
    `${response.url}: ${response.ok ? 'no failure' : await response.clone().text()}`,
  )
  assert.equal(response.headers.get('cache-control'), 'no-store')
  assert.equal(response.headers.get('etag'), null)
  const failure = await (api === 'corpus' ? corpusFailure(response) : agentFailure(response, status))
  assertPlainSentence(failure.sentence)
  for (const { path, message } of failure.errors) {
    assert.equal(typeof path, 'string')
    assertPlainSentence(message)
  }
  return failure
}
