import { bareArxivId, identifiersInNote } from './text/identifiers.ts'

/** The creators that Zotero shows first; it calls those of some item types differently. */
export const zoteroAuthors: ReadonlySet<string> = new Set(['author', 'presenter', 'programmer', 'contributor'])

/** Zotero's item types as kinds of publication. */
const kinds: Readonly<Record<string, string>> = {
  journalArticle: 'journal-article',
  magazineArticle: 'journal-article',
  conferencePaper: 'conference-paper',
  presentation: 'conference-paper',
  preprint: 'preprint',
  manuscript: 'manuscript',
  book: 'book',
  bookSection: 'chapter',
  encyclopediaArticle: 'chapter',
  dictionaryEntry: 'chapter',
  thesis: 'thesis',
  report: 'report',
  dataset: 'dataset',
  computerProgram: 'software',
  webpage: 'webpage',
  blogPost: 'webpage',
}

/** A document with an arXiv id is a preprint, which older versions have no item type for. */
export const zoteroKind = (itemType: string, arxivId: string | null): string | null =>
  arxivId !== null && itemType === 'document' ? 'preprint' : (kinds[itemType] ?? null)

const CITATION_KEY = /^citation key:.*$/imu

type Places = { doi: string | null; extra: string | null; numbers: readonly (string | null)[] }

/** The identifiers of an item, some of which stand among other notes in `extra`, and the rest of these notes. */
export const zoteroIdentifiers = ({
  doi,
  extra,
  numbers,
}: Places): { doi: string | null; arxivId: string | null; rest: string } => {
  const note = identifiersInNote((extra ?? '').replace(CITATION_KEY, ''))
  const named = numbers.find((id) => id !== null && /^arxiv:/iu.test(id)) ?? null
  const whole = doi ?? note.doi
  return { doi: whole, arxivId: bareArxivId(named) ?? note.arxivId ?? bareArxivId(whole), rest: note.rest }
}
