// @ts-check
// Shows what became public since the reader's last visit. The days of this visit and of the one before are kept in this browser and
// sent nowhere. Runs while the page is read, before anything of it is drawn, so that nothing moves. Without this file, and on a
// first visit, nothing is shown.

/** `12 November`, with the year if it is another one. @param {string} day */
const dayInWords = (day) =>
  new Date(day).toLocaleDateString('en-GB', {
    day: 'numeric',
    month: 'long',
    timeZone: 'UTC',
    ...(day.slice(0, 4) === String(new Date().getUTCFullYear()) ? {} : { year: 'numeric' }),
  })

{
  const VISITS = 'visits'
  const DAY = /^\d{4}-\d\d-\d\d$/u

  /** @typedef {{ last: string, before: string | null }} Visits days in UTC, as the library counts them */

  /** @returns {Visits | null} */
  const stored = () => {
    const { last, before } = JSON.parse(localStorage.getItem(VISITS) ?? '{}')
    return DAY.test(last) ? { last, before: DAY.test(before) ? before : null } : null
  }

  /** The day of the last visit on an earlier day; null on a first visit, and without storage. @returns {string | null} */
  const noteVisit = () => {
    try {
      const today = new Date().toISOString().slice(0, 10)
      const known = stored()
      const visits = known === null || known.last < today ? { last: today, before: known?.last ?? null } : known
      localStorage.setItem(VISITS, JSON.stringify(visits))
      return visits.before
    } catch {
      return null
    }
  }

  /** @param {HTMLElement} line @param {string} since */
  const fillLine = (line, since) => {
    const days = (line.dataset.days ?? '').split(' ').map((text) => text.split(':'))
    const counted = days.filter(([day = '']) => day >= since)
    const papers = counted.reduce((sum, [, count]) => sum + Number(count), 0)
    if (papers === 0) return
    const isLeast = line.dataset.areAll === undefined && counted.length === days.length
    const link = document.createElement('a')
    link.href = `/papers?addedSince=${since}&sort=added`
    link.textContent = `${isLeast ? 'More than ' : ''}${papers} ${papers === 1 ? 'paper' : 'papers'} new`
    const forget = document.createElement('button')
    forget.type = 'button'
    forget.className = 'plain'
    forget.textContent = 'Forget my visits'
    forget.addEventListener('click', () => {
      localStorage.removeItem(VISITS)
      line.textContent = 'Forgotten. Your next visit is a first one.'
    })
    line.replaceChildren(link, ` since your last visit on ${dayInWords(since)} · `, forget)
    line.hidden = false
  }

  const since = noteVisit()

  /** @param {Element} element @param {string} day */
  const showIn = (element, day) => {
    const isOne = element.matches('[data-added], #new-here')
    for (const mark of isOne ? [element] : element.querySelectorAll('[data-added], #new-here'))
      if (mark instanceof HTMLElement) {
        if (mark.dataset.added === undefined) fillLine(mark, day)
        else mark.hidden = mark.dataset.added < day
      }
  }

  if (since !== null)
    new MutationObserver((records) => {
      for (const { addedNodes } of records)
        for (const node of addedNodes) if (node instanceof Element) showIn(node, since)
    }).observe(document, { childList: true, subtree: true })
}
