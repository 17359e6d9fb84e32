import type { Command } from 'commander'
import type { AnswerOf, LongviewClient } from '#client/client.ts'
import { Failure } from '#core/failure.ts'
import { print } from '#cli/terminal/print.ts'
import { addLibraryOptions, withLibrary, type LibraryOptions } from './with-library.ts'

type Paper = AnswerOf<'GET /api/papers/{id}'>['paper']
type ShowOptions = LibraryOptions & { fullText?: boolean }

/** The id of the paper that a DOI, an arXiv id or an address means there; an id stays itself. */
const resolveName = async (library: LongviewClient, name: string): Promise<string> => {
  if (/^p\d+$/u.test(name)) return name
  const { papers, missing } = (await library.papers({ ids: name }).first()) as {
    papers: { id: string }[]
    missing?: { reason: string }[]
  }
  const [paper] = papers
  if (paper !== undefined) return paper.id
  throw new Failure('not_found', `${library.url} has no paper ${name} (${missing?.[0]?.reason ?? 'not_found'}).`)
}

const line = (name: string, value: string | number | undefined): string[] =>
  value === undefined || value === '' ? [] : [`${name.padEnd(12)}${value}`]

const paragraphs = (name: string, text: string | undefined): string[] =>
  text === undefined || text === '' ? [] : ['', name, text]

const written = (paper: Paper, url: string): string =>
  [
    paper.title,
    ...line('id', paper.id),
    ...line('authors', paper.authors.join(', ')),
    ...line('year', paper.year),
    ...line('institution', paper.institution),
    ...line('chapter', paper.chapter),
    ...line(
      'scores',
      [
        ...(paper.longHorizonScore === undefined ? [] : [`long-horizon ${paper.longHorizonScore}`]),
        ...(paper.enterpriseScore === undefined ? [] : [`enterprise ${paper.enterpriseScore}`]),
      ].join(', '),
    ),
    ...line('concepts', (paper.concepts ?? []).join(', ')),
    ...line('source', paper.url),
    ...line('page', `${url}/papers/${paper.id}`),
    ...paragraphs('Abstract', paper.abstract),
    ...paragraphs('Commentary', paper.houseCommentary),
    ...paragraphs('Full text', paper.fullText),
  ].join('\n')

const show = (name: string, { at, json, fullText }: ShowOptions): Promise<void> =>
  withLibrary({ at }, async (library) => {
    const { fullText: text, ...paper } = await library.corpusPaper(await resolveName(library, name))
    const shown: Paper = fullText === true && text !== undefined ? { ...paper, fullText: text } : paper
    print(json === true ? JSON.stringify(shown) : written(shown, library.url))
  })

export const addShow = (program: Command): void => {
  const command = program
    .command('show')
    .description('show a paper of a library of any Longview server')
    .argument('<id>', 'id from "longview search", or a DOI, an arXiv id or an address of the paper')
    .option('--full-text', 'with the full text, where there is one')
  addLibraryOptions(command, 'print the paper as GET /api/papers/:id has it')
    .addHelpText(
      'after',
      `
Examples:
  longview show p19
  longview show 2503.14499 --at https://library.example.org --full-text`,
    )
    .action(show)
}
