import { InvalidArgumentError, type Command } from 'commander'
import { randomUUID } from 'node:crypto'
import { open, readFile, realpath, rename, rm, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { note, print, withCorpus } from './terminal.ts'
import { Failure } from '#core/failure.ts'
import type { ImportedRecord } from '#core/imports/imported-record.ts'
import { identifiersOf } from '#core/papers/identifiers.ts'
import type { Paper } from '#core/papers/paper.ts'
import { everyPaper } from '#core/search/paper-filter.ts'
import { listedIdentifier } from '#core/sources/candidate.ts'
import { markdownLinksReader } from '#formats/links/links-reader.ts'
import { type PaperLink, paperLink } from '#core/papers/paper-link.ts'
import { writtenParts } from '#formats/links/written-parts.ts'
import { importSource, LARGE_BATCH } from '#imports/import-source.ts'
import type { RecordReport } from '#imports/import-totals.ts'
import { checkedPieces } from '#imports/read-content.ts'
import type { Corpus } from '#open-corpus.ts'
import { linkTarget, addressOf, readmeList, splitAtMarks, withMarks, type MarkedText } from '#schemas/readme-list.ts'

/** Far more than a README that anybody reads. */
const MOST_BYTES = 10_000_000
const PAGE = 200

type Readme = { path: string; bytes: Buffer | null; text: string }

/** Reads a file as UTF-8. With `isCreated`, one that does not exist is empty. Throws `not_found`, `too_large` and `invalid`. */
const readReadme = async (file: string, isCreated: boolean): Promise<Readme> => {
  const path = await realpath(file).catch(() => null)
  if (path === null && isCreated) return { path: file, bytes: null, text: '' }
  const bytes = path === null ? null : await readFile(path).catch(() => null)
  if (path === null || bytes === null) throw new Failure('not_found', `The file ${file} cannot be read.`)
  if (bytes.byteLength > MOST_BYTES)
    throw new Failure('too_large', `The file ${file} has more than ${MOST_BYTES / 1e6} MB.`)
  const text = bytes.toString('utf8')
  if (!Buffer.from(text).equals(bytes))
    throw new Failure(
      'invalid',
      `The file ${file} is not in UTF-8: convert it, so that the rest of it can be kept as it is.`,
    )
  return { path, bytes, text }
}

/** Replaces a file as a whole. Throws `wrong_state` if somebody else wrote to it since it was read. */
const replaceFile = async ({ path, bytes }: Readme, text: string): Promise<void> => {
  const unfinished = join(dirname(path), `.${basename(path)}.${randomUUID()}.new`)
  try {
    const mode = bytes === null ? 0o644 : (await stat(path)).mode & 0o777
    const file = await open(unfinished, 'wx', mode)
    try {
      // The mode of a new file is cut by the umask.
      if (bytes !== null) await file.chmod(mode)
      await file.writeFile(text)
      await file.sync()
    } finally {
      await file.close()
    }
    const current = await readFile(path).catch(() => null)
    const isSame = current === null || bytes === null ? current === bytes : current.equals(bytes)
    if (!isSame) throw new Failure('wrong_state', `The file ${path} has changed meanwhile: run the command again.`)
    await rename(unfinished, path)
  } catch (error) {
    await rm(unfinished, { force: true })
    if (error instanceof Failure) throw error
    throw new Failure('unavailable', `The file ${path} cannot be written: ${(error as Error).message}.`, {
      cause: error,
    })
  }
}

const publicPapers = async ({ store }: Corpus): Promise<Paper[]> => {
  const papers: Paper[] = []
  for (let after: number | null = 0; after !== null;) {
    const page: { papers: Paper[]; next: number | null } = await store.public.papers.list(
      everyPaper,
      after === 0 ? null : after,
      PAGE,
    )
    papers.push(...page.papers)
    after = page.next
  }
  return papers
}

const keyOf = (link: PaperLink): string => Object.values(link)[0] ?? ''

/** All by which links in the list name public papers. */
const knownIn = (papers: readonly Paper[]): { works: Set<string>; addresses: Set<string> } => {
  const works = new Set<string>()
  const addresses = new Set<string>()
  for (const paper of papers) {
    const { doi, arxivId } = identifiersOf(paper)
    for (const id of [doi?.toLowerCase(), arxivId]) if (id !== undefined && id !== null) works.add(id)
    for (const url of [paper.url, paper.storageUrl, addressOf(paper)]) {
      const link = url === null ? null : paperLink(url)
      if (link !== null) works.add(keyOf(link))
      if (url !== null) addresses.add(linkTarget(url))
    }
  }
  return { works, addresses }
}

/** A work that others added to the list: what became of it, and its line. */
type Added = { position: string; title: string; outcome: 'candidate' | 'unchanged' | 'refused' }

/** The works in the current list that the library does not show, as records at their lines in the file. */
const addedWorks = ({ before, list }: MarkedText, works: ReadonlySet<string>): ImportedRecord[] => {
  const reader = markdownLinksReader()
  const linesBefore = before.split('\n').length - 1
  const read = [...reader.push('\n'.repeat(linesBefore) + list), ...reader.end()]
  return read.filter((record): record is ImportedRecord => {
    if ('reason' in record) return false
    const { identifiers, listed } = listedIdentifier(record)
    return ![identifiers.doi, identifiers.arxivId, listed.url].some((id) => id !== null && works.has(id))
  })
}

/** Addresses in the current list that lead to no work that can be told, and to no paper. */
const unreadAddresses = async ({ store }: Corpus, list: string, addresses: ReadonlySet<string>): Promise<string[]> => {
  const unread = new Set<string>()
  for (const part of writtenParts(list))
    if ('address' in part && part.link === null && !addresses.has(part.address)) unread.add(part.address)
  for (const address of unread) if ((await store.private.imports.atAddress(address)).length > 0) unread.delete(address)
  return [...unread]
}

const takeIn = async (
  corpus: Corpus,
  records: readonly ImportedRecord[],
  { place, isDryRun }: { place: string; isDryRun: boolean },
): Promise<Added[]> => {
  const added: Added[] = []
  const pieces = async function* () {
    yield { bytes: 0, records: [...records] }
  }
  const reported = (report: RecordReport): void => {
    const { position } = report
    if (report.outcome === 'refused') added.push({ position, title: report.reason, outcome: 'refused' })
    else
      added.push({ position, title: report.title, outcome: report.outcome === 'candidate' ? 'candidate' : 'unchanged' })
  }
  await importSource(
    corpus,
    {
      pieces: checkedPieces(pieces(), { place, now: corpus.clock.now(), onlyOf: null }),
      importing: { actor: 'cli', session: null, onlyOf: null },
      isDryRun,
      batchSize: LARGE_BATCH,
    },
    { isInterrupted: () => false, progressed() {}, reported },
  )
  return added
}

type Options = { init?: boolean; check?: boolean; headingLevel: number; json?: boolean }

const WORDS: Record<Added['outcome'], string> = {
  candidate: 'now a candidate in the inbox',
  unchanged: 'waits in the inbox or is known already',
  refused: 'refused',
}

const noteAdded = (added: readonly Added[], unread: readonly string[], isCheck: boolean): void => {
  for (const { position, title, outcome } of added)
    note(`${position}: ${title}: ${isCheck && outcome === 'candidate' ? 'becomes a candidate' : WORDS[outcome]}.`)
  for (const address of unread) note(`${address}: leads to no paper that can be told by its address; it is left out.`)
}

const writeReadme = (file: string, { init, check, headingLevel: level, json }: Options): Promise<void> =>
  withCorpus(async (corpus) => {
    const readme = await readReadme(file, init === true)
    const given = splitAtMarks(readme.text)
    const marked = 'fault' in given && init === true ? splitAtMarks(withMarks(readme.text)) : given
    if ('fault' in marked) throw new Failure('invalid', `The file ${file} ${marked.fault}.`)
    const papers = await publicPapers(corpus)
    const { works, addresses } = knownIn(papers)
    const isCheck = check === true
    const place = { place: basename(file), isDryRun: isCheck }
    // Before the list is replaced, so that nothing that somebody added is lost if the command ends in between.
    const added = await takeIn(corpus, addedWorks(marked, works), place)
    const unread = await unreadAddresses(corpus, marked.list, addresses)
    const chapters = await corpus.store.public.chapters.names()
    const list = readmeList({ chapters, papers }, { level, lineEnd: marked.lineEnd })
    const text = `${marked.before}${list}${marked.after}`
    const isChanged = readme.bytes === null || text !== readme.text
    if (isChanged && !isCheck) await replaceFile(readme, text)
    const shown = papers.length === 1 ? '1 paper' : `${papers.length} papers`
    if (json === true) print(JSON.stringify({ changed: isChanged, papers: papers.length, added, unread }))
    else {
      noteAdded(added, unread, isCheck)
      if (!isChanged) print(`${file} has all ${shown} already; nothing has changed.`)
      else print(isCheck ? `${file} is not up to date: it would have ${shown}.` : `${file} has ${shown} now.`)
    }
    if (isCheck && isChanged) process.exitCode = 1
  })

const parseLevel = (text: string): number => {
  if (!/^[1-6]$/u.test(text)) throw new InvalidArgumentError('A level of headings is a number from 1 to 6.')
  return Number(text)
}

export const addReadme = (program: Command): void => {
  program
    .command('readme')
    .description(
      'write the public papers as a list of links into a Markdown file, between two marks, and keep the rest',
    )
    .argument('<file>', 'Markdown file with the lines <!-- longview:begin --> and <!-- longview:end -->')
    .option('--init', 'add the marks at the end of a file that has none, or make the file')
    .option('--check', 'write nothing; end with 1 if the list is not up to date')
    .option('--heading-level <n>', 'level of the headings of chapters, 1 to 6', parseLevel, 2)
    .option('--json', 'print {"changed","papers","added":[{"position","title","outcome"}],"unread":[addresses]}')
    .addHelpText(
      'after',
      `
Links to papers that others added to the list become candidates in the inbox before it is written again.

Examples:
  longview readme README.md --init
  longview readme README.md --check`,
    )
    .action(writeReadme)
}
