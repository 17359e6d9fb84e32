import type { Page } from 'playwright-core'
import type { ConsoleCorpus } from './console-corpus.ts'
import { wordAt } from '../generate-papers.ts'

/** What an editor does on one page of the console, step by step. */
export type Task = {
  name: string
  path: string
  steps: readonly Step[]
}

export type Step = { name: string; act: (page: Page) => Promise<unknown> }

/** Between two letters of a quick typist. */
const LETTER_MS = 80
/** Long enough for the preview to be asked for, so that it comes while the next letter is typed. */
const PAUSE_MS = 420
const RECORDS = 50

const press =
  (...keys: string[]) =>
  async (page: Page): Promise<void> => {
    for (const key of keys) await page.keyboard.press(key, { delay: 20 })
  }

const type =
  (text: string) =>
  (page: Page): Promise<void> =>
    page.keyboard.type(text, { delay: LETTER_MS })

/** An act that leads to another page. */
const leaving =
  (act: Step['act']): Step['act'] =>
  (page) =>
    Promise.all([page.waitForEvent('load'), act(page)])

const click =
  (selector: string): Step['act'] =>
  (page) =>
    page.locator(selector).first().click()

const shown = (page: Page, selector: string): Promise<void> => page.locator(selector).first().waitFor()

/** An act that shows another page without loading it. */
const elsewhere =
  (act: Step['act']): Step['act'] =>
  async (page) => {
    const before = page.url()
    await act(page)
    await page.waitForURL((url) => url.href !== before)
  }

/** An act and what it shows once the server has answered. */
const until =
  (act: Step['act'], selector: string): Step['act'] =>
  async (page) => {
    await act(page)
    await shown(page, selector)
  }

const bibtex = Array.from(
  { length: RECORDS },
  (_, at) =>
    `@article{k${at}, title={Pasted ${wordAt(at)} ${wordAt(at + 50)} report}, author={One, Ada}, year={2024}, doi={10.1000/bench.${at}}, abstract={${wordAt(at)}.}}`,
).join('\n')

/** Copies text and pastes it as a person does. */
const paste =
  (text: string): Step['act'] =>
  async (page) => {
    await page.evaluate(`navigator.clipboard.writeText(${JSON.stringify(text)})`)
    await page.keyboard.press('Control+v')
  }

/** In a text area: the beginning of a line in its middle. */
const intoMiddleOf =
  (selector: string): Step['act'] =>
  async (page) => {
    await page.locator(selector).focus()
    await page.evaluate(`{
      const area = document.querySelector(${JSON.stringify(selector)})
      const middle = area.value.indexOf('\\n\\n', area.value.length / 2)
      area.setSelectionRange(middle, middle)
    }`)
  }

const listOfPapers: Task = {
  name: 'list of papers',
  path: '/console/papers',
  steps: [
    { name: 'select a row', act: click('tr[data-row] input') },
    {
      name: 'select 100 rows',
      act: (page) =>
        page
          .locator('tr[data-row] input')
          .last()
          .click({ modifiers: ['Shift'] }),
    },
    { name: 'select none', act: press('*') },
    { name: 'move by keys', act: press('j', 'j', 'j', 'k') },
    { name: 'select by keys', act: press('x', 'Shift+ArrowDown', 'Shift+ArrowDown', 'Shift+ArrowUp') },
    { name: 'open the columns', act: click('.list-columns summary') },
    { name: 'show the keys', act: press('?') },
    { name: 'close them', act: press('Escape') },
    { name: 'type into the search', act: async (page) => (await press('/')(page), await type('rame')(page)) },
    { name: 'sort', act: leaving(click('th a')) },
  ],
}

const palette: Task = {
  name: 'palette',
  path: '/console/papers',
  steps: [
    { name: 'open', act: until(press('Control+k'), 'dialog [role="option"]') },
    {
      name: 'type ten letters',
      act: until(type(`${wordAt(40)} ${wordAt(90)}`.slice(0, 10)), 'dialog [role="option"]'),
    },
    { name: 'move', act: press('ArrowDown', 'ArrowDown', 'ArrowUp') },
    { name: 'choose', act: leaving(press('Enter')) },
  ],
}

