/** A title with its subtitle, which some records repeat in the title. */
export const wholeTitle = (title: string | null, subtitle: string | null): string | null => {
  if (title === null || subtitle === null || subtitle === '') return title
  if (title.toLowerCase().endsWith(subtitle.toLowerCase())) return title
  const main = title.trimEnd().replace(/:$/u, '')
  return /[?!]$/u.test(main) ? `${main} ${subtitle}` : `${main}: ${subtitle}`
}
