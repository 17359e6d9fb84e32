import { constants, setPriority } from 'node:os'
import { parentPort } from 'node:worker_threads'
import { renderMarkdown } from './render-markdown.ts'

// Whoever is served comes first. Linux takes this for the thread that calls; others would for the whole process.
if (process.platform === 'linux') setPriority(constants.priority.PRIORITY_LOW)

/** Answers each list of texts with their markup, in the same order. */
parentPort?.on('message', (texts: readonly string[]) => {
  parentPort?.postMessage(texts.map(renderMarkdown))
})
