import { oneLine } from '#formats/text/text.ts'

/** An element, named without its prefix: the same records come with and without namespaces. */
export type XmlElement = { name: string; attributes: Record<string, string>; children: (XmlElement | string)[] }

export const localName = (name: string): string => name.slice(name.indexOf(':') + 1)

const isElement = (node: XmlElement | string): node is XmlElement => typeof node !== 'string'

export const childrenOf = (element: XmlElement | undefined): XmlElement[] => (element?.children ?? []).filter(isElement)

/** The elements at a path of names below an element. */
export const findAll = (element: XmlElement | undefined, ...path: readonly string[]): XmlElement[] => {
  let found = element === undefined ? [] : [element]
  for (const name of path) found = found.flatMap((one) => childrenOf(one).filter((child) => child.name === name))
  return found
}

export const find = (element: XmlElement | undefined, ...path: readonly string[]): XmlElement | undefined =>
  findAll(element, ...path)[0]

/** All elements of a name below an element, at any depth. */
export const descendants = (element: XmlElement | undefined, name: string): XmlElement[] =>
  childrenOf(element).flatMap((child) => [...(child.name === name ? [child] : []), ...descendants(child, name)])

/** Line breaks of JATS and TEI, which separate words as white space does. */
const BREAKS = new Set(['break', 'lb'])

/** All text below an element, except in elements of the given names. */
export const rawText = (element: XmlElement | undefined, without: ReadonlySet<string> = new Set()): string =>
  (element?.children ?? [])
    .map((node) => {
      if (!isElement(node)) return node
      if (without.has(node.name)) return ''
      return BREAKS.has(node.name) ? ' ' : rawText(node, without)
    })
    .join('')

/** The text below an element in one line; null if it is empty. */
export const lineOf = (element: XmlElement | undefined): string | null => {
  const text = oneLine(rawText(element))
  return text === '' ? null : text
}

/** Names of the children that no field uses, each once. */
export const namesExcept = (element: XmlElement | undefined, taken: ReadonlySet<string>): string[] => [
  ...new Set(
    childrenOf(element)
      .filter(
        (child) => !taken.has(child.name) && (rawText(child).trim() !== '' || Object.keys(child.attributes).length > 0),
      )
      .map(({ name }) => name),
  ),
]
