import { escapeMarkup } from '#core/text/escape-markup.ts'

/**
 * Images of Markdown texts. The library has no images of its own, and those of other servers are not loaded: they would tell these who
 * reads what, and our content security policy forbids it. A reader gets a link that says where the image is, and its caption.
 */

/** All that a text contributes is escaped, so these tags are those of micromark; images have no other form. */
const IMAGE = String.raw`<img src="[^"<>]*" alt="[^"<>]*"(?: title="[^"<>]*")? \/>`
const PARTS = new RegExp(`<p>(?<alone>${IMAGE}(?:\\s*${IMAGE})*)</p>|(?<image>${IMAGE})|<(?<link>/?a)\\b`, 'gu')
const EACH = /<img src="(?<src>[^"<>]*)" alt="(?<alt>[^"<>]*)"(?: title="(?<title>[^"<>]*)")? \/>\s*/gu

const SCHEMES = new Set(['http:', 'https:'])

type Image = { src: string; alt: string; title: string }

/** Where an image is, in words; null for an address that no page may link to. */
const placeOf = (src: string): string | null => {
  const url = URL.parse(src)
  if (url === null || !SCHEMES.has(url.protocol) || url.username !== '' || url.password !== '') return null
  return escapeMarkup(url.hostname)
}

const captionOf = (text: string): string =>
  text.trim() === '' ? '' : `<figcaption dir="auto">${text.trim()}</figcaption>`

const figure = ({ src, alt, title }: Image): string => {
  const place = placeOf(src)
  const name = `${place === null ? 'Image that is not shown' : `Image at ${place}`}${title === '' || alt === '' ? '' : `: ${alt}`}`
  const shown = place === null ? name : `<a href="${src}">${name}</a>`
  return `<figure class="elsewhere">${shown}${captionOf(title === '' ? alt : title)}</figure>`
}

const inLine = ({ src, alt }: Image, isInLink: boolean): string => {
  const place = placeOf(src)
  const name = alt.trim() === '' ? 'image' : alt
  if (place === null) return `${name} (image that is not shown)`
  return isInLink ? `${name} (image)` : `<a href="${src}">${name} (image at ${place})</a>`
}

const imagesIn = (markup: string): Image[] =>
  [...markup.matchAll(EACH)].map(({ groups: { src = '', alt = '', title = '' } = {} }) => ({ src, alt, title }))

/** Markup of micromark, with figures in place of images that are paragraphs of their own, and links in place of other ones. */
export const writeImages = (markup: string): string => {
  let isInLink = false
  return markup.replaceAll(PARTS, (part: string, alone?: string, image?: string, link?: string) => {
    if (alone !== undefined) return imagesIn(alone).map(figure).join('\n')
    if (image !== undefined)
      return imagesIn(image)
        .map((one) => inLine(one, isInLink))
        .join('')
    isInLink = link === 'a'
    return part
  })
}
