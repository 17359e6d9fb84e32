/** Who wrote what stands in `abstract`: an abstract is by the authors, a summary by the editors. */
export const abstractWriters = ['authors', 'editors'] as const
export type AbstractWriter = (typeof abstractWriters)[number]

/** What stands in `fullText`: the text of the paper, or a note that the editors wrote about it. */
export const fullTextKinds = ['text', 'note'] as const
export type FullTextKind = (typeof fullTextKinds)[number]

/** What the two texts of a paper are. Without a text, the value is that of most papers. */
export type TextKinds = { abstractBy: AbstractWriter; fullTextKind: FullTextKind }

export const usualTextKinds: Readonly<TextKinds> = { abstractBy: 'authors', fullTextKind: 'text' }

export const textKindNames = Object.keys(usualTextKinds) as (keyof TextKinds)[]

/** The kinds of the texts that there are: what has gone says nothing about what comes in its place. */
export const kindsOfTexts = (
  paper: TextKinds & { abstract: string | null; fullText: string | null },
): Readonly<TextKinds> => ({
  abstractBy: paper.abstract === null ? usualTextKinds.abstractBy : paper.abstractBy,
  fullTextKind: paper.fullText === null ? usualTextKinds.fullTextKind : paper.fullTextKind,
})

/** The four words for texts, everywhere alike. */
export const abstractName = ({ abstractBy }: Pick<TextKinds, 'abstractBy'>): 'Abstract' | 'Summary' =>
  abstractBy === 'editors' ? 'Summary' : 'Abstract'

export const textName = ({ fullTextKind }: Pick<TextKinds, 'fullTextKind'>): 'Full text' | 'Note' =>
  fullTextKind === 'note' ? 'Note' : 'Full text'

/** Whether what stands in one of the two texts are words of the editors. */
export const isByEditors = ({ abstractBy, fullTextKind }: TextKinds, source: string): boolean =>
  (source === 'abstract' && abstractBy === 'editors') || (source === 'fullText' && fullTextKind === 'note')

/**
 * What the editors had when they judged a paper: the full text, or else what stands in its place, and the abstract or summary.
 * @param hasText whether the library has a full text or a note
 */
export const judgedFrom = (paper: TextKinds & { abstract: string | null }, hasText: boolean): string => {
  if (hasText && paper.fullTextKind === 'text') return 'the full text'
  const texts = [
    ...(paper.abstract === null ? [] : [paper.abstractBy === 'editors' ? 'a summary' : 'the abstract']),
    ...(hasText ? ['a note'] : []),
  ]
  return texts.length === 0 ? 'the title' : texts.join(' and ')
}
