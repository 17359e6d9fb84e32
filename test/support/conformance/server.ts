import { setTimeout as delay } from 'node:timers/promises'
import {
  type CallToolResult,
  type ContentBlock,
  type GetPromptResult,
  type ReadResourceResult,
  type ServerContext,
  inputRequired,
  ProtocolError,
  ProtocolErrorCode,
  type InputRequest,
  type InputRequiredResult,
  ResourceNotFoundError,
  type Server,
} from '@modelcontextprotocol/server'
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { openServer as openRealServer, getPrompt, prompts, readResource } from '#http/agent-api/mcp/server.ts'
import { callTool } from '#http/agent-api/mcp/tool.ts'

// The tools, resources and prompts that the MCP conformance suite calls. First those that answer at once: each kind of content,
// failures, progress.

type FixtureTool<Result = CallToolResult> = (
  args: Record<string, unknown>,
  context: ServerContext,
) => Result | Promise<Result>
type FixturePrompt<Result = GetPromptResult> = (
  args: Record<string, string>,
  context: ServerContext,
) => Result | Promise<Result>

/** A pixel, and a sound of no length. */
const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg=='
const SILENCE = 'UklGRiQAAABXQVZFZm10IBAAAAABAAEAQB8AAIA+AAACABAAZGF0YQAAAAA='

const text = (words: string): ContentBlock => ({ type: 'text', text: words })
const image: ContentBlock = { type: 'image', data: PIXEL, mimeType: 'image/png' }
const embedded = (uri: string, mimeType: string, words: string): ContentBlock => ({
  type: 'resource',
  resource: { uri, mimeType, text: words },
})
const STEP_MS = 50

const contentTools: Record<string, FixtureTool> = {
  test_simple_text: () => ({ content: [text('This is a simple text response for testing.')] }),
  test_image_content: () => ({ content: [image] }),
  test_audio_content: () => ({ content: [{ type: 'audio', data: SILENCE, mimeType: 'audio/wav' }] }),
  test_embedded_resource: () => ({
    content: [embedded('test://embedded-resource', 'text/plain', 'This is an embedded resource content.')],
  }),
  test_multiple_content_types: () => ({
    content: [
      text('Multiple content types test:'),
      image,
      embedded('test://mixed-content-resource', 'application/json', '{"test":"data","value":123}'),
    ],
  }),
  test_error_handling: () => ({
    content: [text('This tool intentionally returns an error for testing')],
    isError: true,
  }),
  test_tool_with_progress: async (_args, { mcpReq }) => {
    const progressToken = mcpReq._meta?.progressToken
    for (const progress of [0, 50, 100]) {
      if (progressToken !== undefined)
        await mcpReq.notify({ method: 'notifications/progress', params: { progressToken, progress, total: 100 } })
      await delay(STEP_MS)
    }
    return { content: [text('It went on to its end.')] }
  },
  test_tool_with_logging: async (_args, { mcpReq }) => {
    for (const words of ['Tool execution started', 'Tool processing data', 'Tool execution completed']) {
      await mcpReq.log('info', words)
      await delay(STEP_MS)
    }
    return { content: [text('It told what it did.')] }
  },
  test_logging_tool: async (_args, { mcpReq }) => {
    await mcpReq.log('info', 'Who asked for no log gets none.')
    return { content: [text('It told nobody.')] }
  },
}

/** The contents at an address; null where there are none. */
const contentResources = (uri: string): ReadResourceResult['contents'][number] | null => {
  if (uri === 'test://static-text')
    return { uri, mimeType: 'text/plain', text: 'This is the content of the static text resource.' }
  if (uri === 'test://static-binary') return { uri, mimeType: 'image/png', blob: PIXEL }
  const id = /^test:\/\/template\/(?<id>[^/]+)\/data$/u.exec(uri)?.groups?.id
  if (id === undefined) return null
  const data = { id, templateTest: true, data: `Data for ID: ${id}` }
  return { uri, mimeType: 'application/json', text: JSON.stringify(data) }
}

const said = (...contents: ContentBlock[]): GetPromptResult => ({
  messages: contents.map((content) => ({ role: 'user', content })),
})

const contentPrompts: Record<string, FixturePrompt> = {
  test_simple_prompt: () => said(text('This is a simple prompt for testing.')),
  test_prompt_with_arguments: ({ arg1, arg2 }) => said(text(`Prompt with arguments: arg1='${arg1}', arg2='${arg2}'`)),
  test_prompt_with_embedded_resource: ({ resourceUri = '' }) =>
    said(
      embedded(resourceUri, 'text/plain', 'Embedded resource content for testing.'),
      text('Please process the embedded resource above.'),
    ),
  test_prompt_with_image: () => said(image, text('Please analyze the image above.')),
}

