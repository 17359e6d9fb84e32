import type { CompleteRequestParams, CompleteResult } from '@modelcontextprotocol/server'
import type { PassagesResponse } from '#http/agent-api/passages/present.ts'
import type { SearchResponse } from '#http/agent-api/search/present.ts'
import { namedPapers } from './named-papers.ts'
import { BRIEF_TEMPLATE, PAPER_TEMPLATE, PASSAGE_TEMPLATE } from './resources.ts'
import type { ToolPorts } from './tool.ts'

const MOST = 20
const DIGITS = Array.from({ length: 10 }, (_, digit) => String(digit))

type Known = Record<string, string>
type Complete = (value: string, ports: ToolPorts, known: Known) => Promise<string[]>

/** Ids that begin so; for words, the ids of the papers that they find. */
const paperIds: Complete = async (value, { ask }) => {
  if (/^p\d{0,14}$/u.test(value)) {
    const { papers } = await namedPapers(ask, [value, ...DIGITS.map((digit) => value + digit)], {
      argument: 'value',
      fields: [],
    })
    return papers.map(({ id }) => id)
  }
  if (!/\S/u.test(value)) return []
  const { hits } = await ask.json<SearchResponse>('/api/v1/search', { q: value, detail: 'ids', limit: MOST })
  return hits.map(({ id }) => id)
}

const briefIds: Complete = async (value, { reader }) => {
  const briefs = await reader.related.listBriefs()
  return briefs.map(({ id }) => id).filter((id) => id.startsWith(value))
}

const versions: Complete = async (value, { reader }, { id = '' }) => {
  const current = await reader.passages.currentVersion(id)
  return current !== null && String(current).startsWith(value) ? [String(current)] : []
}

/** The places of a paper that say most of what its title does. */
const anchors: Complete = async (value, { ask }, { id = '' }) => {
  const { papers } = await namedPapers(ask, [id], { argument: 'id', fields: [] })
  const [paper] = papers
  if (paper === undefined) return []
  const asked = { q: paper.title, ids: paper.id, perPaper: 50, limit: 50, detail: 'ids' }
  const { passages } = await ask.json<PassagesResponse>('/api/v1/passages', asked)
  return passages.map(({ anchor }) => anchor.split('#')[1] ?? '').filter((anchor) => anchor.startsWith(value))
}

const completions: Record<string, Complete> = {
  [`${PAPER_TEMPLATE} id`]: paperIds,
  [`${PASSAGE_TEMPLATE} id`]: paperIds,
  [`${PASSAGE_TEMPLATE} version`]: versions,
  [`${PASSAGE_TEMPLATE} anchor`]: anchors,
  [`${BRIEF_TEMPLATE} id`]: briefIds,
  'compare_papers papers': paperIds,
}

/** What an argument of a template or a prompt may be, beginning with what was typed. */
export const complete = async (params: CompleteRequestParams, ports: ToolPorts): Promise<CompleteResult> => {
  const { ref, argument, context } = params
  const find = completions[`${ref.type === 'ref/prompt' ? ref.name : ref.uri} ${argument.name}`]
  const found = find === undefined ? [] : await find(argument.value, ports, context?.arguments ?? {}).catch(() => [])
  const values = found.slice(0, MOST)
  return { completion: { values, hasMore: found.length > MOST } }
}
