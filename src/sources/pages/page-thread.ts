import { once } from 'node:events'
import { parentPort } from 'node:worker_threads'
import { giveWay } from '#imports/give-way.ts'
import { handOver, inMessages } from '#imports/hand-over.ts'
import { checkPage, type PageOrder } from './check-page.ts'
import type { PageMessage } from './pages-in-thread.ts'

/** Reads one page after another, and hands on some of its records each time it is asked for the next. */

giveWay()

const port = parentPort
if (port === null) throw new Error('This is run as a thread.')

for (;;) {
  const [order] = (await once(port, 'message')) as [PageOrder]
  const { fit, refusals, ...page } = await checkPage(order)
  const tell = async (message: PageMessage): Promise<void> => {
    port.postMessage(message)
    await once(port, 'message')
  }
  for (const records of inMessages(fit)) await tell({ about: 'fit', records: records.map(handOver) })
  for (const records of inMessages(refusals)) await tell({ about: 'refused', records })
  port.postMessage({ about: 'end', ...page } satisfies PageMessage)
}
