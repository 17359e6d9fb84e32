import assert from 'node:assert/strict'
import { STATUS_CODES } from 'node:http'
import { jsonOf } from './read-responses.ts'

export type Api = 'corpus' | 'agent'

type Mistakes = { path: string; message: string }[]
type CorpusError = { success: boolean; error: string; code: string; details: Mistakes }
type Problem = { type: string; title: string; status: number; detail: string; instance: string; errors: Mistakes }

/** What a failure says, whichever API said it. `paths` names the mistaken fields. */
export type Told = {
  code: string
  sentence: string
  mistakes: Mistakes
  paths: string[]
  body: Record<string, unknown>
}

const INSIDES = /sqlite|kysely|zod|node:|\.ts\b|\bat [\w.]+ \(|undefined|\[object|TypeError|stack/iu

/** One line for people, which tells nothing of our insides. */
export const assertPlainSentence = (sentence: unknown): void => {
  assert.ok(typeof sentence === 'string')
  assert.match(sentence, /^[^\n]{8,600}$/u)
  assert.doesNotMatch(sentence, INSIDES)
}

const corpusFailure = async (response: Response): Promise<Told> => {
  assert.equal(response.headers.get('content-type'), 'application/json; charset=utf-8')
  const body = await jsonOf<CorpusError & Record<string, unknown>>(response)
  assert.deepEqual(Object.keys(body).slice(0, 4), ['success', 'error', 'code', 'details'])
  assert.equal(body.success, false)
  assert.match(body.code, /^[a-z]+(?:_[a-z]+)*$/u)
  const paths = body.details.map(({ path }) => path)
  return { code: body.code, sentence: body.error, mistakes: body.details, paths, body }
}

const agentFailure = async (response: Response, status: number): Promise<Told> => {
  assert.equal(response.headers.get('content-type'), 'application/problem+json')
  const body = await jsonOf<Problem & Record<string, unknown>>(response)
  assert.deepEqual(Object.keys(body).slice(0, 6), ['type', 'title', 'status', 'detail', 'instance', 'errors'])
  assert.equal(body.status, status)
  assert.equal(body.title, STATUS_CODES[status])
  assert.equal(body.instance, new URL(response.url).pathname)
  const paths = body.errors.map(({ path }) => path)
  const code = /#error-(?<code>[a-z_]+)$/u.exec(body.type)?.groups?.code ?? body.type
  return { code, sentence: body.detail, mistakes: body.errors, paths, body }
}

/** Asserts status and error form of an API, and that the failure is told in plain words and cached by nobody. */
export const assertFailure = async (response: Response, api: Api, status: number): Promise<Told> => {
  assert.equal(
    response.status,
    status,
    `${response.url}: ${response.ok ? 'no failure' : await response.clone().text()}`,
  )
  assert.equal(response.headers.get('cache-control'), 'no-store')
  assert.equal(response.headers.get('etag'), null)
  const told = await (api === 'corpus' ? corpusFailure(response) : agentFailure(response, status))
  assertPlainSentence(told.sentence)
  for (const { path, message } of told.mistakes) {
    assert.equal(typeof path, 'string')
    assertPlainSentence(message)
  }
  return told
}
