// @ts-check
// Lists that load further pages below themselves, and a search that updates while typing. Without this file, links and the
// button of the form do the same.

/** Shorter prefixes match too many papers to be useful. */
const LETTERS_NEEDED = 3
const PAUSE_MS = 120

/**
 * Fetches a page of this site as a document. XMLHttpRequest parses it, so no script in it runs and no markup is handled here.
 * @param {string} address
 * @param {(page: Document, address: string) => void} use
 * @param {() => void} [fail]
 */
const fetchPage = (address, use, fail) => {
  const request = new XMLHttpRequest()
  request.open('GET', address)
  request.responseType = 'document'
  request.addEventListener('load', () => {
    const page = request.responseXML
    if (request.status === 200 && page !== null) use(page, address)
    else fail?.()
  })
  if (fail !== undefined) request.addEventListener('error', fail)
  request.send()
  return request
}

/** Stores the number of loaded pages and the scroll position, for going back. */
const remember = () => {
  const more = document.querySelector('ol.papers')?.getAttribute('data-more') ?? '0'
  history.replaceState({ more: Number(more), at: scrollY }, '')
}

const nextLink = () => {
  const next = document.querySelector('.pages a[rel="next"]')
  return next instanceof HTMLAnchorElement ? next : null
}

/**
 * Appends the next page to the list.
 * @param {(first: Element | null) => void} then gets the first entry of the page
 */
const showMore = (then) => {
  const list = document.querySelector('ol.papers')
  const next = nextLink()
  if (!(list instanceof HTMLElement) || next === null || list.dataset.loading === next.href) return
  list.dataset.loading = next.href
  const showNext = (/** @type {Document} */ page) => {
    // A new search may have replaced the list in the meantime.
    if (!list.isConnected) return
    const entries = page.querySelectorAll('ol.papers > li')
    list.append(...entries)
    list.dataset.more = String(Number(list.dataset.more ?? '0') + 1)
    const further = page.querySelector('a[rel="next"]')
    if (further instanceof HTMLAnchorElement) next.href = further.getAttribute('href') ?? ''
    else next.remove()
    offerMore()
    remember()
    then(entries[0] ?? null)
  }
  // Where the page cannot be loaded, the link says why.
  fetchPage(next.href, showNext, () => location.assign(next.href))
}

/** Offers the next page by a button instead of a link to it. */
const offerMore = () => {
  const next = nextLink()
  const known = document.querySelector('.pages .more')
  if (next === null) known?.remove()
  if (next === null || known !== null) return
  next.hidden = true
  const button = document.createElement('button')
  button.type = 'button'
  button.className = 'more'
  button.textContent = 'Load more'
  button.addEventListener('click', () =>
    showMore((first) => {
      const title = first?.querySelector('a[data-entry]')
      if (title instanceof HTMLElement) title.focus({ preventScroll: true })
    }),
  )
  next.after(button)
}

/** After going back: loads the list page by page to where it was left. */
const goBack = () => {
  /** @type {{ more?: number, at?: number } | null} */
  const left = history.state
  const more = left?.more ?? 0
  offerMore()
  if (more === 0) return
  history.scrollRestoration = 'manual'
  let loaded = 0
  const goOn = () => {
    loaded += 1
    if (loaded < more && nextLink() !== null) showMore(goOn)
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
    if (field instanceof HTMLInputElement) parameters.append(field.name, field.value)
  return parameters.size === 0 ? '/papers' : `/papers?${parameters}`
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
  offerMore()
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
