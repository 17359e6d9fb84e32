import { Option, type Command } from 'commander'
import { openEnrichingPorts } from '#open-source-reader.ts'
import { catalogues, enrichPapers, type Catalogue } from '#sources/enrich-papers.ts'
import { parseCount, parsePaperId, withCorpus } from './terminal.ts'
import { reportPapers } from './check-papers.ts'

type Options = {
  from: Catalogue
  after?: string
  limit?: number
  inReview?: boolean
  abstracts?: boolean
  dryRun?: boolean
  json?: boolean
}

const USUAL_LIMIT = 1_000

const enrich = ({ from, after, limit = USUAL_LIMIT, json, ...given }: Options): Promise<void> =>
  withCorpus((corpus, config) =>
    reportPapers(
      (signal) =>
        enrichPapers(openEnrichingPorts(config, corpus), {
          catalogue: from,
          after: after ?? null,
          limit,
          inReview: given.inReview === true,
          abstracts: given.abstracts === true,
          isDryRun: given.dryRun === true,
          signal,
        }),
      { isJson: json === true, goOn: (last) => `Go on with --after ${last}.` },
    ),
  )

export const addEnrich = (program: Command): void => {
  program
    .command('enrich')
    .description('ask OpenAlex or Crossref for what papers lack, such as DOI, institution and venue, and propose it')
    .addOption(new Option('--from <catalogue>', 'whom to ask').choices(catalogues).default('openalex'))
    .option('--after <paper>', 'go on after this paper', parsePaperId)
    .option('--limit <number>', `ask about at most so many papers; ${USUAL_LIMIT} if left out`, parseCount)
    .option('--in-review', 'papers in review, too: the catalogue learns their identifiers or titles')
    .option('--abstracts', 'abstracts, too: you may show those of this catalogue')
    .option('--dry-run', 'ask, but store nothing')
    .option('--json', 'print a line {"id","title","isFound","fields","notices"} for each paper')
    .action(enrich)
}
