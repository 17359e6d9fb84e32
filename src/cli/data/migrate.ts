import type { Command } from 'commander'
import { print } from '#cli/terminal/print.ts'
import { withCorpus } from '#cli/terminal/with-corpus.ts'

export const addMigrate = (program: Command): void => {
  program
    .command('migrate')
    .description('update the database schema to this version; an SQLite file with papers is copied first')
    .option('--json', 'print {"applied":[names]}')
    .action(({ json }: { json?: boolean }) =>
      withCorpus(
        async ({ migrated }) => {
          if (json === true) print(JSON.stringify({ applied: migrated }))
          else print(migrated.length === 0 ? 'The database is up to date.' : `Applied: ${migrated.join(', ')}.`)
        },
        { migrate: true },
      ),
    )
}
