// @ts-check
// Fields of a date and a time: in the zone of the browser, which is named beside them and sent along, with the time in UTC.

/** The offset from UTC at a local time, such as +01:00: summer and winter differ.
 * @param {Date} time */
const offsetAt = (time) => {
  const minutes = -time.getTimezoneOffset()
  const [hours, rest] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60]
  return `${minutes < 0 ? '-' : '+'}${String(hours).padStart(2, '0')}:${String(rest).padStart(2, '0')}`
}

/** @param {HTMLElement} field */
const watch = (field) => {
  const local = field.querySelector('input[type="datetime-local"]')
  const zone = field.querySelector('input[name="zone"]')
  const note = field.querySelector('.hint')
  if (!(local instanceof HTMLInputElement) || !(zone instanceof HTMLInputElement) || note === null) return
  const name = new Intl.DateTimeFormat().resolvedOptions().timeZone
  // A time that the server sent back belongs to the zone that it was sent with.
  const given = new Date(local.value + zone.value)
  if (zone.value === 'Z' && !Number.isNaN(given.getTime())) {
    const inZone = new Date(given.getTime() - given.getTimezoneOffset() * 60_000)
    local.value = inZone.toISOString().slice(0, 16)
  }
  const show = () => {
    const time = new Date(local.value)
    const isKnown = !Number.isNaN(time.getTime())
    const offset = offsetAt(isKnown ? time : new Date())
    zone.value = offset
    const inUtc = isKnown ? `, which is ${time.toISOString().slice(0, 16).replace('T', ' ')} UTC` : ''
    note.textContent = `In your time zone, ${name} (UTC${offset})${inUtc}.`
  }
  local.addEventListener('input', () => {
    const choice = field.closest('form')?.querySelector('input[type="radio"][value="at"]')
    if (choice instanceof HTMLInputElement && local.value !== '') choice.checked = true
    show()
  })
  show()
}

/** The fields of a page, or of what a page has put in. @param {Document | Element} within */
export const watchTimes = (within) => {
  for (const field of within.querySelectorAll('[data-time]')) if (field instanceof HTMLElement) watch(field)
}
watchTimes(document)
