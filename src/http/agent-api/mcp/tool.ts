import { z } from 'zod'
import { Failure, type FailureCode, type ValidationError } from '#core/failure.ts'
import { MAX_ADDRESS_CHARACTERS } from '#core/search/ranking/ranked-query.ts'
import { estimateTokens } from '#core/text/estimate-tokens.ts'
import { codePointLength, removeHidden } from '#core/text/normalize-text.ts'
import type { Cursors } from '#http/paging/pagination.ts'
import {
  spanFields,
  fitAnswer,
  isFarBeyond,
  decodeResumePoint,
  encodeResumePoint,
  type ResumePoint,
} from '#http/agent-api/token-budget.ts'
import type { Hono } from 'hono'
import type { Log } from '#ports/runtime.ts'
import type { PublicReader } from '#ports/store/store.ts'
import { parseInput } from '#schemas/validate.ts'
import { markUntrusted, untrustedSchema } from './mark-untrusted.ts'

/** Room for what a result adds to the answer of a route: a sentence, and the note about untrusted text. */
export const ENVELOPE_TOKENS = 300
const MIN_TOKENS = 500
const MAX_TOKENS = 100_000
const DEFAULT_TOKENS = 4_000

/** Arguments that all tools have. */
export const maxTokensArgument = () => z.int().min(MIN_TOKENS).max(MAX_TOKENS).default(DEFAULT_TOKENS)

export const cursorArgument = () => z.string().max(200).optional().describe('nextCursor of the previous answer')

/** The budget left for the answer of a route. */
export const innerBudget = (maxTokens: number): number => maxTokens - ENVELOPE_TOKENS

/** Translates the parameter names in a route's failure into the argument names of the tool that called it. */
export const withRenamedErrors = async <Result>(
  names: Record<string, string>,
  call: () => Promise<Result>,
): Promise<Result> => {
  try {
    return await call()
  } catch (error) {
    if (!(error instanceof Failure) || error.details.length === 0) throw error
    const details = error.details.map(({ path, message }) => ({
      path: names[path] ?? path,
      // The route names what it needs itself; the tool needs the envelope on top.
      message:
        path === 'maxTokens' ? message.replace(/\d+$/u, (needed) => String(Number(needed) + ENVELOPE_TOKENS)) : message,
    }))
    throw new Failure(error.code, error.message, { details })
  }
}

/** One item of an answer: what identifies it, its other fields, and texts that may be cut. */
export type Entry = {
  key: Record<string, unknown>
  card?: Record<string, unknown>
  texts?: readonly (readonly [name: string, text: string])[]
}

type Span = Entry & { isRest?: boolean; isCut?: boolean }

const joined = ({ texts = [] }: Entry): string => texts.map(([, text]) => text).join('')

const withTexts = (entry: Span, text: string, isCut: boolean): Span => {
  const texts = entry.texts ?? []
  const from = isCut ? 0 : joined(entry).length - text.length
  return {
    ...entry,
    texts: Object.entries(spanFields(texts, { from, text })),
    isRest: entry.isRest === true || !isCut,
    isCut,
  }
}

const present = ({ key, card = {}, texts = [], isRest = false, isCut = false }: Span): Record<string, unknown> => ({
  ...key,
  ...(isRest ? {} : card),
  ...Object.fromEntries(texts),
  ...(isCut ? { continues: true } : {}),
})

type Fitted = {
  /** What the cursor is bound to: everything that decides which entries there are. */
  question: string
  cursor: string | undefined
  maxTokens: number
  entries: Entries
  compose: (shown: Record<string, unknown>[]) => Record<string, unknown>
}

/** Entries by index; each is read only when there may be room for it. */
export type Entries = { count: number; read: (index: number) => Entry | Promise<Entry> }

export const entriesOf = (entries: readonly Entry[]): Entries => ({
  count: entries.length,
  read: (index) => entries[index] ?? { key: {} },
})

/** The entries from a place on that an answer may have room for, and the first that it has no room for. */
const readUpTo = async ({ count, read }: Entries, from: ResumePoint, maxTokens: number): Promise<Entry[]> => {
  const found: Entry[] = []
  let tokens = 0
  for (let index = from.item; index < count && tokens <= maxTokens; index += 1) {
    // One by one, so that little is read beyond the end of the answer.
    const entry = await read(index)
    const shown = index === from.item ? joined(entry).slice(from.character) : joined(entry)
    tokens += isFarBeyond(shown, maxTokens)
      ? Number.POSITIVE_INFINITY
      : estimateTokens(JSON.stringify([entry.key, entry.card, shown]))
    found.push(entry)
  }
  return found
}

