import assert from 'node:assert/strict'
import { test } from 'node:test'
import { finding } from '#core/review/checks/finding.ts'
import { signedIn } from '../../support/editor-session.ts'
import { newPaper } from '../../support/stored.ts'
import { startTestService } from '../../support/test-service.ts'

const PENDING = 10_000
const ASKED = 50

test(`a page of the queue takes less than 10 ms of the server with ${PENDING} papers pending`, async (t) => {
  const service = await startTestService(t)
  const papers = Array.from({ length: PENDING }, (_, index) => {
    const risk = (index * 37) % 101
    const findings = [finding('year', 'year', risk, 'Because of the test.')]
    return {
      ...newPaper(
        { id: `p${index + 1}`, title: `Agents of kind ${index}`, abstract: 'A text. '.repeat(100) },
        'pending',
      ),
      checked: { assessment: { risk, findings }, session: 'november' },
    }
  })
  for (let first = 0; first < PENDING; first += 1_000)
    await service.store.transact((tx) => tx.papers.add(papers.slice(first, first + 1_000)))
  const editor = await signedIn(service, 'editor')
  for (const path of ['/console/queue', '/console/queue?order=risk', '/console/queue?session=november']) {
    const askAll = async (): Promise<void> => {
      for (let number = 0; number < ASKED; number += 1)
        assert.match(await (await editor.get(path)).text(), /<h1>Queue <span class="quiet">10000<\/span>/u)
    }
    await askAll()
    const before = process.cpuUsage()
    await askAll()
    const { user, system } = process.cpuUsage(before)
    const each = (user + system) / 1_000 / ASKED
    t.diagnostic(`${path}: ${each.toFixed(1)} ms of processor time, that of the client included`)
    // The wall clock would tell what else the machine does.
    assert.ok(each < 10, `${path} took ${each} ms`)
  }
})
