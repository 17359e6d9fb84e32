import Database from 'better-sqlite3'
import { Client } from 'pg'

/** What a database is made of: under the name of each table or function, its parts in an order of their own. */
export type SchemaDescription = Record<string, string[]>

type Part = { of: string; part: string }

const collect = (parts: readonly Part[]): SchemaDescription => {
  const found: SchemaDescription = {}
  for (const { of, part } of parts) (found[of] ??= []).push(part)
  for (const each of Object.values(found)) each.sort()
  return found
}

const squeeze = (sql: string): string =>
  sql
    .replaceAll(/--[^\n]*/gu, '')
    .replaceAll('"', '')
    .replaceAll(/\s+/gu, ' ')
    .replaceAll(/ ?([(),]) ?/gu, '$1')
    .trim()

/** Columns and constraints of a table, and what follows them. The order of columns is left to each way of making it. */
const definitionsIn = (sql: string): string[] => {
  const text = squeeze(sql)
  const [start, end] = [text.indexOf('('), text.lastIndexOf(')')]
  const parts: string[] = ['']
  let depth = 0
  for (const sign of text.slice(start + 1, end)) {
    if (sign === '(') depth += 1
    if (sign === ')') depth -= 1
    if (sign === ',' && depth === 0) parts.push('')
    else parts.push(`${parts.pop() ?? ''}${sign}`)
  }
  return [...parts, `${text.slice(0, start)} … ${text.slice(end + 1)}`]
}

/** Rows as JSON, but for the secret, which no two databases share, and the instant at which a migration was applied. */
const rowPart = (row: Record<string, unknown>): string => {
  const { secret, applied_at: applied, ...rest } = row
  const compared = Buffer.isBuffer(secret) ? { ...rest, secret: secret.length } : { ...rest, applied: typeof applied }
  return `row ${JSON.stringify(Object.entries(compared).toSorted(([a], [b]) => (a < b ? -1 : 1)))}`
}

/** Takes everything that SQLite keeps of a schema: the statements by which it was made. */
export const describeSqlite = (path: string, { withRows }: { withRows: boolean }): SchemaDescription => {
  const database = new Database(path, { readonly: true })
  try {
    const kept = database
      .prepare<[], { type: string; name: string; of: string; sql: string | null }>(
        'SELECT type, name, tbl_name AS "of", sql FROM sqlite_schema',
      )
      .all()
    // An index without a statement belongs to a constraint of its table.
    const parts = kept.flatMap(({ type, of, sql }): Part[] => {
      if (sql === null) return []
      return (type === 'table' ? definitionsIn(sql) : [squeeze(sql)]).map((part) => ({ of, part }))
    })
    const rows = kept.flatMap(({ type, name }): Part[] => {
      if (!withRows || type !== 'table' || name.startsWith('paper_search_')) return []
      const all = database.prepare<[], Record<string, unknown>>(`SELECT * FROM ${name}`).all()
      return all.map((row) => ({ of: name, part: rowPart(row) }))
    })
    return collect([...parts, ...rows])
  } finally {
    database.close()
  }
}

