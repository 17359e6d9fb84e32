import type { Command } from 'commander'
import { loadStarter } from '#first-start/load-starter.ts'
import { print } from '#cli/terminal/print.ts'
import { withCorpus } from '#cli/terminal/with-corpus.ts'

export const addSeed = (program: Command): void => {
  program
    .command('seed')
    .description('load the starter corpus into an empty database')
    .option('--json', 'print {"loaded":number}')
    .action(({ json }: { json?: boolean }) =>
      withCorpus(async (corpus) => {
        const loaded = await loadStarter(corpus)
        if (json === true) print(JSON.stringify({ loaded }))
        else print(loaded > 0 ? `Loaded ${loaded} papers.` : 'The corpus has papers already; nothing was added.')
      }),
    )
}
