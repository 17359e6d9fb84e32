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

/** Sections that end with the page never come to its top: there the line moves down to the end of the window. */
const lineNow = () => {
  const { scrollHeight, scrollTop, clientHeight } = document.documentElement
  return Math.max(LINE, clientHeight - (scrollHeight - scrollTop - clientHeight))
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

/** Scrolls the rail, and only the rail, until the link can be seen. @param {HTMLElement} link */
const showInRail = (link) => {
  const rail = link.closest('.rail')
  if (rail === null || rail.scrollHeight <= rail.clientHeight) return
  const [around, own] = [rail.getBoundingClientRect(), link.getBoundingClientRect()]
  if (own.top < around.top || own.bottom > around.bottom) rail.scrollTop += own.top - around.top - around.height / 2
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
