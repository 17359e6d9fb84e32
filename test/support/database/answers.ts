import { commandInProcess } from '../process/process-corpus.ts'

/**
 * What a corpus answers through the public and the editorial API and by the listing commands: everything that somebody outside
 * can compare before and after an upgrade. JSON, so that a release can keep it beside the corpus.
 */
export type Answers = {
  /** Bodies under the path that was asked for; the status where it is not 200. */
  bodies: Record<string, unknown>
  /** Output under the command line. */
  lists: Record<string, unknown>
}

type Place = { get: (path: string, headers?: Record<string, string>) => Promise<Response> }

type ChangeList = { changes: { kind: string; id: string }[]; nextSeq: number }

const AT_ONCE = 8

const read = async ({ get }: Place, path: string, headers: Record<string, string>): Promise<unknown> => {
  const response = await get(path, headers)
  const text = await response.text()
  return response.status === 200 ? (JSON.parse(text) as unknown) : response.status
}

const readAll = async (
  place: Place,
  paths: readonly string[],
  headers: Record<string, string> = {},
): Promise<Record<string, unknown>> => {
  const found: Record<string, unknown> = {}
  for (let at = 0; at < paths.length; at += AT_ONCE) {
    const some = paths.slice(at, at + AT_ONCE)
    const bodies = await Promise.all(some.map((path) => read(place, path, headers)))
    for (const [index, path] of some.entries()) found[path] = bodies[index]
  }
  return found
}

/** The whole public change stream, by pages. */
const changePages = async (place: Place): Promise<Record<string, unknown>> => {
  const pages: Record<string, unknown> = {}
  for (let since = 0; ;) {
    const path = `/api/v1/changes?since=${since}&limit=100`
    const page = (await read(place, path, {})) as ChangeList
    pages[path] = page
    if (page.changes.length === 0) return pages
    since = page.nextSeq
  }
}

type Versions = { versions: { version: number }[] }

const EDITED = [
  '/gaps',
  '/gaps/g1',
  '/concepts',
  '/chapters',
  '/briefs',
  '/briefs/2026-w48',
  '/proposals',
  '/submissions',
]

const editorialBodies = async (place: Place, papers: readonly string[], key: string) => {
  const headers = { 'x-api-key': key }
  const ask = (paths: readonly string[]) =>
    readAll(
      place,
      paths.map((path) => `/api/editorial${path}`),
      headers,
    )
  const lists = await ask(papers.map((id) => `/papers/${id}/versions`))
  const versions = papers.flatMap((id) => {
    const { versions: kept } = lists[`/api/editorial/papers/${id}/versions`] as Versions
    return kept.map(({ version }) => `/papers/${id}/versions/${version}`)
  })
  const shown = papers.flatMap((id) => [`/papers/${id}`, `/submissions/${id}`, `/papers/${id}/files`])
  return { ...lists, ...(await ask([...versions, ...shown, ...EDITED])) }
}

/** Papers of any state with versions and files, everything that editors write, and the public change stream with its records. */
export const readBodies = async (
  place: Place,
  { papers, keys }: { papers: readonly string[]; keys: { submit: string; review: string } },
): Promise<Answers['bodies']> => {
  const changes = await changePages(place)
  const records = Object.values(changes).flatMap((page) =>
    (page as ChangeList).changes
      .filter(({ kind, id }) => kind !== 'paper' || papers.includes(id))
      .map(({ kind, id }) => `/api/v1/records/${kind}/${encodeURIComponent(id)}`),
  )
  const open = [
    '/api/stats',
    '/api/v1/briefs/2026-w47',
    ...papers.flatMap((id) => [`/api/papers/${id}`, `/api/v1/papers/${id}`]),
  ]
  return {
    ...changes,
    ...(await readAll(place, [...new Set(records), ...open])),
    ...(await editorialBodies(place, papers, keys.review)),
    ...(await readAll(place, ['/api/submissions'], { 'x-api-key': keys.submit })),
  }
}

/** Commands that list what has no API. */
const LISTS = [
  ['keys', 'list', '--json'],
  ['editors', 'list', '--json'],
  ['files', 'list', '--json'],
  ['sources', 'list', '--json'],
  ['sessions', 'list', '--json'],
  ['webhooks', 'list', '--json'],
  ['webhooks', 'deliveries', '1', '--json'],
  ['subscribers', 'count', '--json'],
  ['subscribers', 'export'],
  ['audit', 'list', '--json'],
  ['audit', 'verify', '--json'],
  ['export'],
] as const

const parsed = (text: string): unknown => {
  const lines = text.split('\n').filter((line) => line !== '')
  return lines.map((line) => (/^[[{]/u.test(line) ? (JSON.parse(line) as unknown) : line))
}

/** Accounts, keys, sessions of ingestion, subscribers, webhooks, files, the audit log, and all public papers with their texts. */
export const readLists = async (environment: Record<string, string>): Promise<Answers['lists']> => {
  const lists: Answers['lists'] = {}
  for (const args of LISTS) {
    const { code, stdout, stderr } = await commandInProcess(args, environment)
    if (code !== 0) throw new Error(`longview ${args.join(' ')} ended with ${code}: ${stderr}`)
    lists[args.join(' ')] = parsed(stdout)
  }
  return lists
}

/** The paper that a path is about. */
const PAPER_IN_PATH = /\/(?:papers|submissions|records\/paper)\/(?<id>[^/?]+)/u

/** The answers to what `readBodies` asks about these papers alone. */
export const bodiesAbout = (bodies: Answers['bodies'], papers: readonly string[]): Answers['bodies'] =>
  Object.fromEntries(
    Object.entries(bodies).filter(([path]) => {
      const id = PAPER_IN_PATH.exec(path)?.groups?.id
      return id === undefined || papers.includes(id)
    }),
  )

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/**
 * What `before` has and `after` lacks or has otherwise, each with its place. Fields that are new are allowed: a newer version
 * may add some (docs/contract.md).
 */
export const lost = (before: unknown, after: unknown, place = ''): string[] => {
  if (isObject(before) && isObject(after))
    return Object.entries(before).flatMap(([name, value]) => lost(value, after[name], `${place}/${name}`))
  if (Array.isArray(before) && Array.isArray(after) && before.length === after.length)
    return before.flatMap((value, index) => lost(value, after[index], `${place}/${index}`))
  return Object.is(before, after) ? [] : [`${place}: ${JSON.stringify(before)} became ${JSON.stringify(after)}`]
}
