import { html, type Html } from '#html.ts'
import { layout } from '../../kit/layout.ts'

type Site = { houseName: string }

/** A question that a button answers: opening the page changes nothing, so mail scanners cannot act for the reader. */
const question = (
  { houseName }: Site,
  text: { title: string; sentence: string; button: string; action: string },
): Html =>
  layout({
    title: text.title,
    houseName,
    body: html`<h1>${text.title}</h1>
      <p>${text.sentence}</p>
      <form method="post" action="${text.action}"><button type="submit">${text.button}</button></form>`,
  })

export const confirmPage = (site: Site, action: string): Html =>
  question(site, {
    title: 'Confirm your subscription',
    sentence: `One click, and the weekly brief of ${site.houseName} comes to your mailbox.`,
    button: 'Confirm',
    action,
  })

export const unsubscribePage = (site: Site, action: string): Html =>
  question(site, {
    title: 'Unsubscribe',
    sentence: `One click, and no further brief of ${site.houseName} is sent to you.`,
    button: 'Unsubscribe',
    action,
  })
