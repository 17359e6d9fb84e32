/** `/papers/:id`, and `/papers/:id{[^/.]+\\.bib}` as `/papers/{id}.bib`: the ending is no part of the parameter. */
export const pathTemplate = (path: string): string =>
  path.replace(
    /:(?<name>\w+)(?:\{[^}]*?(?<ending>(?:\\\.[\w-]+)*)\})?/gu,
    (_whole, name: string, ending: string | undefined) => `{${name}}${ending?.replaceAll('\\', '') ?? ''}`,
  )
