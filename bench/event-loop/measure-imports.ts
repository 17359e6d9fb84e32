import { largeRecords } from './large-records.ts'
import type { MeasuredServer } from './measured-server.ts'
import { recordBodies } from './records.ts'

const PAPER = JSON.stringify({ title: 'A paper with files', authors: ['Ada'], year: 2024 })

/** The first import of a process, which loads what imports need: later parts need its paper. */
export const measureOnePaper = async ({ key, measure, send, said }: MeasuredServer): Promise<void> => {
  const headers = { 'x-api-key': key, 'content-type': 'application/json' }
  await measure('import one paper', async () => said(await send('POST', '/api/editorial/imports', PAPER, headers)))
}

/** One record of 4 MiB in XML needs more memory than the thread that reads imports may have, and is refused. */
const REFUSED_WHEN_LARGE = new Set(['arxiv-atom', 'rss', 'oai-pmh'])

/** A body of records in each format, and bodies of one large record. */
export const measureImports = async (
  { key, measure, send, said }: MeasuredServer,
  mebibytes: number,
): Promise<void> => {
  const headersOf = (type: string) => ({ 'x-api-key': key, 'content-type': type })
  for (const { name, type, body } of recordBodies(mebibytes))
    await measure(`import ${mebibytes} MiB, ${name}`, async (turn) => {
      // Records from the first time are recognised the second time.
      const path = turn === 1 ? '/api/editorial/imports?dryRun=true' : '/api/editorial/imports'
      return said(await send('POST', path, body, headersOf(type)))
    })
  const large = [largeRecords(1), largeRecords(2)]
  for (const [index, { name, type }] of (large[0] ?? []).entries())
    await measure(`import one large record, ${name}`, async (turn) =>
      said(
        await send('POST', '/api/editorial/imports', large[turn - 1]?.[index]?.body, headersOf(type)),
        REFUSED_WHEN_LARGE.has(name) ? 413 : 200,
      ),
    )
}