/**
 * As many entries as fit, with a cursor for the rest. An entry whose text is cut has `continues`, and the next answer continues
 * it: the pieces of each field joined give its text. Throws `invalid` if the budget is too small for anything.
 */
export const fitEntries = async (
  cursors: Cursors,
  { question, cursor, maxTokens, entries, compose }: Fitted,
): Promise<Record<string, unknown>> => {
  const toolQuestion = `mcp ${question}`
  const from = decodeResumePoint(cursors.read(toolQuestion, cursor))
  const items = await readUpTo(entries, from, maxTokens)
  const answer = {
    items,
    from,
    hasMore: from.item + items.length < entries.count,
    compose: (shown: readonly Span[], next: ResumePoint | null) => ({
      ...compose(shown.map(present)),
      nextCursor: next === null ? null : cursors.sign(toolQuestion, encodeResumePoint(next)),
    }),
    text: { of: joined, with: withTexts },
  }
  return withRenamedErrors({}, async () => fitAnswer<Span, Record<string, unknown>>(answer, innerBudget(maxTokens)))
}

/** An address has a list joined with commas. */
export type RouteQuery = Record<string, string | number | boolean | readonly string[] | null | undefined>

/**
 * Calls the routes of this server without a connection, so that tools share their checks, limits and cache. Each call throws
 * the failure of the route that refuses.
 */
export type InternalApi = {
  json<Body>(path: string, query?: RouteQuery): Promise<Body>
  post<Body>(path: string, body: unknown): Promise<Body>
  put<Body>(path: string, body: unknown): Promise<Body>
  text(path: string, query?: RouteQuery): Promise<string>
}

/** The part of a problem (RFC 9457) that is passed on to an agent. */
type Problem = { detail?: string; errors?: ValidationError[] }

const givenIn = (query: RouteQuery) =>
  Object.entries(query).filter(([, value]) => value !== null && value !== undefined)

const addressOf = (path: string, query: RouteQuery): string => {
  const given = givenIn(query).map(([name, value]): [string, string] => [name, String(value)])
  return `http://127.0.0.1${path}${given.length === 0 ? '' : `?${new URLSearchParams(given).toString()}`}`
}

/** Agents react differently only to these. */
const codeOf: Record<number, FailureCode> = { 401: 'key_invalid', 403: 'scope_missing' }

const toFailure = async (response: Response): Promise<Failure> => {
  const { detail = 'The request failed.', errors = [] } = (await response.json().catch(() => ({}))) as Problem
  return new Failure(codeOf[response.status] ?? 'invalid', detail, { details: errors })
}

/**
 * @param routes the routes to call, which present their failures as problems
 * @param env what the routes know about the caller's connection; limits count that client
 * @param headers those of the caller that identify it
 */
export const openInternalApi = (routes: Hono, env: object, headers: Record<string, string>): InternalApi => {
  const send = async (address: string, init: RequestInit): Promise<Response> => {
    const response = await routes.fetch(new Request(address, init), { ...env, isInternal: true })
    if (response.ok) return response
    throw await toFailure(response)
  }
  const get = (path: string, query: RouteQuery = {}) => send(addressOf(path, query), { headers })
  const write =
    (method: string) =>
    async <Body>(path: string, body: unknown): Promise<Body> => {
      const sent = { ...headers, 'content-type': 'application/json' }
      const init = { method, headers: sent, body: JSON.stringify(body) }
      return (await (await send(addressOf(path, {}), init)).json()) as Body
    }
  return {
    json: async <Body>(path: string, query?: RouteQuery) => (await (await get(path, query)).json()) as Body,
    text: async (path, query) => (await get(path, query)).text(),
    post: write('POST'),
    put: write('PUT'),
  }
}

/** Asks a route that answers questions; a text that is too long for an address goes into the body. */
export const askQuestion = <Body>(api: InternalApi, path: string, query: RouteQuery): Promise<Body> =>
  codePointLength(String(query['q'] ?? '')) > MAX_ADDRESS_CHARACTERS
    ? api.post(path, Object.fromEntries(givenIn(query)))
    : api.json(path, query)

