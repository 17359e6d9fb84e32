/** Marks the elements whose contrast is to be checked; its value is the place of what it looks like in the list of what is new. */
export const SAMPLE = 'data-contrast-sample'

/**
 * Runs in the browser. Contrast is what a text and all that lies behind it are painted with, and to find that out costs more
 * than all other rules together. So of texts that look alike, in alike elements, it marks one, and none that was seen to pass.
 * What lies over others, by its position, is always marked unless it has a ground of its own. Returns what the marked ones look
 * like.
 */
export const markContrastSamples = `((passed) => {
  const known = new Set(passed)
  const painted = new Map()
  const paintOf = (element) => {
    if (element === null) return { behind: '', isPlaced: false }
    const found = painted.get(element)
    if (found !== undefined) return found
    const above = paintOf(element.parentElement)
    const style = getComputedStyle(element)
    const own = [
      element.localName,
      element.getAttribute('class'),
      style.backgroundColor,
      style.backgroundImage,
      style.opacity,
      style.filter,
      style.mixBlendMode,
    ]
    const made = {
      behind: above.behind + '>' + own.join(),
      // A colour without a fourth part lets nothing through.
      isPlaced: !/^rgb\\(/u.test(style.backgroundColor) && (above.isPlaced || !['static', 'relative'].includes(style.position)),
      text: [style.color, style.fontSize, style.fontWeight, style.textShadow].join(),
    }
    painted.set(element, made)
    return made
  }
  const isOff = (element) =>
    element.matches(':disabled') ||
    element.closest('[aria-disabled="true"]') !== null ||
    element.closest('label')?.control?.disabled === true
  const hasText = (element) =>
    ['button', 'input', 'select', 'textarea'].includes(element.localName) ||
    [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.data.trim() !== '')
  const fresh = []
  for (const element of document.querySelectorAll('[${SAMPLE}]')) element.removeAttribute('${SAMPLE}')
  for (const element of document.body.querySelectorAll('*')) {
    if (!hasText(element) || !element.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue
    const { behind, isPlaced, text } = paintOf(element)
    const look = behind + '|' + text + '|' + isOff(element)
    if (known.has(look) && !isPlaced) continue
    known.add(look)
    element.setAttribute('${SAMPLE}', fresh.length)
    fresh.push(look)
  }
  return fresh
})`
