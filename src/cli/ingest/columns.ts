import type { Command } from 'commander'
import { forgetColumns } from '#actions/table-columns.ts'
import { tableColumnsText } from '#core/imports/table-columns.ts'
import { print, table, withCorpus } from '#cli/terminal.ts'

type JsonOption = { json?: boolean }

const LONGEST_HEADER = 60

const shortHeader = (names: readonly string[]): string => {
  const text = names.join(', ')
  return text.length > LONGEST_HEADER ? `${text.slice(0, LONGEST_HEADER - 1)}…` : text
}

const list = ({ json }: JsonOption): Promise<void> =>
  withCorpus(async ({ store }) => {
    const remembered = await store.private.tableColumns.list()
    if (json === true) print(JSON.stringify(remembered))
    else if (remembered.length === 0) print('No columns are remembered; "longview ingest --columns" gives them.')
    else
      print(
        table([
          ['id', 'columns', 'header', 'since', 'by'],
          ...remembered.map(({ id, names, columns, at, by }) => [
            id,
            tableColumnsText(columns),
            shortHeader(names),
            at.slice(0, 10),
            by,
          ]),
        ]),
      )
  })

const forget = (id: string, { json }: JsonOption): Promise<void> =>
  withCorpus(async ({ run }) => {
    await run(forgetColumns, { id, actor: 'cli' })
    print(json === true ? JSON.stringify({ id, state: 'forgotten' }) : `The columns ${id} are forgotten.`)
  })

export const addColumns = (program: Command): void => {
  const columns = program
    .command('columns')
    .description(
      'columns of tables that "longview ingest --columns" gave and tables with the same header use: list, forget',
    )
  columns
    .command('list')
    .description('list the remembered columns, the newest first')
    .option('--json', 'print an array')
    .action(list)
  columns
    .command('forget')
    .description('read tables with this header by known names again')
    .argument('<id>', 'id from "longview columns list"')
    .option('--json', 'print {"id","state"}')
    .action(forget)
}
