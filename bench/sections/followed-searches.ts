import { ingestPapers } from '#actions/submissions/ingest-papers.ts'
import { followedAddress, wholeLibraryFollowed, type FollowedPapers } from '#core/following/followed-search.ts'
import { paperTerms } from '#core/search/paper-terms.ts'
import { digestPreparer } from '#jobs/prepare-digests.ts'
import { readConfig } from '../../src/config.ts'
import { withOpenCorpus } from '../../src/open-corpus.ts'
import { benchPath, remove } from '../corpora.ts'
import { generatePapers, wordAt } from '../generate-papers.ts'
import { rounded, type Row } from '../report.ts'

/** What a busy day costs in a library that many follow. */
const SEARCHES = 10_000
const PAPERS = 1_000
/** Papers that come between two runs of the job. */
const AT_ONCE = 20
const FOLLOWS_IN_TRANSACTION = 500

/** The n-th followed search: words from frequent to rare, alone, together, as a phrase, as a prefix, within filters. */
const searchAt = (number: number): FollowedPapers => {
  const word = wordAt(5 + (number % 3_000))
  const other = wordAt(20 + ((number * 7) % 5_000))
  const texts = [
    word,
    `${word} ${other}`,
    `"${word} ${other}"`,
    `${word.slice(0, 4)}* ${other}`,
    `${word} OR ${other}`,
    `${word} -${other}`,
  ]
  return {
    ...wholeLibraryFollowed,
    q: texts[number % texts.length] ?? word,
    chapter: number % 3 === 0 ? (number % 7) + 1 : null,
    year: number % 10 === 0 ? 2015 + (number % 11) : null,
  }
}

export const followedSearches = async (): Promise<Row[]> => {
  const path = benchPath('followed.db')
  remove(path)
  return withOpenCorpus(readConfig({ DATABASE_URL: `sqlite:${path}` }), async ({ store, run, clock }) => {
    for (let first = 0; first < SEARCHES; first += FOLLOWS_IN_TRANSACTION)
      await store.transact(async (tx) => {
        for (let number = first; number < first + FOLLOWS_IN_TRANSACTION; number += 1) {
          const follow = { subscriberId: `s_${number % 2_000}`, frequency: 'weekly' as const }
          const address = followedAddress(searchAt(number))
          await tx.following.follow({ ...follow, address }, clock.now().toISOString())
        }
      })
    const prepare = digestPreparer({ store, run, clock })
    let microseconds = 0
    for (let first = 1; first <= PAPERS; first += AT_ONCE) {
      const batch = [...generatePapers(AT_ONCE, 1, first)].map((paper, index) => ({
        line: first + index,
        paper,
        terms: paperTerms(paper),
      }))
      await run(ingestPapers, { batch, state: 'accepted', actor: 'bench' })
      const before = process.cpuUsage()
      await prepare()
      const { user, system } = process.cpuUsage(before)
      microseconds += user + system
    }
    const state = await store.private.following.state()
    const { searches } = await store.private.following.counts()
    const seconds = microseconds / 1_000_000
    return [
      {
        what: `matching ${PAPERS.toLocaleString('en')} new papers with ${searches.toLocaleString('en')} followed searches, s of processor time`,
        figure: `${rounded(seconds)} (${state?.lastMatch ?? 0} matches)`,
        value: seconds,
        goal: { most: 60 },
      },
    ]
  })
}