const queue: Task = {
  name: 'queue',
  path: '/console/queue',
  steps: [
    { name: 'move', act: press('j', 'j', 'k') },
    { name: 'open', act: until(press('Enter'), 'form[data-decide]') },
    { name: 'next', act: elsewhere(press('j')) },
    { name: 'previous', act: elsewhere(press('k')) },
    { name: 'decide', act: elsewhere(press('a')) },
    { name: 'undo', act: elsewhere(press('u')) },
  ],
}

const brief = ({ brief: id }: ConsoleCorpus): Task => ({
  name: 'brief of 50 papers',
  path: `/console/briefs/${id}`,
  steps: [
    {
      name: 'type a line',
      act: async (page) => {
        await page.locator('#blocks textarea').nth(25).focus()
        await type('what agents owe')(page)
      },
    },
    { name: 'move a block', act: press('Alt+ArrowUp', 'Alt+ArrowUp', 'Alt+ArrowDown') },
    {
      name: 'add a paper',
      act: async (page) => {
        const blocks = page.locator('#blocks > li')
        const before = await blocks.count()
        await page.locator('[data-arrival] button:enabled').first().click()
        await blocks.nth(before).waitFor()
      },
    },
    { name: 'type on', act: type('and more') },
    {
      name: 'remove a block',
      act: (page) => page.locator('#blocks > li').nth(30).locator('button[value^="remove"]').click(),
    },
    { name: 'save', act: leaving((page) => page.getByRole('button', { name: 'Save', exact: true }).click()) },
  ],
})

const editForm = ({ longPaper }: ConsoleCorpus): Task => ({
  name: 'form with 20,000 letters',
  path: `/console/papers/${longPaper}/edit`,
  steps: [
    {
      name: 'type into the commentary',
      act: async (page) => {
        await intoMiddleOf('#houseCommentary')(page)
        await type(' and it says what agents owe')(page)
      },
    },
    { name: 'find a paper', act: until(type(` @${wordAt(12)}`), '[role="listbox"] [role="option"]') },
    { name: 'choose it', act: press('ArrowDown', 'Enter') },
    { name: 'type on', act: type(' for a year') },
    { name: 'type with pauses', act: (page) => page.keyboard.type(' as it was', { delay: PAUSE_MS }) },
    { name: 'save', act: leaving((page) => page.getByRole('button', { name: 'Save', exact: true }).click()) },
  ],
})

const add: Task = {
  name: 'adding 50 records',
  path: '/console/add',
  steps: [
    { name: 'paste', act: leaving(async (page) => (await page.locator('#text').focus(), await paste(bibtex)(page))) },
    { name: 'leave one out', act: click('.add-row legend input') },
    {
      name: 'type a title',
      act: async (page) => (
        await page.locator('.add-row input[type="text"], .add-row textarea').nth(40).focus(),
        await type('more ')(page)
      ),
    },
    { name: 'into review', act: leaving(click('button[value="review"]')) },
  ],
}

const workbench = ({ concept }: ConsoleCorpus): Task => ({
  name: 'concept workbench',
  path: `/console/concepts/${concept}/untagged`,
  steps: [
    { name: 'move', act: press('Tab', 'Tab') },
    {
      name: 'tag by a key',
      act: leaving(
        async (page) => (await page.locator('.untagged button').first().focus(), await press('Enter')(page)),
      ),
    },
    { name: 'tag the next', act: leaving(press('Enter')) },
  ],
})

const today: Task = {
  name: 'Today',
  path: '/console',
  steps: [
    { name: 'move', act: press('Tab', 'Tab', 'Tab') },
    { name: 'open a group', act: click('.console-header summary') },
    { name: 'close it', act: press('Escape') },
    { name: 'show the keys', act: press('?') },
    { name: 'close them', act: press('Escape') },
  ],
}

export const tasks = (corpus: ConsoleCorpus): Task[] => [
  today,
  listOfPapers,
  palette,
  queue,
  brief(corpus),
  editForm(corpus),
  add,
  workbench(corpus),
]
