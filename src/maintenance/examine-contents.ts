import type { Config, Database } from '#config.ts'
import { backupFaults } from '#core/backups.ts'
import { fine, wrong, type Check } from '#core/diagnosis.ts'
import { MAX_EMBEDDED_TEXTS, tooManyTexts } from '#core/embedding.ts'
import { byteSize, groupedNumber, pluralize } from '#core/numbers.ts'
import type { FileStore } from '#ports/file-store.ts'
import type { AuditReader } from '#ports/store/accounts.ts'
import { auditReader } from '#store/sql/accounts/audit.ts'
import type { VectorSetState } from '#ports/store/vectors.ts'
import { backupStateReader } from '#store/sql/backups.ts'
import { vectorReader } from '#store/sql/vectors.ts'
import { outboxReader } from '#store/sql/mail/outbox.ts'
import { sourceReader } from '#store/sql/sources/sources.ts'
import type { Db } from '#store/rows.ts'
import { checkFiles, withSnapshot } from './copy-corpus.ts'

type VerifyAudit = (audit: AuditReader) => Promise<{ head: { count: number }; fault: { message: string } | null }>

const auditCheck = async (db: Db, verify: VerifyAudit): Promise<Check> => {
  const { head, fault } = await verify(auditReader(db))
  return fault === null
    ? fine('audit log', `all ${head.count} rows are unchanged`)
    : wrong('audit log', fault.message, 'Find out who can write to the database; "longview audit verify" says more.')
}

const clockCheck = async (db: Db, now: Date): Promise<Check> => {
  const { records } = await auditReader(db).list({ actor: null, act: null, subject: null }, null, 1)
  const [last] = records
  return last === undefined || last.at <= now.toISOString()
    ? fine('clock', now.toISOString())
    : wrong(
        'clock',
        `It is ${now.toISOString()} here, but the last editorial action was at ${last.at}`,
        'Correct the clock of this machine, by NTP if possible.',
      )
}

const filesCheck = async (db: Db, files: FileStore): Promise<Check> => {
  const { files: count, bytes, faults } = await checkFiles(db, files)
  return faults.length === 0
    ? fine('files', `${pluralize(count, 'file', 'files')}, ${byteSize(bytes)}, each read and compared with its digest`)
    : wrong(
        'files',
        `${faults.length} of ${pluralize(count, 'file', 'files')} missing or changed in ${files.place}`,
        'Restore the folder of files from a backup; "longview files verify" names them.',
      )
}

const sourcesCheck = async (db: Db): Promise<Check> => {
  const sources = await sourceReader(db).list()
  const failing = sources.filter(({ state, failures }) => state === 'active' && failures > 0)
  return failing.length === 0
    ? fine(
        'sources',
        sources.length === 0 ? 'none is watched' : `${pluralize(sources.length, 'source', 'sources')}, none fails`,
      )
    : wrong(
        'sources',
        failing.map(({ id, name, lastError }) => `${name} (${id}): ${lastError ?? 'fails'}`).join('; '),
        `Correct the address or the network, then run "longview sources run ${failing[0]?.id}".`,
      )
}

const outboxCheck = async (db: Db): Promise<Check> => {
  const { waiting, failed } = await outboxReader(db).counts()
  return failed === 0
    ? fine('outbox', `${pluralize(waiting, 'email', 'emails')} waiting`)
    : wrong(
        'outbox',
        `${pluralize(failed, 'email', 'emails')} given up`,
        'Correct the mail server, then run "longview mail flush".',
      )
}

/** The vectors for searches by meaning. Being without them is no fault. */
const vectorsCheck = async (db: Db, model: string | null): Promise<Check> => {
  if (model === null) return fine('vectors', 'searches go by words: no embeddings endpoint is configured')
  const reader = vectorReader(db)
  const sets = await reader.sets()
  const own = sets.findLast((set) => set.model === model)
  if (own === undefined) return fine('vectors', `none of ${model} yet: "longview serve" makes them in the background`)
  const stored = await reader.countVectors(own.seq)
  const texts = await reader.countTexts(MAX_EMBEDDED_TEXTS)
  const former = sets.find(({ state, seq }) => state === 'complete' && seq !== own.seq)
  const told: Record<VectorSetState, string> = {
    complete: `${pluralize(stored, 'vector', 'vectors')} of ${model}, in use`,
    building: `${groupedNumber(stored)} of about ${pluralize(texts, 'vector', 'vectors')} of ${model}; until all are made, searches go by ${former === undefined ? 'words alone' : `those of ${former.model}`}`,
    too_large: tooManyTexts(Math.max(stored, texts), own.dimension),
  }
  return fine('vectors', told[own.state])
}

const backupsCheck = async (db: Db, backups: Config['backups'], now: Date): Promise<Check> => {
  if (backups === null) return fine('backups', 'the service makes none: BACKUP_URL is not set')
  const state = await backupStateReader(db).state()
  const canDrill = backups.identity !== null
  const faults = backupFaults(state, { schedule: backups.schedule, canDrill }, now)
  const { good, goodDrillAt } = state
  const tried = canDrill
    ? `restored on trial ${goodDrillAt ?? 'not yet'}`
    : 'none is restored on trial, because BACKUP_IDENTITY_FILE is not set'
  return faults.length === 0
    ? fine('backups', `the last is from ${good?.at}, ${byteSize(good?.bytes ?? 0)}; ${tried}`)
    : wrong(
        'backups',
        `${faults.map(({ what, why }) => `${what}. ${why}`).join(' ')}${canDrill ? '' : ` And ${tried}.`}`,
        faults.map(({ remedy }) => remedy).join(' '),
      )
}

/** What the database of the current schema holds, in one read-only snapshot. */
export const examineContents = (
  database: Database,
  {
    now,
    files,
    verify,
    model,
    backups,
  }: { now: Date; files: FileStore; verify: VerifyAudit; model: string | null; backups: Config['backups'] },
): Promise<Check[]> =>
  withSnapshot(database, async (db) => [
    await clockCheck(db, now),
    await auditCheck(db, verify),
    await filesCheck(db, files),
    await sourcesCheck(db),
    await outboxCheck(db),
    await vectorsCheck(db, model),
    await backupsCheck(db, backups, now),
  ])
