import { wordsOf } from '#core/papers/library-words.ts'
import type { Command } from 'commander'
import { editPaper, mergePaper, revertPaper } from '#actions/papers.ts'
import {
  FROM_HELP,
  note as remark,
  parseCount,
  parseVersion,
  print,
  readJsonFile,
  table,
  unwrapValidated,
  withCorpus,
} from '#cli/terminal.ts'
import { lackingFields, lackingText } from '#core/assessment/lacking.ts'
import { Failure } from '#core/failure.ts'
import { everyPaper } from '#core/search/paper-filter.ts'
import type { Corpus } from '#open-corpus.ts'
import { checkEdit } from '#queries/check-paper.ts'
import { contractName } from '#schemas/contract-names.ts'
import { parsePaper } from '#schemas/paper-schema.ts'
import type { EditOptions } from './edited-resource.ts'
import { warnOfCommentary, warnOfMarks } from './evidence.ts'

const SHOWN = 50

const printVersion = (id: string, version: number, json: boolean | undefined): void =>
  print(json === true ? JSON.stringify({ id, version }) : `${id} is at version ${version}.`)

const readPaperFile = async ({ clock }: Corpus, file: string, id: string) => {
  const { paper, ignored } = unwrapValidated(file, parsePaper(await readJsonFile(file), clock.now()))
  if (ignored.length > 0) throw new Failure('invalid', `${file}: unknown fields: ${ignored.join(', ')}.`)
  if (paper.id !== id) throw new Failure('invalid', `${file}: id: must be ${id}, as on the command line.`)
  return paper
}

type ListOptions = { notAssessed?: boolean; limit: number; json?: boolean }

const list = ({ notAssessed, limit, json }: ListOptions): Promise<void> =>
  withCorpus(async ({ store }) => {
    const { papers, assessments } = store.private
    const found = await (notAssessed === true
      ? assessments.listUnassessed(null, limit)
      : papers.list(everyPaper, null, limit))
    const chapters = await store.private.chapters.names()
    const words = wordsOf((await store.private.settings.get()).stored)
    const rows = found.papers.map((paper) => ({
      id: paper.id,
      title: paper.title,
      lacks: lackingFields(paper, { chapters, words }),
    }))
    if (json === true)
      print(JSON.stringify(rows.map(({ lacks, ...row }) => ({ ...row, lacks: lacks.map(contractName) }))))
    else if (rows.length === 0)
      print(notAssessed === true ? 'All public papers are assessed.' : 'There are no public papers.')
    else
      print(
        table([
          ['id', 'not yet assessed', 'title'],
          ...rows.map(({ id, title, lacks }) => [id, lackingText(lacks), title]),
        ]),
      )
    if (notAssessed === true && found.next !== null)
      remark(`longview: ${await assessments.countUnassessed()} in all; --limit shows more.`)
  })

const edit = (id: string, file: string, { from, json }: EditOptions): Promise<void> =>
  withCorpus(async (corpus) => {
    const paper = await readPaperFile(corpus, file, id)
    const checked = await checkEdit(corpus.store.private, { paper, now: corpus.clock.now() })
    const edited = { paper, version: from ?? null, actor: 'cli', ...checked }
    printVersion(id, await corpus.run(editPaper, edited), json)
    await warnOfMarks(corpus, paper.commentary === null ? [] : [paper.commentary])
  })

const listVersions = (id: string, { json }: EditOptions): Promise<void> =>
  withCorpus(async ({ store }) => {
    const versions = await store.private.versions.list(id)
    if (versions.length === 0) throw new Failure('not_found', `There is no paper ${id}.`)
    if (json === true) print(JSON.stringify(versions))
    else
      print(table([['version', 'at', 'by'], ...versions.map(({ version, at, actor }) => [String(version), at, actor])]))
  })

const restore = (id: string, restored: number, { from, json }: EditOptions): Promise<void> =>
  withCorpus(async (corpus) => {
    printVersion(id, await corpus.run(revertPaper, { id, restored, version: from ?? null, actor: 'cli' }), json)
    await warnOfCommentary(corpus, id)
  })

const merge = (id: string, into: string, { note, json }: { note?: string; json?: boolean }): Promise<void> =>
  withCorpus(async (corpus) => {
    await corpus.run(mergePaper, { id, into, note: note ?? null, actor: 'cli' })
    print(json === true ? JSON.stringify({ id, mergedInto: into }) : `${id} was merged into ${into}.`)
  })

export const addPapers = (program: Command): void => {
  const papers = program.command('papers').description('papers of any state: list, edit, versions, revert, merge')
  papers
    .command('list')
    .description('list public papers in their public order')
    .option('--not-assessed', 'only papers that are not yet assessed: they lack a chapter, a type or a score')
    .option('--limit <n>', 'maximum number of rows', parseCount, SHOWN)
    .option('--json', 'print an array of {"id","title","lacks"}')
    .action(list)
  papers
    .command('edit')
    .description('replace a paper by a new version; "paper" in "longview review show ID" is the current one')
    .argument('<id>', 'id of the paper')
    .argument('<file>', 'the whole paper as JSON (docs/contract.md, section 2.1); - reads standard input')
    .option('--from <version>', FROM_HELP, parseVersion)
    .option('--json', 'print {"id","version"}')
    .action(edit)
  papers
    .command('versions')
    .description('list who changed a paper and when, newest first')
    .argument('<id>', 'id of the paper')
    .option('--json', 'print an array of {"version","at","actor"}')
    .action(listVersions)
  papers
    .command('revert')
    .description('restore an earlier version of a paper as a new version')
    .argument('<id>', 'id of the paper')
    .argument('<version>', 'number from "longview papers versions"', parseVersion)
    .option('--from <version>', FROM_HELP, parseVersion)
    .option('--json', 'print {"id","version"}')
    .action(restore)
  papers
    .command('merge')
    .description('merge a public duplicate into another public paper; its address then redirects there')
    .argument('<id>', 'id of the duplicate')
    .argument('<into>', 'id of the paper that stays')
    .option('--note <text>', 'message to the submitter of the duplicate')
    .option('--json', 'print {"id","mergedInto"}')
    .action(merge)
}
