// @ts-check
// Marks the present place in the contents of a page.

/** How far below the upper edge of the window a section counts as the present one. */
const LINE = 96

/** @type {{ link: HTMLAnchorElement, section: HTMLElement }[]} */
const entries = []
for (const link of document.querySelectorAll('.text-contents a')) {
  if (!(link instanceof HTMLAnchorElement) || link.pathname !== location.pathname || link.hash === '') continue
  const section = document.getElementById(decodeURIComponent(link.hash.slice(1)))
  if (section !== null) entries.push({ link, section })
}

/** The last sections of a page never come to its top: over its last stretch the line moves down to the end of the window. */
const lineNow = () => {
  const { scrollHeight, scrollTop, clientHeight } = document.documentElement
  const longest = scrollHeight - clientHeight
  const stretch = Math.min(longest, clientHeight)
  const left = longest - scrollTop
  return left >= stretch ? LINE : LINE + (clientHeight - LINE) * (1 - left / stretch)
}

/** The last section that begins above the line; the first one above all of them. */
const findPresent = () => {
  const line = lineNow()
  let [first, end] = [0, entries.length]
  while (end - first > 1) {
    const middle = (first + end) >> 1
    const isAbove = (entries[middle]?.section.getBoundingClientRect().top ?? 0) <= line
    if (isAbove) first = middle
    else end = middle
  }
  return entries[first]?.link
}

/** Scrolls the contents and the rail, never the page, until the link can be seen. @param {HTMLElement} link */
const showInRail = (link) => {
  for (const box of [link.closest('.text-contents'), link.closest('.rail')]) {
    if (box === null || box.scrollHeight <= box.clientHeight) continue
    const [around, own] = [box.getBoundingClientRect(), link.getBoundingClientRect()]
    if (own.top < around.top || own.bottom > around.bottom) box.scrollTop += own.top - around.top - around.height / 2
  }
}

/** @type {HTMLAnchorElement | undefined} */
let marked
const mark = () => {
  const present = findPresent()
  if (present === marked) return
  marked?.removeAttribute('aria-current')
  present?.setAttribute('aria-current', 'location')
  marked = present
  if (present !== undefined) showInRail(present)
}

let isAsked = false
const markSoon = () => {
  if (isAsked) return
  isAsked = true
  requestAnimationFrame(() => {
    isAsked = false
    mark()
  })
}

if (entries.length > 0) {
  addEventListener('scroll', markSoon, { passive: true })
  addEventListener('resize', markSoon)
  mark()
}
