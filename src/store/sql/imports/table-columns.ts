import {
  MAX_REMEMBERED,
  parseTableColumns,
  tableColumnsText,
  type RememberedColumns,
} from '#core/imports/table-columns.ts'
import type { TableColumnReader, TableColumnWriter } from '#ports/store/imports.ts'
import type { Db } from '#store/rows.ts'
import type { TransactionContext } from '#store/sql/engine/engine.ts'

const list = async (db: Db): Promise<RememberedColumns[]> => {
  const rows = await db.selectFrom('table_columns').selectAll().orderBy('remembered_at', 'desc').orderBy('id').execute()
  return rows.map(({ id, names, columns, remembered_at: at, remembered_by: by }) => ({
    id,
    names: JSON.parse(names) as string[],
    columns: parseTableColumns(columns, 'columns'),
    at,
    by,
  }))
}

const remember = async (db: Db, { id, names, columns, at, by }: RememberedColumns): Promise<void> => {
  const values = { columns: tableColumnsText(columns), remembered_at: at, remembered_by: by }
  await db
    .insertInto('table_columns')
    .values({ id, names: JSON.stringify(names), ...values })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(values))
    .execute()
  const kept = db
    .selectFrom('table_columns')
    .select('id')
    .orderBy('remembered_at', 'desc')
    .orderBy('id')
    .limit(MAX_REMEMBERED)
  await db.deleteFrom('table_columns').where('id', 'not in', kept).execute()
}

const forget = async (db: Db, id: string): Promise<boolean> => {
  const { numDeletedRows } = await db.deleteFrom('table_columns').where('id', '=', id).executeTakeFirstOrThrow()
  return numDeletedRows > 0n
}

export const tableColumnReader = (db: Db): TableColumnReader => ({ list: () => list(db) })

export const tableColumnWriter = ({ db }: TransactionContext): TableColumnWriter => ({
  list: () => list(db),
  remember: (remembered) => remember(db, remembered),
  forget: (id) => forget(db, id),
})
