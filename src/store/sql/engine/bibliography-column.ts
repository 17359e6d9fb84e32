import { bibliographyFields, noBibliography, type Bibliography } from '#core/papers/bibliography.ts'

/** Fields that are read together are one column: JSON of those that have a value, null without any. */
export const bibliographyColumn = (paper: Bibliography): string | null => {
  const filled = bibliographyFields.filter((field) =>
    field === 'authorNames' ? paper[field].length > 0 : paper[field] !== null,
  )
  return filled.length === 0 ? null : JSON.stringify(Object.fromEntries(filled.map((field) => [field, paper[field]])))
}

/** Also of a paper as it was stored before there were such fields. */
export const withBibliography = <Fields extends object>(fields: Fields): Fields & Bibliography => ({
  ...noBibliography,
  ...fields,
})

export const bibliographyFromColumn = (json: string | null): Bibliography =>
  json === null ? noBibliography : withBibliography(JSON.parse(json) as object)
