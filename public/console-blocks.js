// @ts-check
// The blocks of a brief: moved by buttons, by Alt with an arrow key or by dragging, and added without loading the page. Without this
// script each button sends the form and the server answers with the blocks as they are then.

const list = document.getElementById('blocks')
const form = list?.closest('form') ?? null
const said = document.querySelector('[data-said]')

/** @param {string} text */
const say = (text) => {
  if (said !== null) said.textContent = text
}

const changed = () => form?.dispatchEvent(new Event('input', { bubbles: true }))

/** @param {EventTarget | null} target @returns {HTMLElement | null} */
const blockOf = (target) => {
  const block = target instanceof Element ? target.closest('#blocks > li') : null
  return block instanceof HTMLElement ? block : null
}

/** Its place among the blocks: the lead is the first and never moves.
 * @param {Element} block */
const placeOf = (block) => [...(list?.children ?? [])].indexOf(block)

/** @param {Element} block */
const sayPlace = (block) => say(`Now ${placeOf(block) + 1} of ${list?.children.length ?? 0}.`)

/** Moves the neighbour rather than the block itself, which would lose the focus.
 * @param {Element} block @param {'up' | 'down'} way */
const move = (block, way) => {
  const place = placeOf(block)
  const other = way === 'up' ? block.previousElementSibling : block.nextElementSibling
  if (place < 1 || other === null || (way === 'up' && place < 2)) return
  if (way === 'up') block.after(other)
  else block.before(other)
  sayPlace(block)
  changed()
}

/** Whether a paper that came in is in the brief; its button says so.
 * @param {string} id @param {boolean} isAdded */
const markArrival = (id, isAdded) => {
  const button = document.querySelector(`[data-arrival="${id}"] button`)
  if (!(button instanceof HTMLButtonElement)) return
  button.disabled = isAdded
  button.textContent = isAdded ? 'Added' : 'Add'
  button.ariaLabel = isAdded ? `Added ${id}` : `Add ${id}`
}

/** @param {HTMLElement} block */
const remove = (block) => {
  const { paper } = block.dataset
  const next = block.nextElementSibling ?? block.previousElementSibling
  block.remove()
  if (paper !== undefined) markArrival(paper, false)
  say(`${paper ?? 'The text'} is removed.`)
  next?.querySelector('textarea')?.focus()
  changed()
}

/** Puts the new block of an answer where it has it.
 * @param {Document} answer */
const take = (answer) => {
  const fresh = [...(answer.getElementById('blocks')?.children ?? [])]
  const at = fresh.findIndex(({ id }) => document.getElementById(id) === null)
  const found = fresh[at]
  if (found === undefined) return
  const block = document.importNode(found, true)
  const before = document.getElementById(fresh[at - 1]?.id ?? '')
  if (before === null) list?.append(block)
  else before.after(block)
  prepare(block)
  const text = block.querySelector('textarea')
  text?.focus()
  text?.setSelectionRange(text.value.length, text.value.length)
  block.scrollIntoView({ block: 'nearest' })
  const paper = block instanceof HTMLElement ? block.dataset.paper : undefined
  if (paper !== undefined) markArrival(paper, true)
  say(`${paper ?? 'A text'} is added.`)
  changed()
}

/** The page that answers a form, parsed without running its scripts; null if it did not come.
 * @param {string} address @param {URLSearchParams} body @returns {Promise<Document | null>} */
const send = (address, body) =>
  new Promise((resolve) => {
    const request = new XMLHttpRequest()
    request.open('POST', address)
    request.responseType = 'document'
    request.setRequestHeader('Content-Type', 'application/x-www-form-urlencoded')
    request.addEventListener('load', () => resolve(request.status === 200 ? request.responseXML : null))
    request.addEventListener('error', () => resolve(null))
    request.send(body)
  })

/** Asks the server for the block, since it knows the paper.
 * @param {HTMLFormElement} sent @param {HTMLButtonElement} button */
const add = async (sent, button) => {
  button.disabled = true
  const body = new URLSearchParams()
  for (const [name, value] of new FormData(sent)) if (typeof value === 'string') body.append(name, value)
  body.append(button.name, button.value)
  const answer = await send(button.formAction, body)
  button.disabled = false
  if (answer === null) say('The server did not answer; press the button again.')
  else take(answer)
}

/** @param {HTMLElement} grip @param {Element} block */
const letDrag = (grip, block) => {
  grip.addEventListener('dragstart', (event) => {
    event.dataTransfer?.setData('text/plain', block.id)
    event.dataTransfer?.setDragImage(block, 0, 0)
    block.classList.add('moving')
  })
  grip.addEventListener('dragend', () => {
    block.classList.remove('moving')
    sayPlace(block)
    changed()
  })
}

/** Gives a block its handle.
 * @param {Element} block */
const prepare = (block) => {
  if (block.querySelector('.block-acts') === null) return
  const grip = document.createElement('span')
  grip.className = 'grip'
  grip.draggable = true
  grip.ariaHidden = 'true'
  grip.title = 'Drag to move'
  grip.textContent = '⠿'
  block.prepend(grip)
  letDrag(grip, block)
}

/** Moves the dragged block next to the one below the pointer.
 * @param {DragEvent} event */
const dragOver = (event) => {
  const moving = list?.querySelector('.moving') ?? null
  const under = blockOf(event.target)
  if (moving === null || under === null) return
  event.preventDefault()
  if (under === moving) return
  const { top, height } = under.getBoundingClientRect()
  if (event.clientY > top + height / 2) under.after(moving)
  else if (placeOf(under) > 0) under.before(moving)
}

/** @param {HTMLFormElement} watched @param {Event} event */
const press = (watched, event) => {
  const button = event.target instanceof Element ? event.target.closest('button[name="act"]') : null
  if (!(button instanceof HTMLButtonElement) || button.form !== watched) return
  event.preventDefault()
  const [act] = button.value.split(':')
  const block = blockOf(button)
  if (act === 'add' || act === 'text') void add(watched, button)
  else if (block === null) return
  else if (act === 'remove') remove(block)
  else if (act === 'up' || act === 'down') move(block, act)
}

/** Enter in the field that finds papers adds the first one found.
 * @param {KeyboardEvent} event */
const pressKey = (event) => {
  const { target, key, altKey } = event
  const block = blockOf(target)
  if (altKey && block !== null && (key === 'ArrowUp' || key === 'ArrowDown')) {
    event.preventDefault()
    move(block, key === 'ArrowUp' ? 'up' : 'down')
  }
  if (key === 'Enter' && target instanceof HTMLInputElement && target.name === 'find') {
    event.preventDefault()
    const first = document.querySelector('#found button')
    if (first instanceof HTMLButtonElement) first.click()
  }
}

if (list !== null && form !== null) {
  for (const block of list.children) prepare(block)
  document.addEventListener('click', (event) => press(form, event))
  form.addEventListener('keydown', pressKey)
  list.addEventListener('dragover', dragOver)
  list.addEventListener('drop', (event) => event.preventDefault())
}
