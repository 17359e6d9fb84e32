import { createHash } from 'node:crypto'
import type { PaperWithText } from '#core/papers/paper.ts'
import { submissionStates } from '#core/review/submission-state.ts'
import type { Store } from '#ports/store/store.ts'

const MANY = 1_000

/** Values in order and without names: what a later version calls a field, or adds to it, makes no difference. */
const digest = (facts: unknown): string => createHash('sha256').update(JSON.stringify(facts)).digest('hex').slice(0, 16)

const paperFacts = (paper: PaperWithText): unknown[] => {
  const { id, title, authors, year, institution, url, abstract, chapter, type, longHorizon, enterprise } = paper
  const { topics, concepts, frameworks, commentary, storageUrl, fullText } = paper
  const words = [title, authors, year, institution, url, abstract, topics, concepts, frameworks, commentary, fullText]
  return [id, ...words, chapter, type, longHorizon, enterprise, storageUrl]
}

const versionFacts = async ({ private: read }: Store, id: string): Promise<unknown[]> => {
  const facts: unknown[] = []
  for (const { version, at, actor } of await read.versions.list(id)) {
    const found = await read.versions.find(id, version)
    facts.push([version, at, actor, found === null ? null : paperFacts(found.paper)])
  }
  return facts
}

/** State, version and a digest of everything that each paper says, by its id. */
const papersOf = async ({ private: read }: Store): Promise<Record<string, string>> => {
  const everything = { submittedBy: null, states: submissionStates }
  const { submissions } = await read.submissions.list(everything, null, MANY)
  const stored = await read.papers.findByIds(submissions.map(({ id }) => id))
  const facts = submissions.map(({ id, state, version }) => {
    const paper = stored.get(id)
    return [id, `${state} ${version} ${paper === undefined ? '' : digest(paperFacts(paper))}`] as const
  })
  return Object.fromEntries(facts.toSorted(([a], [b]) => Number(a.slice(1)) - Number(b.slice(1))))
}

const reviewFacts = async (store: Store): Promise<unknown[]> => {
  const { submissions } = await store.private.submissions.list(
    { submittedBy: null, states: submissionStates },
    null,
    MANY,
  )
  const facts: unknown[] = []
  for (const { id, submittedBy, submittedAt, updatedAt, history } of submissions) {
    const steps = history.map(({ state, note, actor, at }) => [state, note, actor, at])
    const advice = (await store.private.recommendations.list(id)).map((one) => [one.actor, one.event, one.note, one.at])
    const decision = await store.private.decisions.find(id)
    const waiting = decision === null ? null : [decision.event, decision.note, decision.actor, decision.dueAt]
    facts.push([id, submittedBy, submittedAt, updatedAt, steps, advice, waiting, await versionFacts(store, id)])
  }
  return facts
}

const editorialFacts = async ({ private: read }: Store) => {
  const gaps: unknown[] = []
  for (const { id } of await read.gaps.list(null)) {
    const gap = await read.gaps.find(id)
    gaps.push([id, gap?.title, gap?.severity, gap?.explanation, gap?.paperIds.toSorted(), gap?.version])
  }
  const defined = (await read.concepts.listAll()).filter(({ definition }) => definition !== null)
  const definitions = defined.toSorted((a, b) => (a.name < b.name ? -1 : 1))
  const written = [...(await read.briefs.list()), ...(await read.briefs.drafts())]
  return {
    gaps: digest(gaps),
    briefs: digest(written.map(({ id, title, summary, take, featured }) => [id, title, summary, take, featured])),
    chapters: digest((await read.chapters.list()).map((one) => [one.number, one.name, one.introduction, one.version])),
    definitions: digest(definitions.map(({ name, definition }) => [name, definition])),
    templates: digest((await read.replyTemplates.list()).map(({ id, event, name, body }) => [id, event, name, body])),
  }
}

const peopleFacts = async ({ private: read }: Store) => {
  const keys = (await read.keys.list()).map((key) => [
    [key.id, key.label, key.scopes, key.email],
    [key.createdAt, key.expiresAt, key.revokedAt, key.lastUsedAt],
  ])
  const editors = (await read.editors.list()).map((one) => [
    [one.id, one.name, one.email, one.role, one.createdAt, one.removedAt],
    [one.hasPassphrase, one.passkeys],
  ])
  const { subscribers } = await read.subscribers.list(null, null, MANY)
  const { messages } = await read.messages.list(null, null, MANY)
  const { emails } = await read.outbox.list(null, null, MANY)
  return {
    keys: digest(keys),
    editors: digest(editors),
    subscribers: digest(subscribers.map(({ id, email, name, state, since }) => [id, email, name, state, since])),
    messages: digest(messages.map((one) => [one.id, one.name, one.email, one.message, one.receivedAt, one.state])),
    letters: digest(emails.map((one) => [one.kind, one.to, one.subject, one.state, one.attempts, one.sentAt])),
  }
}

/** What a corpus knows, in short: papers one by one, all else by a digest of each kind. */
export const corpusFacts = async (store: Store) => ({
  papers: await papersOf(store),
  reviews: digest(await reviewFacts(store)),
  ...(await editorialFacts(store)),
  ...(await peopleFacts(store)),
})