/** Names of NOT NULL constraints, which PostgreSQL has from 18 on, are left out; that a column has one is not. */
const POSTGRES_PARTS = `
  WITH ours AS (SELECT * FROM pg_class WHERE relnamespace = current_schema()::regnamespace)
  SELECT relname AS of, concat_ws(' ', 'relation', relkind, relpersistence, reloptions, relacl, relowner::regrole,
    relrowsecurity, relforcerowsecurity, relreplident) AS part FROM ours
  UNION ALL
  SELECT relname, concat_ws(' ', 'column', attname, format_type(atttypid, atttypmod), attcollation::regcollation, attnotnull,
    'identity', attidentity, 'generated', attgenerated, 'storage', attstorage, attcompression,
    'statistics', attstattarget, attacl, attoptions, pg_get_expr(adbin, adrelid))
  FROM ours JOIN pg_attribute ON attrelid = ours.oid LEFT JOIN pg_attrdef ON adrelid = attrelid AND adnum = attnum
  WHERE attnum > 0 AND NOT attisdropped AND relkind <> 'i'
  UNION ALL
  SELECT relname, concat_ws(' ', 'constraint', conname, convalidated, pg_get_constraintdef(pg_constraint.oid))
  FROM ours JOIN pg_constraint ON conrelid = ours.oid WHERE contype <> 'n'
  UNION ALL
  SELECT tables.relname, concat_ws(' ', pg_get_indexdef(indexrelid), indisvalid, indisclustered)
  FROM ours JOIN pg_index ON indexrelid = ours.oid JOIN pg_class tables ON tables.oid = indrelid
  UNION ALL
  SELECT relname, concat_ws(' ', tgenabled, pg_get_triggerdef(pg_trigger.oid))
  FROM ours JOIN pg_trigger ON tgrelid = ours.oid WHERE NOT tgisinternal
  UNION ALL
  SELECT relname, concat_ws(' ', seqtypid::regtype, seqstart, seqincrement, seqmin, seqmax, seqcache, seqcycle,
    pg_get_serial_sequence(refobjid::regclass::text, attname))
  FROM ours JOIN pg_sequence ON seqrelid = ours.oid
  JOIN pg_depend ON objid = ours.oid AND deptype = 'i' JOIN pg_attribute ON attrelid = refobjid AND attnum = refobjsubid
  UNION ALL
  SELECT relname, concat_ws(' ', 'rule', pg_get_ruledef(pg_rewrite.oid)) FROM ours JOIN pg_rewrite ON ev_class = ours.oid
  UNION ALL
  SELECT relname, concat_ws(' ', 'policy', polname) FROM ours JOIN pg_policy ON polrelid = ours.oid
  UNION ALL
  SELECT proname, concat_ws(' ', pg_get_functiondef(oid), proacl, proowner::regrole)
  FROM pg_proc WHERE pronamespace = current_schema()::regnamespace
  UNION ALL
  SELECT typname, concat_ws(' ', 'type', typtype) FROM pg_type
  WHERE typnamespace = current_schema()::regnamespace AND typtype NOT IN ('c', 'b')
  UNION ALL
  SELECT extname, 'extension' FROM pg_extension`

const namesOf = (parts: readonly Part[]): string[] =>
  parts.filter(({ part }) => /^relation [rp] /u.test(part)).map(({ of }) => of)

/** Takes what the catalogs of PostgreSQL have on the current schema. */
export const describePostgres = async (
  url: string,
  { withRows }: { withRows: boolean },
): Promise<SchemaDescription> => {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    const { rows: parts } = await client.query<Part>(POSTGRES_PARTS)
    const all = [...parts]
    for (const name of withRows ? namesOf(parts) : []) {
      const { rows } = await client.query<Record<string, unknown>>(`SELECT * FROM ${name}`)
      all.push(...rows.map((row) => ({ of: name, part: rowPart(row) })))
    }
    return collect(all)
  } finally {
    await client.end()
  }
}

/** Names of the tables after all migrations; one that replaces another counts once. */
export const migratedTables = (steps: readonly { sql: string }[]): string[] => {
  const made = new Set<string>()
  for (const { sql } of steps) {
    for (const [, name = ''] of sql.matchAll(/CREATE (?:VIRTUAL )?TABLE (\w+)/gu)) made.add(name)
    for (const [, name = '', to = ''] of sql.matchAll(/ALTER TABLE (\w+) RENAME TO (\w+)/gu)) {
      made.delete(name)
      made.add(to)
    }
  }
  return [...made].toSorted()
}

/** Takes step 22 back, so that an earlier step can be applied again: counters and facet tokens have their old names. */
export const OLD_COUNTERS = `
  DROP INDEX counters_by_papers;
  ALTER TABLE counters RENAME TO tallies;
  UPDATE tallies SET facet = 'shelf:' || substr(facet, 7) WHERE facet LIKE 'facet:%';
  CREATE INDEX tallies_by_papers ON tallies (facet, papers DESC, value);
  ALTER TABLE facet_tokens RENAME TO shelf_marks;
  ALTER TABLE shelf_marks RENAME COLUMN tokens TO marks;
  DELETE FROM migrations WHERE number = 22;`
