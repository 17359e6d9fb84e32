import { boundedReferences, type CitedWork } from '#core/citations/cited-work.ts'
import { isCitationSource } from '#core/citations/match-cited-work.ts'
import { recordText, type SourceRecord } from '#core/imports/imported-record.ts'
import { openContent } from '#formats/open-content.ts'
import { readRecords } from '#formats/read-records.ts'

async function* whole(text: string): AsyncGenerator<Buffer> {
  yield Buffer.from(text)
}

/** The works that a stored record cites, read from it once more. Of a PDF only its digest is stored. */
export const storedReferences = async (source: Pick<SourceRecord, 'format' | 'record'>): Promise<CitedWork[]> => {
  if (!isCitationSource(source.format) || source.format === 'pdf') return []
  for await (const { records } of readRecords(await openContent(whole(recordText(source))), source.format))
    for (const record of records) if ('format' in record) return boundedReferences(record.references ?? [])
  return []
}
