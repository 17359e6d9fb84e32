import type { ReadRecord } from '#core/imports/imported-record.ts'
import { arxivFields, arxivRawFields } from './arxiv.ts'
import { dataciteFields } from './datacite.ts'
import { dublinCoreFields } from './dublin-core.ts'
import { childrenOf, descendants, find, lineOf, type XmlElement } from './element.ts'
import { jatsFields } from './jats.ts'
import { marcFields } from './marc.ts'
import { modsFields } from './mods.ts'
import type { ElementReader, ReadMetadata } from './xml-records.ts'

/** Metadata formats by the name of their element. */
const forms: Record<string, (metadata: XmlElement) => ReadMetadata> = {
  dc: dublinCoreFields,
  arXiv: arxivFields,
  arXivRaw: arxivRawFields,
  resource: dataciteFields,
  oai_datacite: (metadata) => dataciteFields(descendants(metadata, 'resource')[0] ?? metadata),
  article: jatsFields,
  mods: modsFields,
  record: marcFields,
}

export const isMetadata = (name: string): boolean => Object.hasOwn(forms, name) && name !== 'article'

const read = (
  metadata: XmlElement,
  recordId: string | null,
  at: { position: string; source: string },
): ReadRecord[] => {
  const form = forms[metadata.name]
  if (form === undefined)
    return [{ position: at.position, reason: `Metadata in the form ${metadata.name} cannot be read.` }]
  return [{ format: 'oai-pmh', recordId, ...form(metadata), ...at }]
}

/** A record of a repository (OAI-PMH 2.0), or its metadata alone. A deleted record is refused. */
export const readOaiRecord: ElementReader = (element, at) => {
  if (element.name !== 'record') return read(element, null, at)
  const recordId = lineOf(find(element, 'header', 'identifier'))
  if (find(element, 'header')?.attributes.status === 'deleted')
    return [
      {
        position: at.position,
        reason: `The repository has deleted ${recordId ?? 'this record'}.`,
        ...(recordId === null ? {} : { deleted: { format: 'oai-pmh', recordId, fields: {}, unmapped: [], ...at } }),
      },
    ]
  const metadata = childrenOf(find(element, 'metadata'))[0]
  if (metadata === undefined) return [{ position: at.position, reason: 'This record has no metadata.' }]
  return read(metadata, recordId, at)
}

/** The error that a repository returns instead of records. */
export const readOaiError: ElementReader = (element) => {
  const reason = lineOf(element) ?? element.attributes.code ?? ''
  return [{ position: 'the whole', reason: `It contains no works, but says: ${reason}` }]
}
