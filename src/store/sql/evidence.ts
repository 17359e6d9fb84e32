import { sql, type Selectable } from 'kysely'
import type { CitedState, Evidence, EvidenceKind, EvidenceSubject, Support } from '#core/evidence/evidence.ts'
import { findMarks } from '#core/text/evidence-marks.ts'
import type { QuotationMatch } from '#core/evidence/quotations.ts'
import { findStatements } from '#core/evidence/statements.ts'
import type { EvidenceWriter, MarkPlace, PrivateEvidenceReader, PublicEvidenceReader } from '#ports/store/evidence.ts'
import type { Db, Tables } from '#store/rows.ts'
import { insertRows, paddedKeys, type TransactionContext } from '#store/sql/engine/engine.ts'

type Row = Selectable<Tables['evidence']>

const checkOf = (row: Row): Evidence['check'] =>
  row.checked_at === null
    ? null
    : {
        paperId: row.paper_id,
        version: row.version,
        state: row.state as CitedState | null,
        anchor: row.anchor,
        match: row.match as QuotationMatch | null,
        isLimited: row.is_limited === 1,
        found: row.found,
        count: row.papers_found,
        hits: row.hits === null ? null : (JSON.parse(row.hits) as string[]),
        fault: row.fault,
        checkedAt: row.checked_at,
      }

/** A row whose mark another version of the program would not read is left out. */
const evidenceFromRow = (row: Row): Evidence[] => {
  const [mark] = findMarks(row.mark)
  if (mark === undefined) return []
  const { start: _start, end: _end, ...written } = mark
  const { support, support_by: by, support_at: at } = row
  return [
    {
      subject: row.subject,
      number: row.number,
      mark: written,
      sentence: row.sentence,
      check: checkOf(row),
      isDue: row.is_due === 1,
      judgement: support === null || by === null || at === null ? null : { support: support as Support, by, at },
    },
  ]
}

const rowsOf = (db: Db) => db.selectFrom('evidence').selectAll()

const inOrder = async (query: ReturnType<typeof rowsOf>): Promise<Evidence[]> =>
  (await query.orderBy('subject').orderBy('number').execute()).flatMap(evidenceFromRow)

const idOf = (subject: EvidenceSubject): string => subject.split(':')[1] ?? ''

/** Those of these subjects that are public: gaps and published briefs always are. */
const publicSubjects = async (db: Db, subjects: readonly EvidenceSubject[]): Promise<EvidenceSubject[]> => {
  const ids = subjects.filter((subject) => subject.startsWith('paper:')).map(idOf)
  const rows =
    ids.length === 0
      ? []
      : await db
          .selectFrom('papers')
          .select('id')
          .where('id', 'in', paddedKeys(ids))
          .where('state', '=', 'accepted')
          .execute()
  const accepted = new Set(rows.map(({ id }) => id))
  return subjects.filter((subject) => !subject.startsWith('paper:') || accepted.has(idOf(subject)))
}

/** Texts as they are stored, one statement for each kind. */
const storedTexts = async (
  db: Db,
  subjects: readonly EvidenceSubject[],
): Promise<Map<EvidenceSubject, string | null>> => {
  const texts = new Map<EvidenceSubject, string | null>()
  const idsOf = (kind: EvidenceKind): readonly string[] =>
    paddedKeys([...new Set(subjects.filter((subject) => subject.startsWith(`${kind}:`)).map(idOf))])
  const [papers, gaps, briefs] = [idsOf('paper'), idsOf('gap'), idsOf('brief')]
  if (papers.length > 0)
    for (const row of await db.selectFrom('papers').select(['id', 'commentary']).where('id', 'in', papers).execute())
      texts.set(`paper:${row.id}`, row.commentary)
  if (gaps.length > 0)
    for (const row of await db.selectFrom('gaps').select(['id', 'explanation']).where('id', 'in', gaps).execute())
      texts.set(`gap:${row.id}`, row.explanation)
  if (briefs.length > 0)
    for (const row of await db
      .selectFrom('briefs')
      .select(['id', 'summary', 'take'])
      .where('id', 'in', briefs)
      .execute())
      texts.set(`brief:${row.id}:summary`, row.summary).set(`brief:${row.id}:take`, row.take)
  return texts
}

