import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import Database from 'better-sqlite3'
import { chapters } from '#core/papers/chapter.ts'
import { groupedNumber } from '#core/numbers.ts'
import { finding } from '#core/review/checks.ts'
import { LIST_PAGE_SIZE } from '#http/console/pages/list.ts'
import { openSqliteStore } from '#store/sqlite/open-sqlite-store.ts'
import { budget } from '../../support/budgets.ts'
import { signedIn } from '../../support/service/editor-session.ts'
import { newPaper } from '../../support/database/stored.ts'
import { temporaryFolder } from '../../support/files.ts'
import { startTestService } from '../../support/service/test-service.ts'
import { plansOf, watchStatements } from '../../support/database/statements.ts'

const PENDING = budget('papersPending')
const SHOWN = LIST_PAGE_SIZE
/**
 * The session, its editor, the page, what reviewers advise, what an assessment needs, own decisions that wait, the count, what else waits,
 * the chapters, what the editor saved, and one for all numbers of the menu.
 */
const STATEMENTS = 11
const ALONE = [
  'the session',
  'its editor',
  'the first of the next page',
  'the count',
  'the counts of proposals and of papers to assess',
  ...chapters.map((number) => `chapter ${number}`),
  'the numbers of the menu',
]

const byIndex: [path: string, index: RegExp][] = [
  ['/console/queue', /^SEARCH papers USING INDEX papers_open \(state=\? AND seq>\?\)/mu],
  ['/console/queue?order=risk', /^SEARCH paper_checks USING INDEX paper_checks_by_risk \(queue_key>\?\)/mu],
  ['/console/queue?session=november', /^SEARCH papers USING INDEX papers_open \(state=\? AND seq>\?\)/mu],
  ['/console/queue?order=latest', /^SEARCH papers USING INDEX papers_open \(state=\? AND seq<\?\)/mu],
  [
    '/console/queue?order=least-risk',
    /^SEARCH paper_checks USING INDEX paper_checks_by_risk \(queue_key>\? AND queue_key<\?\)/mu,
  ],
  [
    '/console/queue?session=november&order=risk',
    /^SEARCH paper_checks USING INDEX paper_checks_by_session_risk \(ingest_session=\? AND queue_key>\?\)/mu,
  ],
]

test('a page of the queue reads the rows it shows, by indexes, however many papers are pending', async (t) => {
  const path = join(await temporaryFolder(t), 'corpus.db')
  const statements = watchStatements(t)
  const service = await startTestService(t, {
    engine: { name: 'SQLite', open: async (_t, ports) => openSqliteStore(path, ports) },
  })
  const papers = Array.from({ length: PENDING }, (_, index) => {
    const risk = (index * 37) % 101
    const findings = [finding('year', 'year', risk, 'Because of the test.')]
    return {
      ...newPaper(
        { id: `p${index + 1}`, title: `Agents of kind ${index}`, abstract: 'A text. '.repeat(100) },
        'pending',
      ),
      checked: { checkReport: { risk, findings }, session: 'november' },
    }
  })
  await service.store.transact((tx) => tx.papers.add(papers))
  const editor = await signedIn(service, 'editor')
  const database = new Database(path)
  t.after(() => database.close())

  // The settings are read again after a public change only.
  await editor.get('/console/queue')
  for (const [address, index] of byIndex) {
    statements.length = 0
    assert.match(
      await (await editor.get(address)).text(),
      new RegExp(`<p class="quiet">${groupedNumber(PENDING)} submissions</p>`, 'u'),
    )
    const read = [...statements]
    assert.equal(read.length, STATEMENTS, address)
    const rows = read.reduce((sum, each) => sum + each.rows, 0)
    assert.equal(rows, SHOWN + ALONE.length, address)
    const plans = plansOf(database, read)
    for (const plan of plans)
      assert.doesNotMatch(
        plan,
        /SCAN (?:papers|paper_checks)(?! USING COVERING INDEX (?:papers_unassessed|paper_checks_by_risk))/u,
        address,
      )
    const pages = plans.filter((plan) => index.test(plan))
    assert.equal(pages.length, 1, plans.join('\n'))
    assert.doesNotMatch(pages[0] ?? '', /TEMP B-TREE/u)
    // The count comes from an index, without looking at papers.
    assert.ok(plans.some((plan) => /^(?:SCAN|SEARCH) paper_checks USING COVERING INDEX \S+_risk/u.test(plan)))
    // A bad plan would be noticed.
    database.exec(
      'BEGIN; DROP INDEX papers_open; DROP INDEX paper_checks_by_risk; DROP INDEX paper_checks_by_session_risk',
    )
    assert.ok(!plansOf(database, read).some((plan) => index.test(plan)))
    database.exec('ROLLBACK')
  }
})
