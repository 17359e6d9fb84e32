import assert from 'node:assert/strict'
import type { ProcessCorpus } from './process-corpus.ts'

/** The closing line of an ingest. */
export type Report = { read: number; stored: number; unchanged: number; enriched: number; refused: number }

/** Ingests a file; returns the closing line and the messages. */
export const ingest = async (
  corpus: ProcessCorpus,
  content: string | Uint8Array | readonly unknown[],
  ...options: string[]
): Promise<{ code: number | null; report: Report; refusals: string[] }> => {
  const file = await corpus.file('papers.jsonl', content)
  const { code, stdout, stderr } = await corpus.run('ingest', file, '--json', ...options)
  assert.equal(stdout.trimEnd().split('\n').length, 1, stdout)
  const report = JSON.parse(stdout) as Report
  assert.deepEqual(Object.keys(report), ['read', 'stored', 'unchanged', 'enriched', 'refused'])
  return { code, report, refusals: stderr.split('\n').filter((line) => line !== '') }
}

/** The ids and states of all papers. */
export const stored = (corpus: ProcessCorpus): unknown =>
  corpus.inspect((database) => database.prepare('SELECT id, state FROM papers ORDER BY seq').raw().all())

/** A paper as a line of a file. */
export const line = (paper: Record<string, unknown>): string => `${JSON.stringify(paper)}\n`
