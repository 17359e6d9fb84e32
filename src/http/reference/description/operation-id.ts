const capitalized = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1)

/**
 * The name of an operation: its method and the words of its path, `getApiV1PapersById` for GET /api/v1/papers/{id}. Made from
 * what never changes, it never changes either, and two operations never share one.
 */
export const operationId = (method: string, template: string): string => {
  const words = template
    .replaceAll(/\{(?<name>\w+)\}/gu, ' by $<name> ')
    .split(/[^A-Za-z0-9]+/u)
    .filter((word) => word !== '')
    .concat(template.length > 1 && template.endsWith('/') ? ['slash'] : [])
  return [method, ...(words.length === 0 ? ['home'] : words)]
    .map((word, at) => (at === 0 ? word : capitalized(word)))
    .join('')
}
