import { randomUUID } from 'node:crypto'
import { weekLabel } from '#core/editorial/week.ts'
import type { EmailComposer } from '#ports/email-composer.ts'
import { briefHtml } from './brief-html.ts'
import { briefText } from './brief-text.ts'
import { feedbackId, type SubscriptionHeaders } from './subscription-headers.ts'

type Site = { houseName: string; publicUrl: () => string; listHeaders: SubscriptionHeaders }

/** Stands where a link of one subscriber goes; no text of a brief can hold what is drawn anew for each. */
const linkPlace = (): string => `https://link.invalid/${randomUUID()}`

/**
 * A published brief, as a page and as plain text. It is written once and gets the link of each subscriber. There is nothing in it
 * that tells whether it was read: no picture, and no link but those to where it says.
 */
export const briefEmail =
  ({ houseName, publicUrl, listHeaders }: Site): EmailComposer['brief'] =>
  async (content) => {
    const { brief } = content
    const places = { unsubscribe: linkPlace(), preferences: linkPlace() }
    const site = { houseName, publicUrl: publicUrl(), ...places }
    const text = await briefText(site, content)
    const html = briefHtml(site, content).toString()
    const feedback = feedbackId(brief.id, 'brief', site.publicUrl)
    return (subscriberId) => {
      const { unsubscribe, preferences, headers } = listHeaders(subscriberId)
      const withLinks = (written: string): string =>
        written.replaceAll(places.unsubscribe, unsubscribe).replaceAll(places.preferences, preferences)
      return {
        subject: `${brief.title} (${houseName}, ${weekLabel(brief.week)})`,
        replyTo: null,
        headers: { ...headers, 'Feedback-ID': feedback, Precedence: 'bulk' },
        text: withLinks(text),
        html: withLinks(html),
      }
    }
  }
