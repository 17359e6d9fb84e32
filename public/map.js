// @ts-check
// Makes the map interactive: it names the paper under the pointer or chosen with the arrow keys, and lists those in a drawn rectangle.

import { drawOver, fetchPoints, fetchTitle, pointsInPage } from './map-points.js'

/** @typedef {import('./map-points.js').Point} Point */

const NEAR = 22
const DRAG_FROM = 6
const TITLE_AFTER_MS = 120
const SVG = 'http://www.w3.org/2000/svg'

const map = document.getElementById('map')
const chart = map?.querySelector('svg.chart')
const tip = document.getElementById('tip')
const form = document.querySelector('form.region')

/** @param {string} name @param {Record<string, string>} [attributes] */
const svgElement = (name, attributes = {}) => {
  const element = document.createElementNS(SVG, name)
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value)
  return element
}

/** @param {string} name @param {number} value */
const fill = (name, value) => {
  const input = document.getElementById(name)
  if (input instanceof HTMLInputElement) input.value = Math.min(1, Math.max(0, value)).toFixed(2)
}

/** @param {HTMLElement} box @param {Element} status @param {Point[]} points */
const makeInteractive = (box, status, points) => {
  const ring = svgElement('circle', { class: 'ring', r: '8', visibility: 'hidden' })
  const brush = svgElement('rect', { class: 'brush', visibility: 'hidden' })
  // Above the canvas, if there is one, which covers the drawing.
  const above = svgElement('svg', { class: 'above', 'aria-hidden': 'true' })
  above.append(brush, ring)
  box.append(above)
  /** @type {Point | undefined} */
  let chosen
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let waiting

  /** @param {Point} point @param {string} title */
  const showTitle = (point, title) => {
    const link = document.createElement('a')
    link.href = `/papers/${point.id}`
    link.dir = 'auto'
    link.textContent = title
    status.replaceChildren(link)
  }

  /** @param {Point} point */
  const showTitleLater = async (point) => {
    point.title = await fetchTitle(point.id)
    if (chosen === point) showTitle(point, point.title)
  }

  /** @param {Point | undefined} point */
  const choose = (point) => {
    if (point === undefined || point === chosen) return
    chosen = point
    ring.setAttribute('cx', `${point.x * 100}%`)
    ring.setAttribute('cy', `${point.y * 100}%`)
    ring.setAttribute('visibility', 'visible')
    clearTimeout(waiting)
    if (point.title !== undefined) {
      showTitle(point, point.title)
      return
    }
    waiting = setTimeout(() => void showTitleLater(point), TITLE_AFTER_MS)
  }

  /** @param {PointerEvent | MouseEvent} event */
  const placeOf = (event) => {
    const { left, top, width, height } = box.getBoundingClientRect()
    return { x: event.clientX - left, y: event.clientY - top, width, height }
  }

  /** @param {PointerEvent | MouseEvent} event @returns {Point | undefined} */
  const nearest = (event) => {
    const { x, y, width, height } = placeOf(event)
    let best
    let least = NEAR * NEAR
    for (const point of points) {
      const distance = (point.x * width - x) ** 2 + (point.y * height - y) ** 2
      if (distance < least) {
        least = distance
        best = point
      }
    }
    return best
  }

  /** Chooses the next point in a direction, preferring near ones straight ahead. @param {number} dx @param {number} dy */
  const step = (dx, dy) => {
    const from = chosen
    if (from === undefined) {
      choose(points[0])
      return
    }
    let best
    let least = Infinity
    for (const point of points) {
      const ahead = (point.x - from.x) * dx + (point.y - from.y) * dy
      const aside = Math.abs((point.x - from.x) * dy) + Math.abs((point.y - from.y) * dx)
      // Papers at the same place are visited in order.
      const isSamePlace = point.x === from.x && point.y === from.y && points.indexOf(point) > points.indexOf(from)
      const cost = isSamePlace && dx + dy > 0 ? 0 : ahead > 0 ? ahead + 2 * aside : Infinity
      if (cost < least) {
        least = cost
        best = point
      }
    }
    choose(best)
  }

  /** @type {{ x: number, y: number } | undefined} */
  let begun
  let isDragging = false

  box.addEventListener('pointerdown', (event) => {
    if (event.button !== 0 || event.pointerType === 'touch') return
    begun = placeOf(event)
    isDragging = false
  })

  box.addEventListener('pointermove', (event) => {
    // A moving finger scrolls; touching chooses a paper.
    if (event.pointerType === 'touch') return
    if (begun === undefined) {
      choose(nearest(event))
      return
    }
    const { x, y, width, height } = placeOf(event)
    isDragging ||= Math.hypot(x - begun.x, y - begun.y) > DRAG_FROM
    if (!isDragging) return
    box.setPointerCapture(event.pointerId)
    const [left, right] = [Math.max(0, Math.min(x, begun.x)), Math.min(width, Math.max(x, begun.x))]
    const [top, bottom] = [Math.max(0, Math.min(y, begun.y)), Math.min(height, Math.max(y, begun.y))]
    brush.setAttribute('x', String(left))
    brush.setAttribute('y', String(top))
    brush.setAttribute('width', String(right - left))
    brush.setAttribute('height', String(bottom - top))
    brush.setAttribute('visibility', 'visible')
  })

  box.addEventListener('pointerup', (event) => {
    const from = begun
    begun = undefined
    if (from === undefined || !isDragging || !(form instanceof HTMLFormElement)) return
    const { x, y, width, height } = placeOf(event)
    fill('lh_min', Math.min(x, from.x) / width)
    fill('lh_max', Math.max(x, from.x) / width)
    fill('e_min', 1 - Math.max(y, from.y) / height)
    fill('e_max', 1 - Math.min(y, from.y) / height)
    form.requestSubmit()
  })

  box.addEventListener('pointercancel', () => {
    begun = undefined
    brush.setAttribute('visibility', 'hidden')
  })

  // Otherwise a drag would pick up a link.
  box.addEventListener('dragstart', (event) => event.preventDefault())

  box.addEventListener('click', (event) => {
    if (isDragging) {
      isDragging = false
      event.preventDefault()
      return
    }
    const point = nearest(event)
    const isFinger = event instanceof PointerEvent && event.pointerType === 'touch'
    // A finger covers the paper it touches, so the first touch shows the title and the second opens it.
    if (isFinger && point !== chosen) {
      event.preventDefault()
      choose(point)
      return
    }
    if (point === undefined || (event.target instanceof Element && event.target.closest('a') !== null)) return
    location.assign(`/papers/${point.id}`)
  })

  /** @type {Record<string, [number, number]>} */
  const directions = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }
  box.addEventListener('keydown', (event) => {
    const direction = directions[event.key]
    if (direction !== undefined) {
      event.preventDefault()
      step(...direction)
    } else if (event.key === 'Enter' && chosen !== undefined) location.assign(`/papers/${chosen.id}`)
  })

  box.classList.add('live')
  box.tabIndex = 0
  box.setAttribute('role', 'group')
  box.setAttribute('aria-label', 'The map: arrow keys move from paper to paper, Enter opens one')
}

const HINT = 'Point at a paper to read its title.'

/** Replaces the legend of the shades with the hint, without a layout shift. @param {HTMLElement} status */
const hint = (status) => {
  status.style.minHeight = `${status.offsetHeight}px`
  status.textContent = HINT
}

/** @param {HTMLElement} box @param {Element} svg @param {HTMLElement} status */
const begin = async (box, svg, status) => {
  const address = box.dataset.points
  const points = address === undefined ? pointsInPage(svg) : await fetchPoints(address)
  if (points.length === 0) return
  if (address !== undefined) drawOver(box, points)
  makeInteractive(box, status, points)
  hint(status)
}

if (map !== null && chart instanceof Element && tip !== null) await begin(map, chart, tip)
