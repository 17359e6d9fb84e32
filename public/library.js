// @ts-check
// Lists that load further pages while scrolling, and a search that updates while typing. Without this file, links and the
// button do the same.

/** Shorter prefixes match too many papers to be useful. */
const LETTERS_NEEDED = 3
const PAUSE_MS = 120
/** How far from the end of a list its next page is loaded. */
const AHEAD_PIXELS = 900
/** Then the link has to be followed, so that the foot of the page stays within reach. */
const MAX_PAGES = 10

/**
 * Fetches a page of this site as a document. XMLHttpRequest parses it, so no script in it runs and no markup is handled here.
 * @param {string} address
 * @param {(page: Document, address: string) => void} use
 */
const fetchPage = (address, use) => {
  const request = new XMLHttpRequest()
  request.open('GET', address)
  request.responseType = 'document'
  request.addEventListener('load', () => {
    const page = request.responseXML
    if (request.status === 200 && page !== null) use(page, address)
  })
  request.send()
  return request
}

/** Stores the number of loaded pages and the scroll position, for going back. */
const remember = () => {
  const more = document.querySelector('ol.papers')?.getAttribute('data-more') ?? '0'
  history.replaceState({ more: Number(more), at: scrollY }, '')
}

/** @param {() => void} [then] */
const showMore = (then) => {
  const list = document.querySelector('ol.papers')
  const pages = document.querySelector('.pages:has([rel="next"])')
  const next = pages?.querySelector('a[rel="next"]')
  if (!(list instanceof HTMLElement) || !(next instanceof HTMLAnchorElement) || pages === null) return
  if (list.dataset.loading === next.href) return
  list.dataset.loading = next.href
  fetchPage(next.href, (page) => {
    // A new search may have replaced the list in the meantime.
    if (!list.isConnected) return
    list.append(...page.querySelectorAll('ol.papers > li'))
    list.dataset.more = String(Number(list.dataset.more ?? '0') + 1)
    const further = page.querySelector('a[rel="next"]')
    if (further instanceof HTMLAnchorElement) next.href = further.getAttribute('href') ?? ''
    else next.remove()
    remember()
    then?.()
    watchEnd()
  })
}

/** @type {IntersectionObserver | undefined} */
let watcher

const watchEnd = () => {
  watcher?.disconnect()
  const next = document.querySelector('.pages a[rel="next"]')
  const shown = Number(document.querySelector('ol.papers')?.getAttribute('data-more') ?? '0')
  if (next === null || shown >= MAX_PAGES) return
  watcher = new IntersectionObserver(
    (seen) => {
      if (seen.some(({ isIntersecting }) => isIntersecting)) showMore()
    },
    { rootMargin: `0px 0px ${AHEAD_PIXELS}px` },
  )
  watcher.observe(next)
}

/** After going back: loads the list page by page to where it was left. */
const goBack = () => {
  /** @type {{ more?: number, at?: number } | null} */
  const left = history.state
  const more = left?.more ?? 0
  if (more === 0) return watchEnd()
  history.scrollRestoration = 'manual'
  let loaded = 0
  const goOn = () => {
    loaded += 1
    if (loaded < more && document.querySelector('.pages a[rel="next"]') !== null) showMore(goOn)
    else {
      scrollTo({ top: left?.at ?? 0, behavior: 'instant' })
      history.scrollRestoration = 'auto'
    }
  }
  showMore(goOn)
}

/** @type {ReturnType<typeof setTimeout> | undefined} */
let pause
addEventListener('scroll', () => {
  clearTimeout(pause)
  pause = setTimeout(remember, PAUSE_MS)
})

/**
 * The address of a search that is still being typed: a single word becomes a prefix, a question stays as it is.
 * @param {HTMLFormElement} form
 * @param {string} typed
 */
const addressFor = (form, typed) => {
  const parameters = new URLSearchParams()
  const goesOn = /^(?:[\p{L}]+:|-)?[\p{L}\p{N}]{3,}$/u.test(typed)
  if (typed !== '') parameters.set('q', goesOn ? `${typed}*` : typed)
  for (const field of form.querySelectorAll('input[type="hidden"]'))
    if (field instanceof HTMLInputElement) parameters.set(field.name, field.value)
  return parameters.size === 0 ? '/' : `/?${parameters}`
}

/** @param {Document} page @param {string} address */
const showFound = (page, address) => {
  const [found, fresh] = [document.getElementById('found'), page.getElementById('found')]
  const [shownCount, newCount] = [document.getElementById('result-count'), page.getElementById('result-count')]
  if (found === null || fresh === null) return
  found.replaceWith(fresh)
  if (shownCount !== null) shownCount.textContent = newCount?.textContent ?? ''
  document.title = page.title
  history.replaceState(null, '', address)
  watchEnd()
}

/** @param {HTMLFormElement} form @param {HTMLInputElement} field */
const searchWhileTyping = (form, field) => {
  /** @type {XMLHttpRequest | undefined} */
  let running
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let waiting
  let last = field.value.trim()
  field.addEventListener('input', () => {
    const typed = field.value.trim()
    if (typed === last) return
    last = typed
    clearTimeout(waiting)
    running?.abort()
    const letters = typed.match(/[\p{L}\p{N}]/gu)?.length ?? 0
    if (typed !== '' && letters < LETTERS_NEEDED) return
    waiting = setTimeout(() => {
      running = fetchPage(addressFor(form, typed), showFound)
    }, PAUSE_MS)
  })
  // A pending search must not replace the page that is about to load.
  form.addEventListener('submit', () => {
    clearTimeout(waiting)
    running?.abort()
  })
}

goBack()
const field = document.getElementById('q')
const form = field?.closest('form')
if (field instanceof HTMLInputElement && form instanceof HTMLFormElement && document.getElementById('found') !== null)
  searchWhileTyping(form, field)