// Tools and prompts that ask their caller a question first. The library has none of these.

const KEY = randomBytes(32)

const sealed = (state: string): string => `${state}.${createHmac('sha256', KEY).update(state).digest('base64url')}`

/** The state that a caller sends back; null without one. Throws a protocol error for a state we did not issue. */
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

/** The questions that have no answer yet, or one in the wrong form. */
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

const repeatResponses = ({ mcpReq }: ServerContext): CallToolResult =>
  done(`You said ${JSON.stringify(mcpReq.inputResponses)}.`)

const askName = elicit('What is your name?', 'name')
const steps = { step1: elicit('Step 1: What is your name?', 'name'), step2: elicit('Step 2: Which colour?', 'color') }

const askingTools: Record<string, AskingTool> = {
  test_input_required_result_elicitation: asking({ user_name: askName }, repeatResponses),
  test_input_required_result_sampling: asking(
    { capital_question: sample('What is the capital of France?') },
    repeatResponses,
  ),
  test_input_required_result_list_roots: asking({ client_roots: inputRequired.listRoots() }, repeatResponses),
  test_input_required_result_request_state: asking({ confirm }, () => done('state-ok'), 'confirming'),
  test_input_required_result_tampered_state: asking({ confirm }, repeatResponses, 'mine'),
  test_input_required_result_multiple_inputs: asking(
    { user_name: askName, greeting: sample('Generate a greeting', 50), client_roots: inputRequired.listRoots() },
    repeatResponses,
    'several',
  ),
  test_input_required_result_multi_round: (_args, context) => {
    const state = stateIn(context)
    if (state === 'second') return repeatResponses(context)
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
  test_missing_capability: asking({ greeting: sample('Generate a greeting') }, repeatResponses),
  test_streaming_elicitation: asking({ user_name: askName }, repeatResponses),
}

const askingPrompts: Record<string, FixturePrompt<GetPromptResult | InputRequiredResult>> = {
  test_input_required_result_prompt: (_args, context) => {
    const asked = { user_context: elicit('What context should the prompt use?', 'context') }
    if (Object.keys(missing(asked, context)).length > 0) return inputRequired({ inputRequests: asked })
    const text = `Use this context: ${JSON.stringify(context.mcpReq.inputResponses)}`
    return { messages: [{ role: 'user', content: { type: 'text', text } }] }
  },
}

const tools = { ...contentTools, ...askingTools }
const fixturePrompts = { ...contentPrompts, ...askingPrompts }

const inputSchema = { type: 'object' as const }

/** The real server for one request, with the tools, resources and prompts of the suite added to its own. */
export const openServer = (...[offer, about, ports]: Parameters<typeof openRealServer>): Server => {
  const server = openRealServer(offer, about, ports)
  if (!offer.hasResources) return server
  server.registerCapabilities({ logging: {} })
  const described = Object.keys(tools).map((name) => ({ name, description: 'Called by the suite.', inputSchema }))
  server.setRequestHandler('tools/list', () => ({
    tools: [...offer.tools(about.site.current()).map((tool) => tool.describe()), ...described],
  }))
  server.setRequestHandler('tools/call', async ({ params }, context) => {
    const fixture = tools[params.name]
    if (fixture !== undefined) return fixture(params.arguments ?? {}, context)
    const asked = offer.tools(about.site.current()).find((tool) => tool.describe().name === params.name)
    if (asked === undefined) throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'There is no tool of this name.')
    return callTool(asked, params.arguments, ports)
  })
  server.setRequestHandler('resources/read', ({ params }) => {
    if (!params.uri.startsWith('test://')) return readResource(params.uri, ports)
    const contents = contentResources(params.uri)
    if (contents === null) throw new ResourceNotFoundError(params.uri, 'No resource has this address.')
    return { contents: [contents] }
  })
  server.setRequestHandler('prompts/list', () => ({
    prompts: [
      ...prompts,
      ...Object.keys(fixturePrompts).map((name) => ({ name, description: 'Called by the suite.' })),
    ],
  }))
  server.setRequestHandler('prompts/get', ({ params }, context) => {
    const fixture = fixturePrompts[params.name]
    return fixture === undefined
      ? getPrompt(params.name, params.arguments ?? {})
      : fixture(params.arguments ?? {}, context)
  })
  return server
}
