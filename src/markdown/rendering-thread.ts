import { parentPort } from 'node:worker_threads'
import { renderMarkdown } from './render-markdown.ts'

/** Answers each list of texts with their markup, in the same order. */
parentPort?.on('message', (texts: readonly string[]) => {
  parentPort?.postMessage(texts.map(renderMarkdown))
})
