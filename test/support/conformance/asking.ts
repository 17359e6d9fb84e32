import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import {
  inputRequired,
  ProtocolError,
  ProtocolErrorCode,
  type CallToolResult,
  type GetPromptResult,
  type InputRequest,
  type InputRequiredResult,
  type ServerContext,
} from '@modelcontextprotocol/server'
import type { FixturePrompt, FixtureTool } from './content.ts'

/** What the suite calls of tools and prompts that ask their caller first. The library has none; the way there is the same. */

const KEY = randomBytes(32)

const sealed = (state: string): string => `${state}.${createHmac('sha256', KEY).update(state).digest('base64url')}`

/** The state that a caller brings back; null without one. Throws the error of the protocol for one that is not ours. */
const stateIn = ({ mcpReq }: ServerContext): string | null => {
  const brought = mcpReq.requestState<string>()
  if (brought === undefined) return null
  const [state = ''] = brought.split('.')
  const [given, right] = [Buffer.from(brought), Buffer.from(sealed(state))]
  if (given.length === right.length && timingSafeEqual(given, right)) return state
  throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'This is no state of ours.')
}

const elicit = (message: string, name: string): InputRequest =>
  inputRequired.elicit({
    message,
    requestedSchema: { type: 'object', properties: { [name]: { type: 'string' } }, required: [name] },
  })

const confirm: InputRequest = inputRequired.elicit({
  message: 'Please confirm',
  requestedSchema: { type: 'object', properties: { ok: { type: 'boolean' } }, required: ['ok'] },
})

const sample = (words: string, maxTokens = 100): InputRequest =>
  inputRequired.createMessage({ messages: [{ role: 'user', content: { type: 'text', text: words } }], maxTokens })

const done = (words: string): CallToolResult => ({ content: [{ type: 'text', text: words }] })

type Asked = Record<string, InputRequest>

/** What was asked for and has not come, or not in the form of an answer. */
const missing = (asked: Asked, { mcpReq }: ServerContext): Asked =>
  Object.fromEntries(
    Object.entries(asked).filter(([name, { method }]) => {
      const given = mcpReq.inputResponses?.[name] as { action?: unknown } | undefined
      return given === undefined || (method === 'elicitation/create' && typeof given.action !== 'string')
    }),
  )

type AskingTool = FixtureTool<CallToolResult | InputRequiredResult>

const asking =
  (asked: Asked, answer: (context: ServerContext) => CallToolResult, state?: string): AskingTool =>
  (_args, context) => {
    const brought = stateIn(context)
    const inputRequests = missing(asked, context)
    if (Object.keys(inputRequests).length === 0 && brought === (state ?? null)) return answer(context)
    return inputRequired({ inputRequests, ...(state === undefined ? {} : { requestState: sealed(state) }) })
  }

const told = ({ mcpReq }: ServerContext): CallToolResult => done(`You said ${JSON.stringify(mcpReq.inputResponses)}.`)

const askName = elicit('What is your name?', 'name')
const steps = { step1: elicit('Step 1: What is your name?', 'name'), step2: elicit('Step 2: Which colour?', 'color') }

export const askingTools: Record<string, AskingTool> = {
  test_input_required_result_elicitation: asking({ user_name: askName }, told),
  test_input_required_result_sampling: asking({ capital_question: sample('What is the capital of France?') }, told),
  test_input_required_result_list_roots: asking({ client_roots: inputRequired.listRoots() }, told),
  test_input_required_result_request_state: asking({ confirm }, () => done('state-ok'), 'confirming'),
  test_input_required_result_tampered_state: asking({ confirm }, told, 'mine'),
  test_input_required_result_multiple_inputs: asking(
    { user_name: askName, greeting: sample('Generate a greeting', 50), client_roots: inputRequired.listRoots() },
    told,
    'several',
  ),
  test_input_required_result_multi_round: (_args, context) => {
    const state = stateIn(context)
    if (state === 'second') return told(context)
    const [inputRequests, next] =
      state === 'first' ? [{ step2: steps.step2 }, 'second'] : [{ step1: steps.step1 }, 'first']
    return inputRequired({ inputRequests, requestState: sealed(next) })
  },
  test_input_required_result_capabilities: (_args, context) => {
    const envelope: Partial<Record<string, unknown>> = context.mcpReq.envelope ?? {}
    const able: object = envelope['io.modelcontextprotocol/clientCapabilities'] ?? {}
    return inputRequired({
      inputRequests: {
        ...('elicitation' in able ? { user_name: askName } : {}),
        ...('sampling' in able ? { greeting: sample('Generate a greeting') } : {}),
      },
    })
  },
  test_missing_capability: asking({ greeting: sample('Generate a greeting') }, told),
  test_streaming_elicitation: asking({ user_name: askName }, told),
}

export const askingPrompts: Record<string, FixturePrompt<GetPromptResult | InputRequiredResult>> = {
  test_input_required_result_prompt: (_args, context) => {
    const asked = { user_context: elicit('What context should the prompt use?', 'context') }
    if (Object.keys(missing(asked, context)).length > 0) return inputRequired({ inputRequests: asked })
    const text = `Use this context: ${JSON.stringify(context.mcpReq.inputResponses)}`
    return { messages: [{ role: 'user', content: { type: 'text', text } }] }
  },
}
