import { Failure, validationFailure } from '#core/failure.ts'
import {
  FILE_IMPORT_DAYS,
  FILE_IMPORT_RECORDS,
  fileImportId,
  type IngestSession,
  noIngestCounts,
  type IngestChunk,
  assertTakesRecords,
  type IngestCounts,
  type IngestRefusal,
  isFileImport,
} from '#core/imports/ingest-session.ts'
import type { ActionContext } from './run-action.ts'
import { createKey } from './api-keys.ts'
import { notifyAdmins } from './outbox.ts'

/** The id of a session's key, which stays in the list of keys after the session has ended. */
const findSessionKeyId = async ({ keys }: Pick<ActionContext, 'keys'>, id: string): Promise<string | null> =>
  (await keys.list()).find(({ ingestSession }) => ingestSession === id)?.id ?? null

const DAY_MS = 86_400_000

type OpenSessionInput = {
  label: string
  /** How many records it accepts. */
  maxRecords: number
  until: Date
  actor: string
}

/**
 * Opens an ingestion session with a key that is valid only for it, and is only in the result. Throws `invalid` for the label,
 * and for an end that is not in the future.
 */
export const openSession = async (
  tx: ActionContext,
  { label, maxRecords, until, actor }: OpenSessionInput,
): Promise<{ session: IngestSession; key: string }> => {
  if (until <= tx.now) throw validationFailure([{ path: 'until', message: 'must be in the future' }])
  const id = `is_${tx.ids.secret().slice(0, 16)}`
  const expiresAt = until.toISOString()
  const { key, record } = await createKey(tx, { label, scopes: ['ingest'], expiresAt, ingestSession: id, actor })
  const session = await addSession(tx, { id, label: record.label, maxRecords, until: expiresAt, actor }, record.id)
  return { session, key }
}

type NewSession = Pick<IngestSession, 'id' | 'label' | 'maxRecords' | 'until'> & { actor: string }

const addSession = async (
  tx: ActionContext,
  { actor, ...given }: NewSession,
  key: string | null,
): Promise<IngestSession> => {
  const { id, label, maxRecords, until } = given
  const at = tx.now.toISOString()
  const session: IngestSession = {
    ...given,
    state: 'open',
    openedAt: at,
    openedBy: actor,
    endedAt: null,
    endedBy: null,
    activeAt: null,
    counts: noIngestCounts(),
    last: null,
    removed: 0,
  }
  await tx.ingestion.add(session)
  const after = { label, maxRecords, until, ...(key === null ? {} : { key }) }
  await tx.audit.record({ at, actor, act: 'ingestion.open', subject: id, before: null, after })
  return session
}

/** Opens a session for a file that an editor sends in pieces. It has no key: only who opened it may send more. */
export const openFileImport = (
  tx: ActionContext,
  { name, actor }: { name: string; actor: string },
): Promise<IngestSession> => {
  const until = new Date(tx.now.getTime() + FILE_IMPORT_DAYS * DAY_MS).toISOString()
  const id = fileImportId(tx.ids.secret())
  return addSession(tx, { id, label: name, maxRecords: FILE_IMPORT_RECORDS, until, actor }, null)
}

type EndIngestionInput = { id: string; actor: string }

/** Ends a session, revokes its key, and records both. Throws `not_found`. */
const endIngestion = async (
  tx: ActionContext,
  { id, actor }: EndIngestionInput,
  state: 'closed' | 'undoing',
): Promise<IngestSession> => {
  const session = await tx.ingestion.get(id)
  const at = tx.now.toISOString()
  const key = await findSessionKeyId(tx, id)
  if (key !== null) await tx.keys.revoke(key, at)
  await tx.ingestion.update(id, { state, endedAt: session.endedAt ?? at, endedBy: session.endedBy ?? actor })
  const act = state === 'closed' ? 'ingestion.close' : 'ingestion.undo'
  await tx.audit.record({ at, actor, act, subject: id, before: { state: session.state }, after: { ...session.counts } })
  return session
}

/** Closes a session and its key, and emails the admins a summary. Throws `not_found`, and `wrong_state` if it is not open. */
export const closeSession = async (tx: ActionContext, input: EndIngestionInput): Promise<void> => {
  const { state } = await tx.ingestion.get(input.id)
  if (state !== 'open') throw new Failure('wrong_state', `The ingestion session ${input.id} is already ${state}.`)
  const session = await endIngestion(tx, input, 'closed')
  await notifyAdmins(tx, tx.emails.ingestSummary(session))
}

type ChunkName = { sessionId: string; chunk: number }

/** Another process is storing the same chunk, such as the server that got the first request for it. */
const chunkInProgress = (chunk: number): Failure =>
  new Failure('request_in_progress', `The chunk ${chunk} is being stored; ask again for its answer.`, { retryAfter: 1 })

/** Throws `not_found`. */
const getChunk = async (tx: ActionContext, { sessionId, chunk }: ChunkName): Promise<IngestChunk> => {
  const found = await tx.ingestion.findChunk(sessionId, chunk)
  if (found === null) throw new Failure('not_found', `There is no chunk ${chunk} of the session ${sessionId}.`)
  return found
}

/** How much of a chunk is stored, and how many more records its session accepts. */
export type BegunChunk = { chunk: IngestChunk; room: number }

/**
 * Begins a chunk, or finds how much of it is stored. Throws `idempotency_key_reused` for a number that was used for other
 * content, and `wrong_state` for a session that has ended or is full.
 */
