import type { Database, Statement } from 'better-sqlite3'
import {
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  type CompiledQuery,
  type Dialect,
  type QueryResult,
} from 'kysely'
import { createDialect } from '#store/sql/engine/dialect.ts'
import { closingFailure, translateError } from './errors.ts'
import type { TurnWatch } from './turn-watch.ts'

/** Statements kept prepared on one connection; texts with lists of varying length would otherwise pile up. */
const MAX_CACHED_STATEMENTS = 300

class PreparedStatements {
  readonly #database: Database
  readonly #statements = new Map<string, Statement>()

  readonly #turns: TurnWatch | null

  constructor(database: Database, turns: TurnWatch | null) {
    this.#database = database
    this.#turns = turns
  }

  #prepare(text: string): Statement {
    const known = this.#statements.get(text)
    if (known !== undefined) return known
    if (this.#statements.size >= MAX_CACHED_STATEMENTS) this.#statements.clear()
    const statement = this.#database.prepare(text)
    this.#statements.set(text, statement)
    return statement
  }

  /** Reads pass no other place where errors of the engine could become failures that callers know. */
  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    if (this.#turns?.isLong() === true) await this.#turns.begin()
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
 * Kysely over one open handle of better-sqlite3, with its statements kept prepared.
 * @param turns of the handle that writes: a long transaction lets others in between its statements
 */
export const preparedDialect = (database: Database, turns: TurnWatch | null = null): Dialect => {
  const statements = new PreparedStatements(database, turns)
  return createDialect(
    {
      createAdapter: () => new SqliteAdapter(),
      createQueryCompiler: () => new SqliteQueryCompiler(),
      createIntrospector: (db) => new SqliteIntrospector(db),
    },
    (query) => statements.executeQuery(query),
  )
}
