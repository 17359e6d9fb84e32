// @ts-check
// Adding papers: what is pasted into the empty field, or dropped anywhere on the page, is looked at without pressing a button.

const form = document.querySelector('form.add')
const text = document.querySelector('#text')
const files = document.querySelector('#file')
const state = document.querySelector('[data-state]')

const look = () => {
  const button = form?.querySelector('[name="act"][value="look"]')
  if (!(form instanceof HTMLFormElement) || !(button instanceof HTMLElement)) return
  form.requestSubmit(button)
}

text?.addEventListener('paste', () => {
  // What is pasted into other words is completed by hand.
  if (text instanceof HTMLTextAreaElement && text.value.trim() === '') setTimeout(look)
})
files?.addEventListener('change', look)

form?.addEventListener('submit', (event) => {
  const { submitter } = event instanceof SubmitEvent ? event : { submitter: null }
  const isLook = !(submitter instanceof HTMLButtonElement) || submitter.value === 'look'
  if (state !== null) state.textContent = isLook ? 'Reading…' : 'Storing…'
})
// A page that the browser kept is shown again as it was left.
addEventListener('pageshow', () => {
  if (state !== null) state.textContent = ''
})

const countChosen = () => {
  const shown = document.querySelector('[data-chosen]')
  const boxes = [...document.querySelectorAll('.add-row legend input')]
  const chosen = boxes.filter((box) => box instanceof HTMLInputElement && box.checked).length
  if (shown !== null)
    shown.textContent = `${chosen} of ${boxes.length} ${boxes.length === 1 ? 'record' : 'records'} chosen`
}
form?.addEventListener('change', countChosen)

addEventListener('dragover', (event) => {
  if (!event.dataTransfer?.types.includes('Files')) return
  event.preventDefault()
  form?.classList.add('over')
})
addEventListener('dragleave', () => form?.classList.remove('over'))
addEventListener('drop', (event) => {
  const dropped = event.dataTransfer
  if (dropped === null || dropped.files.length === 0 || !(files instanceof HTMLInputElement)) return
  event.preventDefault()
  form?.classList.remove('over')
  files.files = dropped.files
  look()
})
