import { parseArgs } from 'node:util'

const HELP = `npm run bench -- [--quick | --full] [--only WORD] [--json FILE]

Measures Longview against bare node:http and the bare engine on made-up corpora, all in one run on this machine.
--only measures the parts that have this word in their name, such as PostgreSQL or workers.
--quick takes about three minutes, --full up to twenty, with a corpus that grows to 1,000,000 papers within three runs.
Exits with 1 when a goal is missed, or when something that should have been measured was not.`

export type Options = { isFull: boolean; only: string; json: string | null }

/** The options of this run. `--help` prints the help and ends the process. */
export const readOptions = (): Options => {
  const { values } = parseArgs({
    options: {
      quick: { type: 'boolean' },
      full: { type: 'boolean' },
      only: { type: 'string' },
      json: { type: 'string' },
      help: { type: 'boolean' },
    },
  })
  if (values.help === true) {
    process.stdout.write(`${HELP}\n`)
    process.exit(0)
  }
  return { isFull: values.full === true, only: values.only ?? '', json: values.json ?? null }
}
