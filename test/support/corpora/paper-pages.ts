import assert from 'node:assert/strict'
import { leastPaper, wholePaper } from '../service/papers.ts'
import { startTestService } from '../service/test-service.ts'
import type { Ending } from '../database/temporary.ts'

/** A line of LaTeX in the abstract of p1. */
export const LATEX = String.raw`We bound $\mathcal{O}(n^2)$ & \emph{more} <b>.`

/** Papers p1 with every field, p2 beside it and p3 with the least, and the text of a page of this status. */
export const startPaperPages = async (t: Ending) => {
  const service = await startTestService(t)
  await service.accept(
    wholePaper({
      abstract: `${LATEX}\n\nA second paragraph.`,
      houseCommentary: '**Plain** answer; see p2 and p99.\n\n<img src=x onerror=alert(1)>',
      type: 'case_study',
      url: 'https://arxiv.org/abs/2210.03629',
      fullText: '## Setting\n\nText of the setting.\n\n## Outcome\n\nText of the outcome.',
    }),
    wholePaper({ id: 'p2', title: 'Another one on checkpointing', concepts: ['checkpointing'], fullText: undefined }),
    leastPaper({ id: 'p3' }),
  )
  await service.store.transact((tx) =>
    tx.gaps.put(
      { id: 'g1', title: 'Nobody tests recovery', severity: 'high', explanation: 'e', paperIds: ['p1'] },
      '2026-11-20T00:00:00.000Z',
    ),
  )
  const textOf = async (path: string, status = 200): Promise<string> => {
    const response = await service.get(path)
    const text = await response.text()
    assert.equal(response.status, status, text)
    return text
  }
  return { service, textOf }
}

/** The contents of all meta tags of this name. */
export const metas = (html: string, name: string): string[] =>
  [...html.matchAll(/<meta name="(?<name>[^"]+)" content="(?<content>[^"]*)"/gu)].flatMap(({ groups }) =>
    groups?.name === name ? [groups.content ?? ''] : [],
  )

/** The markup between a heading's section and the next one. */
export const sectionOf = (html: string, id: string): string => {
  const start = html.indexOf(`aria-labelledby="${id}"`)
  assert.notEqual(start, -1, `there is no section ${id}`)
  return html.slice(start, html.indexOf('</section>', start))
}