/** Those of these subjects that have marks. */
const markedSubjects = async (db: Db, subjects: readonly EvidenceSubject[]): Promise<EvidenceSubject[]> => {
  if (subjects.length === 0) return []
  const rows = await db
    .selectFrom('evidence')
    .select('subject')
    .distinct()
    .where('subject', 'in', paddedKeys(subjects))
    .execute()
  return rows.map(({ subject }) => subject)
}

export const publicEvidenceReader = (db: Db): PublicEvidenceReader => ({
  list: async (subjects) => {
    if (subjects.length === 0) return []
    const found = await inOrder(rowsOf(db).where('subject', 'in', paddedKeys(subjects)))
    const shown = new Set(found.length === 0 ? [] : await publicSubjects(db, subjects))
    return subjects.flatMap((subject) =>
      shown.has(subject) ? found.filter((evidence) => evidence.subject === subject) : [],
    )
  },
  texts: async (subjects) => {
    const shown = await publicSubjects(db, await markedSubjects(db, subjects))
    const stored = await storedTexts(db, shown)
    return new Map(
      shown.flatMap((subject) => {
        const text = stored.get(subject) ?? null
        return text === null ? [] : [[subject, text] as const]
      }),
    )
  },
})

export const privateEvidenceReader = (db: Db): PrivateEvidenceReader => ({
  due: (limit) => inOrder(rowsOf(db).where('is_due', '=', 1).limit(limit)),
  restingOn: async (paperIds) =>
    paperIds.length === 0
      ? []
      : inOrder(
          rowsOf(db).where((eb) =>
            eb.or([eb('cited', 'in', paddedKeys(paperIds)), eb('paper_id', 'in', paddedKeys(paperIds))]),
          ),
        ),
})

const UNCHECKED = {
  paper_id: null,
  version: null,
  state: null,
  anchor: null,
  match: null,
  is_limited: 0,
  found: null,
  papers_found: null,
  hits: null,
  fault: null,
  checked_at: null,
  is_due: 1,
}
const UNJUDGED = { support: null, support_by: null, support_at: null }

/** The columns of what is known of an equal mark, and of an equal mark of an equal sentence. */
const knownOf = (before: readonly Row[], mark: string, sentence: string) => {
  const same = before.find((row) => row.mark === mark)
  const judged = before.find((row) => row.mark === mark && row.sentence === sentence)
  const { paper_id, version, state, anchor, match, is_limited, found, papers_found, hits, fault, checked_at, is_due } =
    same ?? UNCHECKED
  const { support, support_by, support_at } = judged ?? UNJUDGED
  const check = {
    paper_id,
    version,
    state,
    anchor,
    match,
    is_limited,
    found,
    papers_found,
    hits,
    fault,
    checked_at,
    is_due,
  }
  return { ...check, support, support_by, support_at }
}

/**
 * Stores what texts rest on. What was found of a mark stays with it when its text changes, and a judgement stays with its sentence.
 *
 * @param texts null for one that has gone
 */
export const putMarks = async (
  scope: Pick<TransactionContext, 'db' | 'engine'>,
  texts: readonly { subject: EvidenceSubject; text: string | null }[],
  { isNew = false }: { isNew?: boolean } = {},
): Promise<void> => {
  const { db } = scope
  for (const { subject, text } of texts) {
    const statements = text === null ? [] : findStatements(text)
    const before = isNew ? [] : await rowsOf(db).where('subject', '=', subject).execute()
    if (before.length > 0) await db.deleteFrom('evidence').where('subject', '=', subject).execute()
    await insertRows(
      scope,
      'evidence',
      statements.map(({ mark, number, sentence }) => ({
        subject,
        number,
        mark: mark.mark,
        kind: mark.kind,
        cited: mark.kind === 'search' ? null : mark.paperId,
        sentence,
        ...knownOf(before, mark.mark, sentence),
      })),
    )
  }
}

