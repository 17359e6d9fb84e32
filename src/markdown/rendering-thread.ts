import { setPriority } from 'node:os'
import { parentPort } from 'node:worker_threads'
import { renderMarkdown } from './render-markdown.ts'

/** A third of the time of who is served, where both want it; with less, pages would wait for ever beside other programs. */
const NICENESS = 5
// Linux takes this for the thread that calls; others would for the whole process.
if (process.platform === 'linux') setPriority(NICENESS)

/** Answers each list of texts with their markup, in the same order. */
parentPort?.on('message', (texts: readonly string[]) => {
  parentPort?.postMessage(texts.map(renderMarkdown))
})
