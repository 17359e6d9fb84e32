import { SaxesParser, type SaxesAttributeNS, type SaxesTagNS } from 'saxes'
import { messageOf } from '#core/failure.ts'

/**
 * Keeps of a picture what draws shapes and plain text: elements, attributes and values of these lists. So nothing in it runs, is
 * fetched from elsewhere, or refers to more than one other part of it; what is not listed is left out.
 */

const SVG = 'http://www.w3.org/2000/svg'
const XLINK = 'http://www.w3.org/1999/xlink'

const wordsOf = (list: string): string[] => list.trim().split(/\s+/u)

const shapes = ['path', 'rect', 'circle', 'ellipse', 'line', 'polyline', 'polygon', 'text'] as const

const elements = new Set<string>([
  ...shapes,
  ...wordsOf(`
  svg g defs title desc tspan linearGradient radialGradient stop clipPath mask
`),
])

const withText = new Set(['title', 'desc', 'text', 'tspan'])

/** Presentation attributes, which a `style` attribute may have as properties, too. */
const presentation = new Set(
  wordsOf(`
  clip-path clip-rule color display dominant-baseline fill fill-opacity fill-rule font-family font-size
  font-style font-weight letter-spacing mask opacity paint-order stop-color stop-opacity stroke stroke-dasharray
  stroke-dashoffset stroke-linecap stroke-linejoin stroke-miterlimit stroke-opacity stroke-width text-anchor
  vector-effect visibility
`),
)

const attributes = new Set([
  ...presentation,
  ...wordsOf(`
  id viewBox preserveAspectRatio width height transform role aria-label d points pathLength x y x1 y1 x2 y2 cx
  cy r rx ry dx dy rotate textLength lengthAdjust offset fx fy fr spreadMethod gradientUnits gradientTransform
  clipPathUnits maskUnits maskContentUnits
`),
])

const functions = new Set(['rgb', 'rgba', 'hsl', 'hsla', 'matrix', 'translate', 'scale', 'rotate', 'skewx', 'skewy'])

const OWN_REFERENCE = /^url\(\s*(?<quote>["']?)#[\w.-]+\k<quote>\s*\)$/u

/** The name of the function whose arguments follow. */
const calledBefore = (text: string): string =>
  text
    .trimEnd()
    .split(/[\s,()]/u)
    .at(-1) ?? ''

/** A value that refers to nothing outside. Escapes and comments of CSS could hide such a reference. */
const isHarmless = (value: string): boolean =>
  OWN_REFERENCE.test(value) ||
  (!/[\\@]|\/\*/u.test(value) &&
    value
      .split('(')
      .slice(0, -1)
      .every((before) => functions.has(calledBefore(before).toLowerCase())))

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

type Declared = [name: string, value: string]

const declarationsOf = (style: string): Declared[] =>
  style.split(';').flatMap((declaration): Declared[] => {
    const colon = declaration.indexOf(':')
    const name = declaration.slice(0, colon).trim()
    return colon > 0 && presentation.has(name) ? [[name, declaration.slice(colon + 1).trim()]] : []
  })

const attributeOf = ({ uri, local, value }: SaxesAttributeNS): Declared[] => {
  if (local === 'href' && (uri === '' || uri === XLINK)) return /^#[\w.-]+$/u.test(value) ? [['href', value]] : []
  if (uri !== '') return []
  if (local === 'style') return declarationsOf(value)
  return attributes.has(local) ? [[local, value]] : []
}

/** Only gradients refer by `href`. A clip or a mask that used others could take exponentially long to draw. */
const isAllowedAt = (tag: string, isNested: boolean, name: string): boolean =>
  name === 'href' ? tag.endsWith('Gradient') : !(isNested && (name === 'clip-path' || name === 'mask'))

const startTag = (tag: SaxesTagNS, isNested: boolean): string => {
  const kept = new Map(
    Object.values(tag.attributes)
      .flatMap(attributeOf)
      .filter(([name, value]) => isHarmless(value) && isAllowedAt(tag.local, isNested, name)),
  )
  const written = [...kept].map(([name, value]) => ` ${name}="${escaped(value)}"`).join('')
  return `<${tag.local}${tag.local === 'svg' ? ` xmlns="${SVG}"` : ''}${written}>`
}

/** Thrown to leave the parser. */
class NotAPicture extends Error {}

const isClip = (name: string): boolean => name === 'clipPath' || name === 'mask'

const isDropped = ({ uri, local }: SaxesTagNS): boolean => (uri !== SVG && uri !== '') || !elements.has(local)

/** Drawings nest a few groups. To find the namespace of an element, the parser looks at all that it is in. */
const MAX_DEPTH = 100

const parsePicture = (source: string): string => {
  const parser = new SaxesParser({ xmlns: true })
  const written: string[] = []
  const open: string[] = []
  // The depth in what is left out, and in clips and masks.
  let dropped = 0
  let clips = 0
  let draws = false
  parser.on('error', (error) => {
    throw new NotAPicture(`must be well-formed XML: ${error.message}`)
  })
  parser.on('doctype', (doctype) => {
    if (/<!ENTITY/iu.test(doctype)) throw new NotAPicture('must not declare entities')
  })
  parser.on('opentag', (tag) => {
    if (open.length === 0 && tag.local !== 'svg') throw new NotAPicture('must begin with an svg element')
    if (open.length + dropped >= MAX_DEPTH) throw new NotAPicture(`must not nest more than ${MAX_DEPTH} elements`)
    if (dropped > 0 || isDropped(tag)) {
      dropped += 1
      return
    }
    written.push(startTag(tag, clips > 0))
    open.push(tag.local)
    if (isClip(tag.local)) clips += 1
    draws ||= (shapes as readonly string[]).includes(tag.local)
  })
  parser.on('closetag', () => {
    if (dropped > 0) {
      dropped -= 1
      return
    }
    const name = open.pop() ?? ''
    written.push(`</${name}>`)
    if (isClip(name)) clips -= 1
  })
  const keepText = (text: string): void => {
    if (dropped === 0 && withText.has(open.at(-1) ?? '')) written.push(escaped(text))
  }
  parser.on('text', keepText)
  parser.on('cdata', keepText)
  parser.write(source).close()
  if (!draws) throw new NotAPicture('must contain a shape to draw, such as a path')
  return written.join('')
}

/** The picture with only what is listed above, or the sentence that says why it is none. */
export const sanitizeSvg = (source: string): { svg: string } | string => {
  try {
    return { svg: parsePicture(source.trim()) }
  } catch (error) {
    if (error instanceof NotAPicture) return messageOf(error)
    throw error
  }
}
