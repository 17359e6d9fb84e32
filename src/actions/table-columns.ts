import { Failure } from '#core/failure.ts'
import { headerId, parseTableColumns, tableColumnsText, type TableColumns } from '#core/imports/table-columns.ts'
import type { ActionContext } from './run-action.ts'

type Remembering = { names: readonly string[]; columns: TableColumns; actor: string }

/** Remembers the columns that were given for a table, for those with the same header. Throws `invalid` for too long names. */
export const rememberColumns = async (tx: ActionContext, { names, columns, actor }: Remembering): Promise<void> => {
  const at = tx.now.toISOString()
  const id = headerId(names)
  const text = tableColumnsText(columns)
  // What is stored can be read again.
  parseTableColumns(text, 'columns')
  const before = (await tx.tableColumns.list()).find((remembered) => remembered.id === id)
  const known = before === undefined ? null : tableColumnsText(before.columns)
  if (known === text) return
  await tx.tableColumns.remember({ id, names: [...names], columns, at, by: actor })
  await tx.audit.record({
    at,
    actor,
    act: 'columns.remember',
    subject: id,
    before: known === null ? null : { columns: known },
    after: { columns: text },
  })
}

/** Forgets the columns of a header. Throws `not_found`. */
export const forgetColumns = async (tx: ActionContext, { id, actor }: { id: string; actor: string }): Promise<void> => {
  if (!(await tx.tableColumns.forget(id))) throw new Failure('not_found', `No columns are remembered as ${id}.`)
  await tx.audit.record({
    at: tx.now.toISOString(),
    actor,
    act: 'columns.forget',
    subject: id,
    before: null,
    after: null,
  })
}
