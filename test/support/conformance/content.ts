import { setTimeout as delay } from 'node:timers/promises'
import type {
  CallToolResult,
  ContentBlock,
  GetPromptResult,
  ReadResourceResult,
  ServerContext,
} from '@modelcontextprotocol/server'

/** What the suite calls of tools, resources and prompts that answer at once: each kind of content, failures, progress. */

export type FixtureTool<Result = CallToolResult> = (
  args: Record<string, unknown>,
  context: ServerContext,
) => Result | Promise<Result>
export type FixturePrompt<Result = GetPromptResult> = (
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

export const contentTools: Record<string, FixtureTool> = {
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
export const contentResources = (uri: string): ReadResourceResult['contents'][number] | null => {
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

export const contentPrompts: Record<string, FixturePrompt> = {
  test_simple_prompt: () => said(text('This is a simple prompt for testing.')),
  test_prompt_with_arguments: ({ arg1, arg2 }) => said(text(`Prompt with arguments: arg1='${arg1}', arg2='${arg2}'`)),
  test_prompt_with_embedded_resource: ({ resourceUri = '' }) =>
    said(
      embedded(resourceUri, 'text/plain', 'Embedded resource content for testing.'),
      text('Please process the embedded resource above.'),
    ),
  test_prompt_with_image: () => said(image, text('Please analyze the image above.')),
}
