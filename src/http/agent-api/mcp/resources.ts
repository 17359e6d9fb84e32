import { ResourceNotFoundError, type ReadResourceResult, type ResourceTemplateType } from '@modelcontextprotocol/server'
import { Failure } from '#core/failure.ts'
import type { PassagesResponse } from '#http/agent-api/passages/present.ts'
import { quotedText, QUOTATION_NOTE } from '#schemas/markdown/untrusted-text.ts'
import type { ToolPorts } from './tool.ts'

const MARKDOWN = 'text/markdown'

export const PAPER_TEMPLATE = 'longview://papers/{id}'
export const PASSAGE_TEMPLATE = 'longview://papers/{id}@{version}#{anchor}'
export const BRIEF_TEMPLATE = 'longview://briefs/{id}'

export const resourceTemplates: ResourceTemplateType[] = [
  {
    name: 'paper',
    title: 'A paper',
    uriTemplate: PAPER_TEMPLATE,
    description: 'All that is public of a paper, with its full text where the library has it.',
    mimeType: MARKDOWN,
  },
  {
    name: 'passage',
    title: 'A passage of a paper',
    uriTemplate: PASSAGE_TEMPLATE,
    description: 'The passage of an anchor from find_passages, such as p12@3#s4.2; it stays as it was cited.',
    mimeType: MARKDOWN,
  },
  {
    name: 'brief',
    title: 'A weekly brief',
    uriTemplate: BRIEF_TEMPLATE,
    description: 'What the editors wrote of one week; the id is such as 2026-w47.',
    mimeType: MARKDOWN,
  },
]

const RESOURCE =
  /^longview:\/\/(?:papers\/(?<paper>p\d{1,15})|papers\/(?<anchor>p\d{1,15}@\d{1,9}(?:#|%23)[\w.-]{1,100})|briefs\/(?<brief>[\w-]{1,40}))$/u

const passageMarkdown = ({ passages }: PassagesResponse, siteUrl: string): string =>
  passages
    .map(({ anchor, url, text = '' }) => `${quotedText(text)}\n\n${anchor}, <${siteUrl}${url}>\n\n${QUOTATION_NOTE}\n`)
    .join('\n')

/** The text of a resource; null for an address that is none. */
const textOf = async (uri: string, { ask, publicUrl }: ToolPorts): Promise<string | null> => {
  const { paper, anchor, brief } = RESOURCE.exec(uri)?.groups ?? {}
  if (paper !== undefined) return ask.text(`/papers/${paper}.md`)
  if (brief !== undefined) return ask.text(`/briefs/${brief}.md`)
  if (anchor === undefined) return null
  const asked = { anchor: anchor.replace('%23', '#') }
  return passageMarkdown(await ask.json<PassagesResponse>('/api/v1/passages', asked), publicUrl())
}

/** Throws the error of the protocol for what is not there. */
export const readResource = async (uri: string, ports: ToolPorts): Promise<ReadResourceResult> => {
  const text = await textOf(uri, ports).catch((error: unknown) => {
    if (error instanceof Failure) throw new ResourceNotFoundError(uri, error.message)
    throw error
  })
  if (text === null)
    throw new ResourceNotFoundError(uri, 'No resource has this address; the templates tell which have.')
  return { contents: [{ uri, mimeType: MARKDOWN, text }] }
}
