// @ts-check
// Single keys for the assessment form of a paper. Fields that contain a suggestion are marked until they are changed;
// without this script they are ordinary form fields.

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

/** A changed field is no longer a suggestion. @param {Element} control */
const settle = (control) => {
  const field = control.closest('.suggested')
  field?.classList.remove('suggested')
  field?.querySelector('.hint > strong')?.replaceChildren('Suggestion')
}

/** @param {HTMLSelectElement | null} select @param {string} value */
const choose = (select, value) => {
  if (select === null) return
  select.value = value
  settle(select)
}

/** @param {HTMLSelectElement | null} select */
const chooseNext = (select) => {
  if (select === null) return
  choose(select, select.options[(select.selectedIndex + 1) % select.options.length]?.value ?? '')
}

/** @param {HTMLInputElement} input @param {1 | -1} by */
const stepScore = (input, by) => {
  const score = Number(input.value) + by * SCORE_STEP
  input.value = Math.min(1, Math.max(0, score)).toFixed(2)
  settle(input)
}

const clearSuggestions = () => {
  for (const marked of bench()?.querySelectorAll('.suggested') ?? []) {
    for (const control of marked.querySelectorAll('select, input')) {
      if (control instanceof HTMLInputElement && control.type === 'checkbox') control.checked = false
      else if (control instanceof HTMLInputElement || control instanceof HTMLSelectElement) control.value = ''
    }
    marked.classList.remove('suggested')
    marked.querySelector('.hint > strong')?.replaceChildren('Suggestion')
  }
}

/** @returns {HTMLElement[]} */
const concepts = () =>
  [...(bench()?.querySelectorAll('[type="checkbox"][name="concepts"]') ?? [])].filter(
    (one) => one instanceof HTMLElement,
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
  else if (key === 'x') clearSuggestions()
  else return /^[lenfm]$/u.test(key) && focusField(key)
  return true
}

/** Enter leaves an input instead of submitting the form; arrow keys change a score. @param {KeyboardEvent} event */
const pressInField = (event) => {
  const { key, target } = event
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
  if (target instanceof Element && target.closest('form[data-decide]') !== null) settle(target)
})
