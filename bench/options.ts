import { parseArgs } from 'node:util'

const HELP = `npm run bench -- [--quick | --full | --scale] [--only WORD] [--judged FOLDER] [--json FILE] [--markdown FILE]

Measures Longview against bare node:http and the bare engine on made-up corpora, all in one run on this machine.
--only measures the parts that have this word in their name, such as PostgreSQL or workers.
--judged measures how good searches are, on judged collections: a folder with queries.jsonl, qrels.tsv and docs.jsonl, or a
  folder of such folders. Without docs.jsonl the example corpus is searched. Without --judged this part is left out.
--json writes all figures to a file for programs.
--markdown writes the table into a page, between its lines <!-- figures --> and <!-- end of figures -->.
--quick takes about five minutes, --full some twenty. --scale takes about an hour: it measures how searches grow up to
  1,000,000 papers.
Exits with 1 when a goal is missed, or when something that should have been measured was not.`

/** How large the corpora are, and how long a run takes. */
export type Extent = 'quick' | 'full' | 'scale'

export type Options = {
  extent: Extent
  only: string
  judged: string | null
  json: string | null
  markdown: string | null
}

/** The options of this run. `--help` prints the help and ends the process. */
export const readOptions = (): Options => {
  const { values } = parseArgs({
    options: {
      quick: { type: 'boolean' },
      full: { type: 'boolean' },
      scale: { type: 'boolean' },
      only: { type: 'string' },
      judged: { type: 'string' },
      json: { type: 'string' },
      markdown: { type: 'string' },
      help: { type: 'boolean' },
    },
  })
  if (values.help === true) {
    process.stdout.write(`${HELP}\n`)
    process.exit(0)
  }
  return {
    extent: values.scale === true ? 'scale' : values.full === true ? 'full' : 'quick',
    only: values.only ?? '',
    judged: values.judged ?? null,
    json: values.json ?? null,
    markdown: values.markdown ?? null,
  }
}