export const beginChunk = async (
  tx: ActionContext,
  { sessionId, chunk, digest }: ChunkName & { digest: string },
): Promise<BegunChunk> => {
  const session = await tx.ingestion.get(sessionId)
  const room = session.maxRecords - session.counts.read
  const known = await tx.ingestion.findChunk(sessionId, chunk)
  if (known?.digest === digest) {
    if (known.finishedAt === null) assertTakesRecords(session, tx.now)
    return { chunk: known, room }
  }
  if (known !== null && known.counts.read > 0)
    throw new Failure(
      'idempotency_key_reused',
      `Chunk ${chunk} was already used for other content; send this under another number.`,
    )
  assertTakesRecords(session, tx.now)
  if (room <= 0)
    throw new Failure(
      'wrong_state',
      `The ingestion session already has ${session.maxRecords} records, its maximum; ask the operator for another one.`,
    )
  await tx.ingestion.beginChunk(sessionId, { chunk, digest, begunAt: tx.now.toISOString() })
  return { chunk: await getChunk(tx, { sessionId, chunk }), room }
}

type AdvanceChunkInput = ChunkName & {
  digest: string
  /** How many records of the chunk were stored before these. */
  from: number
  added: IngestCounts
  refusals: readonly IngestRefusal[]
}

/**
 * Records the outcome of the next records of a chunk, in the transaction that stores them, so that each is stored once even if
 * a process is killed. Throws `request_in_progress` if another process stored them in the meantime, and `wrong_state` once
 * the session has ended.
 */
export const advanceChunk = async (tx: ActionContext, input: AdvanceChunkInput): Promise<void> => {
  const { sessionId, chunk, digest, from, added, refusals } = input
  assertTakesRecords(await tx.ingestion.get(sessionId), tx.now)
  const known = await getChunk(tx, input)
  if (known.counts.read !== from || known.digest !== digest || known.finishedAt !== null) throw chunkInProgress(chunk)
  await tx.ingestion.count(sessionId, chunk, { ...added, at: tx.now.toISOString() })
  await tx.ingestion.addRefusals(sessionId, refusals)
}

/** Marks a chunk as complete. Throws `request_in_progress` if another process is storing it. */
export const finishChunk = async (
  tx: ActionContext,
  { sessionId, chunk, digest, from }: ChunkName & { digest: string; from: number },
): Promise<IngestChunk> => {
  const known = await getChunk(tx, { sessionId, chunk })
  if (known.digest !== digest || known.counts.read !== from) throw chunkInProgress(chunk)
  if (known.finishedAt !== null) return known
  assertTakesRecords(await tx.ingestion.get(sessionId), tx.now)
  await tx.ingestion.finishChunk(sessionId, chunk, tx.now.toISOString())
  return getChunk(tx, { sessionId, chunk })
}

/** Ends a session so that a job undoes it step by step (`undoStep`). Throws `not_found`, and `wrong_state` if it is undone. */
export const undoSession = async (tx: ActionContext, input: EndIngestionInput): Promise<void> => {
  const { state } = await tx.ingestion.get(input.id)
  if (state === 'undone') throw new Failure('wrong_state', `The ingestion session ${input.id} has already been undone.`)
  if (state !== 'undoing') await endIngestion(tx, input, 'undoing')
}

/** Papers and records in one transaction: few enough not to hold up other writers. */
const PAPERS = 50
const TRACES = 20

/** Restores a paper in review to the version before the session added to it, if nobody has changed it since. */
const revertEnrichment = async (tx: ActionContext, paperId: string, actor: string): Promise<void> => {
  const versions = await tx.versions.list(paperId)
  const before = versions.find((version) => version.actor !== actor)
  if (versions[0]?.actor !== actor || before === undefined) return
  const earlier = await tx.versions.find(paperId, before.version)
  if (earlier === null) return
  const at = tx.now.toISOString()
  const by = { actor: `undo:${actor}`, at }
  const { after } = await tx.papers.revise(paperId, by, () => earlier.paper)
  await tx.audit.record({
    at,
    actor: by.actor,
    act: 'paper.restore',
    subject: paperId,
    before: null,
    after: { version: after.version, restored: before.version },
  })
}

/**
 * Undoes part of a session; returns whether there is more. It removes papers that nobody has decided on, changed or
 * recommended, then such candidates, then what its records added to other papers or proposed for public ones. Each step
 * continues where the last one ended, also after a crash.
 */
export const undoStep = async (tx: ActionContext, id: string): Promise<boolean> => {
  const session = await tx.ingestion.get(id)
  const { state, removed } = session
  if (state !== 'undoing') return false
  const actor = isFileImport(session) ? session.openedBy : `key:${(await findSessionKeyId(tx, id)) ?? ''}`
  const papers = await tx.ingestion.removePapers(id, actor, PAPERS)
  if (papers.removed > 0) await tx.ingestion.update(id, { removed: removed + papers.removed })
  if (papers.removed > 0 || !papers.isAll) return true
  if ((await tx.ingestion.removeCandidates(id, PAPERS)) > 0) return true
  const { enrichments, isAll } = await tx.ingestion.listEnrichments(id, TRACES)
  for (const { source, paperId, isInReview } of enrichments) {
    if (isInReview) await revertEnrichment(tx, paperId, actor)
    await tx.ingestion.removeEnrichment(source)
  }
  if (enrichments.length > 0 || !isAll) return true
  await tx.ingestion.update(id, { state: 'undone' })
  const at = tx.now.toISOString()
  await tx.audit.record({ at, actor, act: 'ingestion.undone', subject: id, before: null, after: { removed } })
  return false
}