const markSearchesDue = async (db: Db): Promise<void> => {
  await db
    .updateTable('evidence')
    .set({ is_due: 1 })
    .where('kind', '=', sql.lit('search' as const))
    .where('is_due', '=', 0)
    .execute()
}

/** Has the marks that rest on these papers looked up again, and all searches: any of them may find these papers, or no longer. */
export const markEvidenceDue = async (db: Db, paperIds: readonly string[]): Promise<void> => {
  if (paperIds.length === 0) return
  for (const column of ['cited', 'paper_id'] as const)
    await db
      .updateTable('evidence')
      .set({ is_due: 1 })
      .where(column, 'in', paddedKeys([...paperIds]))
      .where('is_due', '=', 0)
      .execute()
  await markSearchesDue(db)
}

const placed = (db: Db, { subject, number, mark }: MarkPlace) =>
  db.updateTable('evidence').where('subject', '=', subject).where('number', '=', number).where('mark', '=', mark)

export const evidenceWriter = (scope: TransactionContext): EvidenceWriter => ({
  saveCheck: async (place, check) => {
    await placed(scope.db, place)
      .set({
        paper_id: check.paperId,
        version: check.version,
        state: check.state,
        anchor: check.anchor,
        match: check.match,
        is_limited: check.isLimited ? 1 : 0,
        found: check.found,
        papers_found: check.count,
        hits: check.hits === null ? null : JSON.stringify(check.hits),
        fault: check.fault,
        checked_at: check.checkedAt,
        is_due: 0,
      })
      .execute()
  },
  judge: async (place, judgement) => {
    const { numUpdatedRows } = await placed(scope.db, place)
      .set({
        support: judgement?.support ?? null,
        support_by: judgement?.by ?? null,
        support_at: judgement?.at ?? null,
      })
      .executeTakeFirst()
    // Pages and answers have it from now on.
    scope.markPublicChange()
    return numUpdatedRows > 0n
  },
})

const BATCH = 500

/** Stores the marks of texts that were written before marks were stored; nothing if any are. */
export const fillEvidence = async (scope: Pick<TransactionContext, 'db' | 'engine'>): Promise<void> => {
  const { db } = scope
  if ((await db.selectFrom('evidence').select('subject').limit(1).executeTakeFirst()) !== undefined) return
  const texts: { subject: EvidenceSubject; text: string | null }[] = []
  const gaps = await db.selectFrom('gaps').select(['id', 'explanation']).execute()
  texts.push(...gaps.map(({ id, explanation: text }) => ({ subject: `gap:${id}` as const, text })))
  for (const { id, summary, take } of await db.selectFrom('briefs').select(['id', 'summary', 'take']).execute())
    texts.push({ subject: `brief:${id}:summary`, text: summary }, { subject: `brief:${id}:take`, text: take })
  for (let after = -1; ;) {
    const rows = await db
      .selectFrom('papers')
      .select(['seq', 'id', 'commentary'])
      .where('seq', '>', after)
      .where((eb) => eb.or([eb('commentary', 'like', '%[p%'), eb('commentary', 'like', '%[search:%')]))
      .orderBy('seq')
      .limit(BATCH)
      .execute()
    texts.push(...rows.map(({ id, commentary: text }) => ({ subject: `paper:${id}` as const, text })))
    after = rows.at(-1)?.seq ?? after
    if (rows.length < BATCH) break
  }
  const marked = texts.filter(({ text }) => text !== null && findMarks(text).length > 0)
  await putMarks(scope, marked)
  for (const { subject } of marked)
    await db.updateTable('renderings').set({ renderer: 0, markup: null }).where('subject', '=', subject).execute()
}
