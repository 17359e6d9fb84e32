// @ts-check
// Single keys for the assessment form of a paper, and suggestions that are taken without a request. A suggestion is a button
// next to its field (`data-chip` is its value); without this script the server fills the field.

const SCORE_STEP = 0.05

/** @param {EventTarget | null} target */
const isTextField = (target) =>
  target instanceof HTMLElement &&
  ['INPUT', 'TEXTAREA', 'SELECT'].includes(target.tagName) &&
  !target.matches('[type="checkbox"]')

/** @returns {HTMLFormElement | null} */
const bench = () => document.querySelector('main form[data-decide]')

/** @param {string} name @returns {HTMLSelectElement | null} */
const selectOf = (name) => bench()?.querySelector(`select[name="${name}"]`) ?? null

/** @typedef {HTMLInputElement | HTMLSelectElement} Control */

/** @param {Element | null} element @returns {Control | null} */
const asControl = (element) =>
  element instanceof HTMLInputElement || element instanceof HTMLSelectElement ? element : null

/** The suggestions of a field. @param {Element | null} field @returns {HTMLButtonElement[]} */
const chipsIn = (field) =>
  [...(field?.querySelectorAll('[data-chip]') ?? [])].filter((chip) => chip instanceof HTMLButtonElement)

/** The field that a suggestion fills. @param {Element} chip */
const controlOf = (chip) => asControl(chip.closest('.field')?.querySelector('select, input') ?? null)

/** A field of a list may take several suggestions. @param {Control} control @returns {string[]} */
const valuesOf = (control) =>
  (control.matches('[data-list]') ? control.value.split(';') : [control.value])
    .map((value) => value.trim())
    .filter((value) => value !== '')

/** @param {Element} chip */
const valueOf = (chip) => chip.getAttribute('data-chip') ?? ''

/** Shows which suggestions are in their fields. */
const showTaken = () => {
  for (const chip of chipsIn(bench())) {
    const control = controlOf(chip)
    chip.setAttribute('aria-pressed', String(control !== null && valuesOf(control).includes(valueOf(chip))))
  }
}

/** Lets drafts and previews know. @param {Element} control */
const tell = (control) => control.dispatchEvent(new Event('input', { bubbles: true }))

/** @param {string} sentence */
const say = (sentence) => bench()?.querySelector('[data-taken]')?.replaceChildren(sentence)

/** Fills the field of a suggestion with it, or takes it out again. @param {HTMLButtonElement} chip @param {boolean} isWanted */
const setChip = (chip, isWanted) => {
  const control = controlOf(chip)
  if (control === null) return
  const others = control.matches('[data-list]') ? valuesOf(control).filter((value) => value !== valueOf(chip)) : []
  control.value = [...others, ...(isWanted ? [valueOf(chip)] : [])].join('; ')
  tell(control)
}

/** Whether a field is empty and has suggestions that were not dismissed. @param {Element} field */
const isOpen = (field) => {
  const [chip] = chipsIn(field)
  if (chip === undefined || field.hasAttribute('data-dismissed')) return false
  const control = controlOf(chip)
  return control !== null && valuesOf(control).length === 0
}

const openFields = () => [...(bench()?.querySelectorAll('.field') ?? [])].filter(isOpen)

/** Goes to the first of these fields. @param {Element[]} fields */
const goTo = ([field]) => {
  const control = asControl(field?.querySelector('select, input') ?? null)
  control?.focus()
  control?.scrollIntoView({ block: 'nearest' })
}

