import type { Command } from 'commander'
import type { Dump } from '#core/dumps/dump.ts'
import { Failure } from '#core/failure.ts'
import { dumpKeeper } from '#jobs/keep-dumps.ts'
import { openDumps } from '#dumps/open-dumps.ts'
import { note, print, table } from '#cli/terminal/print.ts'
import { withCorpus } from '#cli/terminal/with-corpus.ts'

type Options = { now?: boolean; list?: boolean; json?: boolean }

const sum = (counts: object): number => (Object.values(counts) as number[]).reduce((all, count) => all + count, 0)

const rowsOf = ({ seq, madeAt, files }: Dump): string[][] =>
  files.map(({ name, bytes, counts }) => [madeAt, String(seq), name, String(sum(counts)), String(bytes)])

const dump = ({ now, list, json }: Options): Promise<void> =>
  withCorpus(async ({ store, clock, log }, config) => {
    const dumps = openDumps(config, clock)
    if (dumps === null || config.dumps === null)
      throw new Failure('wrong_state', 'Dumps are off: DUMPS names the folder for them.')
    if (list !== true) {
      const keep = dumpKeeper({ dumps, reader: store.private, clock, log, kept: config.dumps.kept })
      await keep(now === true ? 'always' : 'if changed', new AbortController().signal)
    }
    const all = await dumps.list()
    const failure = await dumps.failure()
    if (failure !== null) note(`The last attempt, at ${failure.at}, failed: ${failure.message}`)
    if (json === true) print(JSON.stringify(all))
    else print(table([['made at', 'change', 'file', 'lines', 'bytes'], ...all.flatMap(rowsOf)]))
  })

export const addDump = (program: Command): void => {
  program
    .command('dump')
    .description('make a dump of the public library in the folder DUMPS if there is none of it as it stands; print all')
    .option('--now', 'make one in any case')
    .option('--list', 'make none')
    .option('--json', 'print an array')
    .action(dump)
}
