import type { Database, Statement } from 'better-sqlite3'
import {
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type QueryResult,
} from 'kysely'
import { closing, translateError } from './errors.ts'

/** Statements kept prepared on one connection; texts with lists of varying length would otherwise pile up. */
const STATEMENTS_KEPT = 300

class PreparedConnection implements DatabaseConnection {
  readonly #database: Database
  readonly #statements = new Map<string, Statement>()

  constructor(database: Database) {
    this.#database = database
  }

  #prepare(text: string): Statement {
    const known = this.#statements.get(text)
    if (known !== undefined) return known
    if (this.#statements.size >= STATEMENTS_KEPT) this.#statements.clear()
    const statement = this.#database.prepare(text)
    this.#statements.set(text, statement)
    return statement
  }

  /** Reads come to no other place where the engine's errors could become failures that callers know. */
  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    if (!this.#database.open) throw closing()
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

  streamQuery(): never {
    throw new Error('Rows are read page by page, not streamed.')
  }
}

const outsideKysely = (): Promise<void> => {
  throw new Error('Transactions are begun by the store, not by Kysely.')
}

/** Kysely over one open handle of better-sqlite3, with its statements kept prepared. */
export const preparedDialect = (database: Database): Dialect => ({
  createAdapter: () => new SqliteAdapter(),
  createQueryCompiler: () => new SqliteQueryCompiler(),
  createIntrospector: (db) => new SqliteIntrospector(db),
  createDriver: (): Driver => {
    const connection = new PreparedConnection(database)
    return {
      init: async () => {},
      acquireConnection: () => Promise.resolve(connection),
      releaseConnection: async () => {},
      beginTransaction: outsideKysely,
      commitTransaction: outsideKysely,
      rollbackTransaction: outsideKysely,
      destroy: async () => {},
    }
  },
})