/** What tools read from: the routes of this server, and the readers behind them for what no route answers. */
export type ToolPorts = { api: InternalApi; reader: PublicReader; cursors: Cursors; publicUrl: () => string; log: Log }

/** The answer of a tool: its fields, and a sentence about them. */
export type Answer = { body: Record<string, unknown>; text: string }

type JsonSchema = { type: 'object'; [name: string]: unknown }

/** A tool as `tools/list` shows it. */
export type ToolDescription = {
  name: string
  title: string
  description: string
  inputSchema: JsonSchema
  outputSchema: JsonSchema
  annotations: { readOnlyHint: boolean; destructiveHint?: boolean; idempotentHint?: boolean; openWorldHint: false }
}

export type Tool = {
  describe(): ToolDescription
  /** Throws a failure that names each invalid argument. */
  call(args: unknown, ports: ToolPorts): Promise<Answer>
}

/**
 * Agents read every schema before their first call, so what says nothing is left out: the bounds that all whole numbers have,
 * and, of answers, that they have no other fields, which would also forbid new ones.
 */
const jsonSchema = (schema: z.ZodType, io: 'input' | 'output'): JsonSchema => {
  const { $schema: _dialect, ...described } = z.toJSONSchema(schema, {
    io,
    override: ({ jsonSchema: shown }) => {
      if (shown.minimum === Number.MIN_SAFE_INTEGER) delete shown.minimum
      if (shown.maximum === Number.MAX_SAFE_INTEGER) delete shown.maximum
      if (io === 'output') delete shown.additionalProperties
    },
  })
  return { ...described, type: 'object' }
}

type Definition<Input extends z.ZodObject, Output extends z.ZodObject> = {
  name: string
  title: string
  description: string
  input: Input
  output: Output
  /** Whether clients require exactly this form; the text is then its JSON, and no note is added. */
  isExact?: true
  /** Whether it changes something. Calling it again with the same arguments must change nothing more. */
  writes?: true
  answer: (input: z.output<Input>, ports: ToolPorts) => Promise<Answer>
}

/** Unknown arguments are refused, so that an agent learns that they would have no effect. */
export const defineTool = <Input extends z.ZodObject, Output extends z.ZodObject>({
  input,
  output,
  answer,
  isExact,
  writes,
  ...words
}: Definition<Input, Output>): Tool => {
  let described: ToolDescription | null = null
  return {
    describe: () =>
      (described ??= {
        ...words,
        inputSchema: jsonSchema(input, 'input'),
        outputSchema: jsonSchema(isExact ? output : output.extend({ untrusted: untrustedSchema }), 'output'),
        annotations:
          writes === true
            ? { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: false }
            : { readOnlyHint: true, openWorldHint: false },
      }),
    call: async (args, ports) => {
      const { body, text } = await answer(parseInput(input as unknown as z.ZodType<z.output<Input>>, args ?? {}), ports)
      const { untrusted, ...clean } = markUntrusted(body)
      return isExact
        ? { body: clean, text: JSON.stringify(clean) }
        : { body: { ...clean, untrusted }, text: removeHidden(text).text }
    },
  }
}

type CallResult = {
  content: { type: 'text'; text: string }[]
  structuredContent?: Record<string, unknown>
  isError?: boolean
}

const refusal = (text: string): CallResult => ({
  content: [{ type: 'text', text: removeHidden(text).text }],
  isError: true,
})

/** The sentence of a failure, or each invalid argument on its own line. */
const failureText = ({ message, details }: Failure): string =>
  details.length === 0 ? message : details.map(({ path, message: what }) => `${path} ${what}`).join('\n')

/** The result of a call as the protocol has it. A failure is a result too, so that the agent can correct its call. */
export const callTool = async (tool: Tool, args: unknown, ports: ToolPorts): Promise<CallResult> => {
  try {
    const { body, text } = await tool.call(args, ports)
    return { content: [{ type: 'text', text }], structuredContent: body }
  } catch (error) {
    if (error instanceof Failure) return refusal(failureText(error))
    ports.log.error({ err: error, tool: tool.describe().name }, 'a tool failed')
    return refusal('Something went wrong on our side; the error has been logged.')
  }
}