/** Takes the first suggestion of a field, and goes to the next field that has some. @param {Element} field */
const takeFirst = (field) => {
  const [chip] = chipsIn(field)
  if (chip === undefined) return
  setChip(chip, true)
  say(`${field.querySelector('label')?.firstChild?.textContent?.trim() ?? ''}: ${valueOf(chip)} taken.`)
  goTo(openFields().filter((other) => (field.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0))
}

/** Takes the first suggestion of each open field, all of a list, and the likely concepts if none is ticked. */
const takeAll = () => {
  for (const field of openFields()) {
    const chips = chipsIn(field)
    const isList = field.querySelector('[data-list]') !== null
    for (const chip of isList ? chips : chips.slice(0, 1)) setChip(chip, true)
  }
  const boxes = concepts()
  if (!boxes.some((box) => box.checked))
    for (const box of boxes)
      if (box.matches('[data-likely]')) {
        box.checked = true
        tell(box)
        box.setAttribute('data-took', '')
      }
  say('All suggestions taken.')
}

/** Empties what is filled with a suggestion. */
const clearTaken = () => {
  for (const chip of chipsIn(bench())) if (chip.getAttribute('aria-pressed') === 'true') setChip(chip, false)
  for (const box of concepts())
    if (box.matches('[data-took]')) {
      box.checked = false
      tell(box)
    }
  say('')
}

/** @param {HTMLSelectElement | null} select @param {string} value */
const choose = (select, value) => {
  if (select === null) return
  select.value = value
  tell(select)
}

/** @param {HTMLSelectElement | null} select */
const chooseNext = (select) => {
  if (select === null) return
  choose(select, select.options[(select.selectedIndex + 1) % select.options.length]?.value ?? '')
}

/** An empty score starts at its suggestion. @param {HTMLInputElement} input @param {1 | -1} by */
const stepScore = (input, by) => {
  const [chip] = chipsIn(input.closest('.field'))
  const start = input.value.trim() === '' && chip !== undefined ? valueOf(chip) : input.value
  const score = Number(start) + by * SCORE_STEP
  input.value = Math.min(1, Math.max(0, score)).toFixed(2)
  tell(input)
}

/** @returns {HTMLInputElement[]} */
const concepts = () =>
  [...(bench()?.querySelectorAll('[type="checkbox"][name="concepts"]') ?? [])].filter(
    (one) => one instanceof HTMLInputElement,
  )

/** Moves the focus from one concept to the next, or to the first if none has it. @param {1 | -1} by */
const stepConcept = (by) => {
  const all = concepts()
  const at = all.findIndex((one) => one === document.activeElement)
  const next = all[at === -1 ? 0 : (at + by + all.length) % all.length]
  next?.focus()
  next?.scrollIntoView({ block: 'nearest' })
}

/** @param {string} key */
const focusField = (key) => {
  const field = bench()?.querySelector(`[data-focus="${key}"]`)
  if (!(field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement)) return false
  field.focus()
  if (field instanceof HTMLInputElement) field.select()
  field.scrollIntoView({ block: 'nearest' })
  return true
}

/** @param {string} key */
const press = (key) => {
  if (/^[0-7]$/u.test(key)) choose(selectOf('chapter'), key === '0' ? '' : key)
  else if (key === 't') chooseNext(selectOf('type'))
  else if (key === 'c') stepConcept(1)
  else if (key === 's') goTo(openFields())
  else if (key === 'x') clearTaken()
  else return /^[lenfm]$/u.test(key) && focusField(key)
  return true
}

/**
 * In an open field Tab takes its first suggestion, Shift+Tab all suggestions, and Escape none. In any other field they do what
 * they do everywhere, so each key leads on. @param {KeyboardEvent} event
 */
const pressInOpenField = ({ key, shiftKey, target }) => {
  const control = target instanceof Element ? asControl(target) : null
  const field = control?.closest('form[data-decide] .field') ?? null
  if (field === null || !isOpen(field) || (key !== 'Tab' && key !== 'Escape')) return false
  if (key === 'Escape') field.setAttribute('data-dismissed', '')
  else if (shiftKey) takeAll()
  else takeFirst(field)
  return true
}

/** Enter leaves an input instead of submitting the form; arrow keys change a score. @param {KeyboardEvent} event */
const pressInField = (event) => {
  const { key, target } = event
  if (pressInOpenField(event)) event.preventDefault()
  if (!(target instanceof HTMLInputElement)) return
  if (key === 'Enter') target.blur()
  else if (target.matches('[data-score]') && key === 'ArrowUp') stepScore(target, 1)
  else if (target.matches('[data-score]') && key === 'ArrowDown') stepScore(target, -1)
  else return
  event.preventDefault()
}

addEventListener('keydown', (event) => {
  const { key, target } = event
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || bench() === null) return
  // While the list of reply templates is open, digits choose from it.
  if (/^\d$/u.test(key) && document.querySelector('main [data-ready]:not([hidden])') !== null) return
  if (isTextField(target)) pressInField(event)
  else if (target instanceof HTMLElement && target.matches('[type="checkbox"]') && /^Arrow(Up|Down)$/u.test(key)) {
    stepConcept(key === 'ArrowDown' ? 1 : -1)
    event.preventDefault()
  } else if (press(key)) event.preventDefault()
})

addEventListener('input', ({ target }) => {
  if (!(target instanceof Element) || target.closest('form[data-decide]') === null) return
  target.removeAttribute('data-took')
  showTaken()
})

addEventListener('click', (event) => {
  const button = event.target instanceof Element ? event.target.closest('form[data-decide] button[name="take"]') : null
  if (!(button instanceof HTMLButtonElement)) return
  event.preventDefault()
  if (button.matches('[data-take-all]')) takeAll()
  else if (button.matches('[data-chip]')) setChip(button, button.getAttribute('aria-pressed') !== 'true')
})
