import { z } from 'zod'
import { Failure } from '#core/failure.ts'
import type { Log } from '#ports/log.ts'
import type { PublicReader } from '#ports/store/store.ts'
import { parseInput } from '#schemas/validate.ts'
import type { Cursors } from '#http/paging/signed-cursors.ts'
import type { Ask } from './ask.ts'
import { markUntrusted, untrustedSchema } from './mark-untrusted.ts'

/** What tools read from: the routes of this server, and for what no route says, the readers behind them. */
export type ToolPorts = { ask: Ask; reader: PublicReader; cursors: Cursors; publicUrl: () => string; log: Log }

/** The answer of a tool once, in fields, with a sentence about it. */
export type Answer = { body: Record<string, unknown>; says: string }

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
  /** Throws a failure that names each wrong argument. */
  call(args: unknown, ports: ToolPorts): Promise<Answer>
}

const jsonSchema = (schema: z.ZodType, io: 'input' | 'output'): JsonSchema => {
  const { $schema: _dialect, ...described } = z.toJSONSchema(schema, { io })
  return { ...described, type: 'object' }
}

type Definition<Input extends z.ZodObject, Output extends z.ZodObject> = {
  name: string
  title: string
  description: string
  input: Input
  output: Output
  /** Whether clients demand this form and no other: then it is also the text, and says nothing beside it. */
  isExact?: true
  /** Whether it changes something, which a second call with the same arguments changes to the same. */
  writes?: true
  answer: (input: z.output<Input>, ports: ToolPorts) => Promise<Answer>
}

/** Unknown arguments are refused: an agent that means something by one should learn that it has no effect. */
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
      const { body, says } = await answer(parseInput(input as unknown as z.ZodType<z.output<Input>>, args ?? {}), ports)
      const { untrusted, ...clean } = markUntrusted(body)
      return isExact ? { body: clean, says: JSON.stringify(clean) } : { body: { ...clean, untrusted }, says }
    },
  }
}

type CallResult = {
  content: { type: 'text'; text: string }[]
  structuredContent?: Record<string, unknown>
  isError?: boolean
}

const refusal = (text: string): CallResult => ({ content: [{ type: 'text', text }], isError: true })

/** The sentence of a failure, and each wrong argument on a line of its own. */
const failureText = ({ message, details }: Failure): string =>
  details.length === 0 ? message : details.map(({ path, message: what }) => `${path} ${what}`).join('\n')

/** The result of a call as the protocol has it; a call that fails is a result, too, so that the agent can mend it. */
export const callTool = async (tool: Tool, args: unknown, ports: ToolPorts): Promise<CallResult> => {
  try {
    const { body, says } = await tool.call(args, ports)
    return { content: [{ type: 'text', text: says }], structuredContent: body }
  } catch (error) {
    if (error instanceof Failure) return refusal(failureText(error))
    ports.log.error({ err: error, tool: tool.describe().name }, 'a tool failed')
    return refusal('Something went wrong on our side; the error has been logged.')
  }
}
