import { once } from 'node:events'
import type { Command } from 'commander'
import { presentFullPaper } from '#schemas/paper-schema.ts'
import { terminalSafe } from '#core/text/terminal-safe.ts'
import type { PaperWithText } from '#core/papers/paper.ts'
import { withCorpus } from '#cli/terminal/with-corpus.ts'

const PAGE = 200

const asLine = (paper: PaperWithText): string => `${JSON.stringify(presentFullPaper(paper))}\n`

/** Waits where the reader of the pipe is slower than the database. */
const write = async (text: string): Promise<void> => {
  if (!process.stdout.write(terminalSafe(text))) await once(process.stdout, 'drain')
}

export const addExport = (program: Command): void => {
  program
    .command('export')
    .description('print all accepted papers as JSON lines, in the public order; "longview ingest" reads them')
    .option('--json', 'print JSON lines; this is the only format')
    .action(() =>
      withCorpus(async ({ store }) => {
        for (let after: number | null = 0; after !== null;) {
          const page: { papers: PaperWithText[]; next: number | null } = await store.private.papers.listWithText(
            after,
            PAGE,
          )
          await write(page.papers.map(asLine).join(''))
          after = page.next
        }
      }),
    )
}
