import { sql } from 'kysely'
import { paperWithFileFromRow } from '#store/sql/engine/paper-from-row.ts'
import { everyPaper } from '#core/search/paper-filter.ts'
import type { CoOccurringConcepts, ConceptTimeline, ConceptCoverage, ConceptYear } from '#core/editorial/concept.ts'
import { chapters } from '#core/papers/chapter.ts'
import { textKey } from '#core/text/tokenize.ts'
import { countFacetTokens, facetToken } from '#core/search/facet-token.ts'
import { trendWindow } from '#core/editorial/trend.ts'
import type { PaperPage } from '#ports/store/papers.ts'
import { type Db } from '#store/rows.ts'
import type { Engine, IndexFilter } from '#store/sql/engine/engine.ts'
import { conceptLinks } from '#store/sql/facets/count-facets.ts'
import { facetCounterName, counterValue } from '#store/sql/facets/index-facets.ts'
import { readCounters } from '#store/sql/facets/counters.ts'

/** Co-occurring concepts are counted in this many papers; of a larger concept, in its best ones as a sample. */
const CO_OCCURRENCE_SAMPLE = 200

type ReadContext = { db: Db; engine: Engine }

/** The index filter for the papers of a concept, in public order. */
export const conceptIndexFilter = (seq: number): IndexFilter => ({
  ...everyPaper,
  facetTokens: [facetToken('concept', seq)],
})

const conceptRow = (db: Db, id: string) =>
  db.selectFrom('concepts').select(['seq', 'id', 'name', 'definition']).where('id', '=', id).executeTakeFirst()

type YearCount = { year: number; papers: number }

const corpusYears = async (db: Db): Promise<YearCount[]> => {
  const years = await readCounters(db, 'year')
  return years.map(({ value, papers }) => ({ year: Number(value), papers })).toSorted((a, b) => a.year - b.year)
}

const alignYears = (corpus: readonly YearCount[], concept: readonly YearCount[]): ConceptYear[] => {
  const counted = new Map(concept.map(({ year, papers }) => [year, papers]))
  return corpus.map(({ year, papers }) => ({ year, papers: counted.get(year) ?? 0, corpus: papers }))
}

const within = (years: readonly YearCount[], [from, to]: readonly [number, number]): number =>
  years.filter(({ year }) => year >= from && year <= to).reduce((sum, { papers }) => sum + papers, 0)

export const conceptTimeline = async (db: Db, id: string): Promise<ConceptTimeline | null> => {
  const concept = await conceptRow(db, id)
  if (concept === undefined) return null
  const years = await db
    .selectFrom('concept_years')
    .select(['year', 'papers'])
    .where('concept_seq', '=', concept.seq)
    .where('papers', '>', 0)
    .orderBy('year')
    .execute()
  const oldest = years[0]
  const corpus = await corpusYears(db)
  const newest = corpus.at(-1)
  if (oldest === undefined || newest === undefined) return null
  const window = trendWindow(newest.year)
  return {
    counts: {
      id: concept.id,
      name: concept.name,
      definition: concept.definition,
      papers: years.reduce((sum, { papers }) => sum + papers, 0),
      recent: within(years, window.recent),
      before: within(years, window.before),
      oldestYear: oldest.year,
    },
    window,
    corpus: { recent: within(corpus, window.recent), before: within(corpus, window.before) },
    years: alignYears(corpus, years),
  }
}

export const conceptPapers = async (
  { db, engine }: ReadContext,
  id: string,
  after: number | null,
  limit: number,
): Promise<PaperPage> => {
  const concept = await conceptRow(db, id)
  if (concept === undefined) return { papers: [], next: null }
  const rows = await engine.searchPage(db, conceptIndexFilter(concept.seq), after ?? 0, limit + 1)
  const shown = rows.slice(0, limit)
  return {
    papers: shown.map(paperWithFileFromRow),
    next: rows.length > limit ? (shown.at(-1)?.rank_key ?? null) : null,
  }
}

export const coOccurringConcepts = async (
  { db, engine }: ReadContext,
  id: string,
  limit: number,
): Promise<CoOccurringConcepts> => {
  const concept = await conceptRow(db, id)
  const keys = concept === undefined ? null : engine.matchingKeys(conceptIndexFilter(concept.seq), CO_OCCURRENCE_SAMPLE)
  if (concept === undefined || keys === null) return { sampleSize: 0, concepts: [] }
  const { rows } = await sql<{ tokens: string }>`
    select facet_tokens.tokens from (${keys}) as found
    join facet_tokens on facet_tokens.rank_key = found.rank_key`.execute(db)
  const counts = countFacetTokens(rows.map(({ tokens }) => tokens).join(' ')).concept
  counts.delete(concept.seq)
  const most = [...counts].toSorted(([a, some], [b, more]) => more - some || a - b).slice(0, limit)
  const links = await conceptLinks(
    db,
    most.map(([seq]) => seq),
  )
  return {
    sampleSize: rows.length,
    concepts: most.flatMap(([seq, papers]) => {
      const link = links.get(seq)
      return link === undefined ? [] : [{ ...link, papers }]
    }),
  }
}

export const conceptIds = async (db: Db, names: readonly string[]): Promise<Map<string, string>> => {
  if (names.length === 0) return new Map()
  const rows = await db
    .selectFrom('concepts')
    .select(['id', 'name_key'])
    .where('name_key', 'in', [...new Set(names.map(textKey))])
    .execute()
  const byKey = new Map(rows.map(({ id, name_key }) => [name_key, id]))
  return new Map(
    names.flatMap((name): [string, string][] => {
      const id = byKey.get(textKey(name))
      return id === undefined ? [] : [[name, id]]
    }),
  )
}

export const conceptYears = async (db: Db, ids: readonly string[], from: number) => {
  const corpus = (await corpusYears(db)).filter(({ year }) => year >= from)
  if (ids.length === 0) return new Map<string, ConceptYear[]>()
  const rows = await db
    .selectFrom('concept_years')
    .innerJoin('concepts', 'concepts.seq', 'concept_years.concept_seq')
    .select(['concepts.id', 'concept_years.year', 'concept_years.papers'])
    .where('concepts.id', 'in', [...ids])
    .where('concept_years.year', '>=', from)
    .execute()
  const byConcept = Map.groupBy(rows, ({ id }) => id)
  return new Map(ids.map((id) => [id, alignYears(corpus, byConcept.get(id) ?? [])]))
}

/** Counts papers by concept, in the whole library and in each chapter, from the facet counters. */
export const conceptCoverage = async (db: Db, limit: number): Promise<ConceptCoverage[]> => {
  const most = await db
    .selectFrom('counters')
    .select(['value', 'papers'])
    .where('facet', '=', facetCounterName(null, 'concept'))
    .where('papers', '>', 0)
    .orderBy('papers', 'desc')
    .orderBy('value')
    .limit(limit)
    .execute()
  if (most.length === 0) return []
  const seqs = most.map(({ value }) => Number(value))
  const links = await conceptLinks(db, seqs)
  const facets = chapters.map((chapter) => facetCounterName(chapter, 'concept'))
  const cells = await db
    .selectFrom('counters')
    .selectAll()
    .where('facet', 'in', facets)
    .where('value', 'in', seqs.map(counterValue))
    .execute()
  const counted = new Map(cells.map(({ facet, value, papers }) => [`${facet} ${value}`, papers]))
  return most.flatMap(({ value, papers }) => {
    const link = links.get(Number(value))
    const byChapter = facets.map((facet) => counted.get(`${facet} ${value}`) ?? 0)
    return link === undefined ? [] : [{ ...link, papers, byChapter }]
  })
}
