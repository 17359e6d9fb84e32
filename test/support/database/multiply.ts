import type { Databases } from './postgres.ts'

/** Repeats the papers of a PostgreSQL database that are numbered from 1, each copy after the others in public order. */
export const multiplyPapers = async (
  { run }: Pick<Databases, 'run'>,
  database: string,
  { papers, times }: { papers: number; times: number },
): Promise<void> => {
  const columns = await run(
    "select column_name as name from information_schema.columns where table_name = 'papers'",
    database,
  )
  const shifted: Record<string, string> = {
    seq: `seq + n * ${papers}`,
    rank_key: `rank_key + n * ${papers}::bigint`,
    id: `'p' || (substr(id, 2)::bigint + n * ${papers})`,
  }
  const names = columns.map(({ name }) => String(name))
  await run(
    `insert into papers (${names.join()}) select ${names.map((name) => shifted[name] ?? name).join()}
      from papers, generate_series(1, ${times - 1}) as n;
    insert into paper_search (rank_key, words) select ${shifted.rank_key}, words
      from paper_search, generate_series(1, ${times - 1}) as n;
    select gin_clean_pending_list('paper_search_words') from pg_class where relname = 'paper_search_words'`,
    database,
  )
}
