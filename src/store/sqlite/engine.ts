import type { Database, Statement } from 'better-sqlite3'
import {
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  CompiledQuery,
  type Dialect,
  type QueryResult,
} from 'kysely'
import { createDialect, type Engine } from '#store/sql/engine/engine.ts'
import type { TimeSlice } from './time-slice.ts'
import { closingFailure, translateError, isUniqueViolation } from './errors.ts'
import type { Db } from '#store/rows.ts'
import { addToSearch, clearSearch, matchingKeys, removeFromSearch, searchCount, searchPage } from './search.ts'

/** Prepared statements of one connection; those with lists of varying length would otherwise pile up. */
const MAX_CACHED_STATEMENTS = 300

class PreparedStatements {
  readonly #database: Database
  readonly #statements = new Map<string, Statement>()

  readonly #slice: TimeSlice | null

  constructor(database: Database, slice: TimeSlice | null) {
    this.#database = database
    this.#slice = slice
  }

  #prepare(text: string): Statement {
    const known = this.#statements.get(text)
    if (known !== undefined) return known
    if (this.#statements.size >= MAX_CACHED_STATEMENTS) this.#statements.clear()
    const statement = this.#database.prepare(text)
    this.#statements.set(text, statement)
    return statement
  }

  /** The only place where errors of a read can be translated. */
  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    if (this.#slice !== null) await this.#slice.yieldIfExpired()
    if (!this.#database.open) throw closingFailure()
    try {
      return this.#run(query)
    } catch (error) {
      throw translateError(error)
    }
  }

  #run<Row>({ sql, parameters }: CompiledQuery): QueryResult<Row> {
    const statement = this.#prepare(sql)
    if (statement.reader) return { rows: statement.all(...parameters) as Row[] }
    const { changes, lastInsertRowid } = statement.run(...parameters)
    return { rows: [], numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid) }
  }
}

/**
 * Kysely over one open better-sqlite3 handle, with prepared statements.
 * @param slice for the writing handle
 */
export const preparedDialect = (database: Database, slice: TimeSlice | null = null): Dialect => {
  const statements = new PreparedStatements(database, slice)
  return createDialect(
    {
      createAdapter: () => new SqliteAdapter(),
      createQueryCompiler: () => new SqliteQueryCompiler(),
      createIntrospector: (db) => new SqliteIntrospector(db),
    },
    (query) => statements.executeQuery(query),
  )
}

/** Other processes notice by the data version of the file. */
const raiseRevision = async (db: Db): Promise<number> => {
  const raised = await db
    .updateTable('corpus')
    .set((eb) => ({ revision: eb('revision', '+', 1) }))
    .returning('revision')
    .executeTakeFirstOrThrow()
  return raised.revision
}

export const sqliteEngine: Engine = {
  searchPage,
  searchCount,
  matchingKeys,
  addToSearch,
  removeFromSearch,
  clearSearch,
  raiseRevision,
  // The writing handle yields before a statement, if its time is up.
  letOthersRun: async (db) => void (await db.executeQuery(CompiledQuery.raw('select 1'))),
  // A writer locks the whole file.
  locksRows: false,
  insertBatchSize: 8,
  rowsOf: null,
  isUniqueViolation,
}
