// @ts-check
// The points of the map: reading them from the page or the server, and drawing them.

/** @typedef {{ id: string, x: number, y: number, chapter: number, title: string | undefined }} Point coordinates from 0 to 1, y downwards */

/** How far shapes at the edges reach beyond them, in pixels; the style sheet has the same number. */
const BEYOND = 8

/** @param {string | null} text @returns {number} */
const share = (text) => Number.parseFloat(text ?? '0') / 100

/** @param {Element} svg @returns {Point[]} */
export const pointsInPage = (svg) =>
  [...svg.querySelectorAll('a[data-point]')].map((link) => {
    const use = link.querySelector('use')
    link.setAttribute('tabindex', '-1')
    return {
      id: link.getAttribute('data-point') ?? '',
      x: share(use?.getAttribute('x') ?? null),
      y: share(use?.getAttribute('y') ?? null),
      chapter: 0,
      title: link.querySelector('title')?.textContent ?? '',
    }
  })

/** @param {string} address @returns {Promise<Point[]>} */
export const fetchPoints = async (address) => {
  // Without a response, the shades have to do.
  const answer = await fetch(address).catch(() => null)
  if (answer?.ok !== true) return []
  /** @type {{ id: (number | string)[], lh: number[], e: number[], chapter: number[] }} */
  const { id, lh, e, chapter } = await answer.json()
  return id.map((number, index) => ({
    id: typeof number === 'string' ? number : `p${number}`,
    x: (lh[index] ?? 0) / 1000,
    y: 1 - (e[index] ?? 0) / 1000,
    chapter: chapter[index] ?? 0,
    title: undefined,
  }))
}

/** @type {Map<string, Promise<string>>} */
const titles = new Map()

/** @param {string} id @returns {Promise<string>} */
export const fetchTitle = (id) => {
  const known = titles.get(id)
  if (known !== undefined) return known
  const asked = fetch(`/map/titles/${id}.json`)
    .then((answer) => (answer.ok ? answer.json() : { title: id }))
    .then((/** @type {{ title: string }} */ paper) => paper.title)
  titles.set(id, asked)
  return asked
}

/** Draws the points over the shades, and redraws them when the size or the theme changes. @param {HTMLElement} box @param {Point[]} points */
export const drawOver = (box, points) => {
  const canvas = document.createElement('canvas')
  canvas.setAttribute('aria-hidden', 'true')
  const pen = canvas.getContext('2d')
  if (pen === null) return
  const shapes = Array.from({ length: 8 }, (_, chapter) => {
    const shape = box.querySelector(`#mark-${chapter}`)
    return { shape, path: new Path2D(shape?.getAttribute('d') ?? '') }
  })
  const draw = () => {
    const { width, height } = box.getBoundingClientRect()
    const dots = devicePixelRatio
    canvas.width = (width + 2 * BEYOND) * dots
    canvas.height = (height + 2 * BEYOND) * dots
    // All shapes have the same size, which is smaller the more crowded they are.
    const size = dots * Math.min(0.9, Math.max(0.4, Math.sqrt((width * height) / points.length) / 12))
    pen.globalAlpha = 0.75
    for (const [chapter, { shape, path }] of shapes.entries()) {
      if (shape === null) continue
      pen.fillStyle = getComputedStyle(shape).fill
      for (const point of points)
        if (point.chapter === chapter) {
          pen.setTransform(size, 0, 0, size, (point.x * width + BEYOND) * dots, (point.y * height + BEYOND) * dots)
          pen.fill(path)
        }
    }
    pen.setTransform(1, 0, 0, 1, 0, 0)
  }
  box.append(canvas)
  box.classList.add('drawn')
  new ResizeObserver(draw).observe(box)
  new MutationObserver(draw).observe(document.documentElement, { attributeFilter: ['data-theme'] })
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', draw)
}
