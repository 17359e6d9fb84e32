import { ingestPapers } from '#actions/submissions/ingest-papers.ts'
import type { Config } from '#config.ts'
import { Failure } from '#core/failure.ts'
import type { PaperWithText } from '#core/papers/paper.ts'
import { openCorpus } from '#open-corpus.ts'
import { parsePaper } from '#schemas/paper-schema.ts'
import type { JudgedDocument } from './read-judged-set.ts'
import type { SearchedCorpus } from './evaluate-search.ts'

const BATCH = 500
/** No paper may lie in the future; judged documents have no year that would matter. */
const YEAR = 2000

const paperOf = ({ id, title, text }: JudgedDocument, index: number): PaperWithText => {
  const given = {
    id: `p${index + 1}`,
    title: title.trim() || 'Untitled',
    authors: ['Nobody'],
    year: YEAR,
    ...(text.trim() === '' ? {} : { abstract: text }),
  }
  const checked = parsePaper(given, new Date())
  if (checked.ok) return checked.value.paper
  const reasons = checked.errors.map(({ path, message }) => `${path} ${message}`).join('; ')
  throw new Failure('invalid', `The document ${id} cannot be a paper: ${reasons}.`)
}

/** A corpus in memory of judged documents, and how to close it. Throws `invalid` for a document that cannot be a paper. */
export const openJudgedCorpus = async (
  documents: readonly JudgedDocument[],
  config: Config,
): Promise<SearchedCorpus & { close(): Promise<void> }> => {
  const papers = documents.map(paperOf)
  const corpus = await openCorpus({ ...config, database: { engine: 'sqlite', path: ':memory:' } })
  for (let first = 0; first < papers.length; first += BATCH) {
    const batch = papers.slice(first, first + BATCH).map((paper, index) => ({ line: first + index + 1, paper }))
    await corpus.run(ingestPapers, { batch, state: 'accepted', actor: 'evaluate' })
  }
  const ids = new Map(documents.map(({ id }, index) => [`p${index + 1}`, id]))
  return { store: corpus.store, documentOf: (paper) => ids.get(paper) ?? paper, close: () => corpus.close() }
}
