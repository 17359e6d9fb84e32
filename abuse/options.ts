import { parseArgs } from 'node:util'
import { attacks } from './attacks.ts'
import { ENGINES, type EngineName } from './corpus-copies.ts'

const WIDTH = Math.max(...attacks.map(({ name }) => name.length))
const HELP = `npm run abuse -- [--seconds N] [--only WORD] [--engine sqlite|postgres] [--times told] [--json FILE]

Attacks a real server of its own, one attack after another, and measures what others notice: its memory, how long health
takes to answer, and how many answers a client at another address (127.0.0.2) gets within a second.
--seconds is how long each attack lasts, 60 by default. --only runs the attacks that have this word in their name.
--engine is what stores the corpus, SQLite by default; the memory of PostgreSQL itself is not counted.
--times told measures response times and shows those that are missed, but only bounds that do not depend on how fast the machine
is decide: memory, descriptors, and that all is as before.
Exits with 1 when a bound is broken.

${attacks.map(({ name, summary }) => `  ${name.padEnd(WIDTH)}  ${summary}`).join('\n')}`

export type Options = { seconds: number; only: string; engine: EngineName; decidesByTime: boolean; json: string | null }

/** The options of this run. `--help` prints the help and ends the process. */
export const readOptions = (): Options => {
  const { values } = parseArgs({
    options: {
      seconds: { type: 'string' },
      only: { type: 'string' },
      engine: { type: 'string' },
      times: { type: 'string' },
      json: { type: 'string' },
      help: { type: 'boolean' },
    },
  })
  if (values.help === true) {
    process.stdout.write(`${HELP}\n`)
    process.exit(0)
  }
  const seconds = Number(values.seconds ?? 60)
  if (!(seconds > 0)) throw new Error('--seconds must be a number above 0')
  const engine = ENGINES.find((name) => name === (values.engine ?? 'sqlite'))
  if (engine === undefined) throw new Error(`--engine must be ${ENGINES.join(' or ')}`)
  if (values.times !== undefined && values.times !== 'told') throw new Error('--times takes only the word told')
  return {
    seconds,
    only: values.only ?? '',
    engine,
    decidesByTime: values.times === undefined,
    json: values.json ?? null,
  }
}
