import { hasMap, isOn, type LibraryWords, partName } from '#core/papers/library-words.ts'
import type { ScoreSetting, Settings } from '#core/settings.ts'
import type { MarkupOf } from '#queries/rendered-texts.ts'
import { html, type Html, markdown, type Renderable } from '#html.ts'
import { feedAddresses } from '#http/reader/feeds/feeds.ts'
import { assetUrl, layout, messagePage } from '#http/pages/layout.ts'
import type { Failure } from '#core/failure.ts'
import { CONFIRM_WITHIN_HOURS } from '#core/mail/subscriber.ts'
import type { LiveSite } from '#ports/site.ts'

/** A score: what it means, and what each fifth of its scale says. */
const scoreMeaning = ({ name, meaning, words }: ScoreSetting): Html =>
  html`<dt><strong><bdi>${name}</bdi></strong></dt><dd><bdi>${meaning}</bdi>
<ul>${words.map((word, index) => html`<li>${(index / 5).toFixed(1)} to ${((index + 1) / 5).toFixed(1)}: <bdi>${word}</bdi></li>`)}</ul></dd>`

const scoresSection = (words: LibraryWords): Html | false =>
  words.scores.length > 0 &&
  html`<h2>What the scores mean</h2>
<dl class="prose">${words.scores.map(scoreMeaning)}</dl>
<p>${words.scores.length === 1 ? 'It is a judgement' : 'Both are judgements'} of the editors about relevance, not ${words.scores.length === 1 ? 'a grade' : 'grades'} of quality. Lists begin with the highest <bdi>${words.scores[0]?.name}</bdi>.${hasMap(words) && html` The <a href="/map">map</a> places every paper by both scores.`}</p>`

const article = (noun = ''): string => (/^[aeiou]/iu.test(noun) ? 'An' : 'A')

/** The parts beside the papers, as far as the library has them. */
const partsSection = (words: LibraryWords): Html | false => {
  const [concept, gap, brief] = (['concepts', 'gaps', 'briefs'] as const).map((part) => partName(part, words).one)
  const sentences = [
    isOn('concepts', words) &&
      html`${article(concept)} <a href="/concepts">${concept}</a> with eight papers or more is emerging, growing or stable by a rule that counts papers and years; its page shows the counts. `,
    isOn('gaps', words) &&
      html`${article(gap)} <a href="/gaps">${gap}</a> is a question that the editors find unanswered, with the papers that come closest to an answer. `,
    isOn('briefs', words) &&
      html`The <a href="/briefs">weekly ${brief}</a> sums up the papers that came in, and never changes once it is published.`,
  ].filter((sentence) => sentence !== false)
  return (
    sentences.length > 0 &&
    html`<h2>Beside the papers</h2>
<p>${sentences}</p>`
  )
}

/** What the editors say of the library; by default its tagline. */
const aboutText = ({ about, tagline }: Settings, markupOf: MarkupOf): Html =>
  about === ''
    ? html`<p class="lead"><bdi>${tagline}</bdi></p>`
    : html`<div class="prose" dir="auto">${markdown(markupOf(about))}</div>`

/** What the library is, how it is made, and how to take part. */
export const aboutPage = (site: LiveSite, markupOf: MarkupOf): Html =>
  layout({
    title: 'About',
    site,
    activePath: '/about',
    description: `What the library of ${site.current().name} is, and how papers come into it.`,
    body: html`<h1>About this library</h1>
${aboutText(site.current(), markupOf)}
<h2>How papers come in</h2>
<p>Researchers and programs submit papers; nothing is public until an editor has looked at it and accepted it. Editors place it, judge it, and say in a commentary why it matters. A paper that turns out to be wrong is retracted, and its page then says when and why.</p>
${scoresSection(site.current())}
${partsSection(site.current())}
<h2>What judgements rest on</h2>
<p>Without the full text of a paper, what the editors say of it may rest on the abstract alone; the page says what they had. An <strong>abstract</strong> and a <strong>full text</strong> are by the authors. A <strong>summary</strong> is by the editors and stands in the place of the abstract, a <strong>note</strong> is by the editors in the place of the full text. Whoever read abstracts alone did not see what only a full text contains.</p>
<h2>For programs</h2>
<p>Programs can read everything here without a key: see the <a href="/docs">reference</a>. What a text cites and quotes can be <a href="/check">checked</a>. <a href="/contact">Ask us</a> for a key to submit papers.</p>
<h2>What we store about you</h2>
<p>Reading sets no cookie. Your choice of theme, your recent searches and the days of your last two visits stay in your browser, and are gone when you clear its data of this site; “Forget my visits” beside the number of new papers clears the days alone. When you send a message or subscribe, we store what you enter. To limit abuse, we count such requests for an hour under a hash of the sender's network address; we do not store the address itself.</p>`,
  })

export type Field = {
  name: string
  label: string
  kind: 'text' | 'email' | 'block' | 'choice'
  /** Options of a choice; the first is the default. */
  choices?: readonly { value: string; label: string }[]
  isRequired: boolean
  maxLength: number
  autocomplete?: string
  hint?: string
}

export const emailField = (label: string, hint: string): Field => ({
  name: 'email',
  label,
  kind: 'email',
  isRequired: true,
  maxLength: 254,
  autocomplete: 'email',
  hint,
})

/** The entered values of a form, and why they were refused. */
export type FormState = { values: Record<string, string>; failure: Failure | null }

export const emptyForm: FormState = { values: {}, failure: null }

const errorsAt = (failure: Failure | null, name: string): string[] =>
  (failure?.details ?? []).filter(({ path }) => path === name).map(({ message }) => message)

const errorSentence = ({ label }: Field, messages: readonly string[]): string => `${label} ${messages.join(' and ')}.`

const control = (field: Field, value: string, described: string, isWrong: boolean): Html => {
  const { name, kind, isRequired, maxLength, autocomplete } = field
  const shared = html`id="${name}" name="${name}" maxlength="${maxLength}"${isRequired && html` required`}${described !== '' && html` aria-describedby="${described}"`}${isWrong && html` aria-invalid="true"`}${autocomplete !== undefined && html` autocomplete="${autocomplete}"`}`
  if (kind === 'choice')
    return html`<select id="${name}" name="${name}">${(field.choices ?? []).map(
      (choice) =>
        html`<option value="${choice.value}"${choice.value === value && html` selected`}>${choice.label}</option>`,
    )}</select>`
  return kind === 'block'
    ? html`<textarea ${shared} rows="8" dir="auto">
${value}</textarea>`
    : html`<input ${shared} type="${kind}" value="${value}" dir="auto" />`
}

const fieldMarkup =
  ({ values, failure }: FormState) =>
  (field: Field): Html => {
    const { name, label, isRequired, hint } = field
    const messages = errorsAt(failure, name)
    const described = [hint !== undefined && `${name}-hint`, messages.length > 0 && `${name}-error`]
      .filter((id) => id !== false)
      .join(' ')
    return html`<div class="field"><label for="${name}">${label}${!isRequired && html` <span class="hint">(optional)</span>`}</label>
${hint !== undefined && html`<p class="hint" id="${name}-hint">${hint}</p>`}${messages.length > 0 && html`<p class="error" id="${name}-error">${errorSentence(field, messages)}</p>`}${control(field, values[name] ?? '', described, messages.length > 0)}</div>
`
  }

const waitInWords = (seconds: number): string => {
  const minutes = Math.ceil(seconds / 60)
  return minutes <= 1 ? 'a minute' : `${minutes} minutes`
}

const limitReached = (failure: Failure): Renderable =>
  html`<p><strong>Too many requests.</strong> Your text is still here. Please send it again in ${waitInWords(failure.retryAfter ?? 60)}.</p>`

const notStored = (failure: Failure): Renderable =>
  html`<p><strong>Nothing was sent.</strong> Your text is still here; please try again in a moment. (${failure.message})</p>`

const validationErrors = (failure: Failure, fields: readonly Field[]): Renderable => {
  const wrong = fields.filter(({ name }) => errorsAt(failure, name).length > 0)
  return html`<p><strong>Nothing was sent yet.</strong> Please check:</p>
<ul>${wrong.map((field) => html`<li><a href="#${field.name}">${errorSentence(field, errorsAt(failure, field.name))}</a></li>`)}</ul>`
}

const notice = (failure: Failure, fields: readonly Field[]): Html =>
  html`<div class="notice bad" role="alert">${
    failure.code === 'quota_exceeded'
      ? limitReached(failure)
      : failure.code === 'invalid'
        ? validationErrors(failure, fields)
        : notStored(failure)
  }</div>`

/** A form that works without scripts: it keeps the entered values and shows each error at its field. */
export const formMarkup = (
  {
    action,
    fields,
    button,
    hidden = {},
  }: { action: string; fields: readonly Field[]; button: string; hidden?: Record<string, string> },
  filled: FormState,
): Html => html`${filled.failure !== null && notice(filled.failure, fields)}<form class="message-form" action="${action}" method="post">
${Object.entries(hidden).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`)}${fields.map(fieldMarkup(filled))}<p><button type="submit">${button}</button></p>
</form>`

const contactFields: readonly Field[] = [
  { name: 'name', label: 'Your name', kind: 'text', isRequired: true, maxLength: 200, autocomplete: 'name' },
  emailField('Your email address', 'Only used to reply to you.'),
  {
    name: 'organisation',
    label: 'Organisation',
    kind: 'text',
    isRequired: false,
    maxLength: 200,
    autocomplete: 'organization',
  },
  { name: 'subject', label: 'Subject', kind: 'text', isRequired: false, maxLength: 200 },
  { name: 'message', label: 'Message', kind: 'block', isRequired: true, maxLength: 10_000 },
]

export const contactPage = (site: LiveSite, filled: FormState): Html =>
  layout({
    title: filled.failure === null ? 'Contact' : 'Not sent yet: Contact',
    site,
    description: `Write to the research team of ${site.current().name}.`,
    body: html`<h1>Contact</h1>
<p class="lead">Ask the research team a question, report a mistake or tell us about a paper.</p>
${formMarkup({ action: '/contact', fields: contactFields, button: 'Send' }, filled)}`,
  })

export const contactSentPage = (site: LiveSite): Html =>
  layout({
    title: 'Message sent',
    site,
    body: html`<h1>Thank you</h1>
<p class="lead">Your message is on its way to the research team. If you asked a question, the answer will come by email.</p>
<p><a href="/">Back to the library</a></p>`,
  })

const subscriptionFields: readonly Field[] = [
  emailField('Your email address', 'We send you one email to confirm it, and nothing more until you do.'),
  { name: 'name', label: 'Your name', kind: 'text', isRequired: false, maxLength: 200, autocomplete: 'name' },
]

type Site = { site: LiveSite; canMail: boolean; publicUrl: () => string }

/** What a library without a mail server says where others ask for an address. */
export const mailIsOff = (offered: Renderable): Html =>
  html`<p class="notice">This library does not send emails at present. ${offered}</p>`

const feedsOfBriefsPage = ({ site, publicUrl }: Site): Html => {
  const { one, many } = partName('briefs', site.current())
  return layout({
    title: `Weekly ${one}`,
    site,
    description: `The weekly ${one} of ${site.current().name} in a feed reader.`,
    head: html`<script type="module" src="${assetUrl('copy.js')}"></script>`,
    body: html`<h1>Weekly ${one}</h1>
${mailIsOff(html`Each ${one} comes in a feed reader: give it one of these addresses. No account is needed.`)}
${feedAddresses((ending) => `${publicUrl()}/briefs.${ending}`)}
<p class="quiet">You can read <a href="/briefs">all past ${many}</a> here.</p>`,
  })
}

export const subscribePage = (library: Site, filled: FormState): Html => {
  const { site, canMail } = library
  const { one } = partName('briefs', site.current())
  if (!canMail) return feedsOfBriefsPage(library)
  const title = `Weekly ${one} by email`
  return layout({
    title: filled.failure === null ? title : `Not sent yet: ${title}`,
    site,
    description: `The weekly ${one} of ${site.current().name} by email.`,
    body: html`<h1>${title}</h1>
<p class="lead">One email a week: which papers came in, what they mean and which to read. Every email has a link to unsubscribe.</p>
${formMarkup({ action: '/subscribe', fields: subscriptionFields, button: 'Subscribe' }, filled)}
<p class="quiet">You can read <a href="/briefs">all past ${partName('briefs', site.current()).many}</a> here.</p>`,
  })
}

/** The same whether the address was new, known or confirmed, so that nobody learns who reads the brief. */
export const subscribeSentPage = ({ site, canMail }: Site): Html => {
  const title = canMail ? 'Check your inbox' : 'Thank you'
  const coming = canMail ? 'is on its way' : 'will come once this library sends emails again'
  return layout({
    title,
    site,
    body: html`<h1>${title}</h1>
<p class="lead">If this address can be subscribed, an email with a confirmation link ${coming}. The link works for ${CONFIRM_WITHIN_HOURS} hours from then.</p>
<p><a href="/">Back to the library</a></p>`,
  })
}

/** Acts only when its button is pressed: opening the page changes nothing, so mail scanners cannot act for the reader. */
export const confirmationPage = (
  site: LiveSite,
  text: { title: string; sentence: string; button: string; action: string },
): Html =>
  layout({
    title: text.title,
    site,
    body: html`<h1>${text.title}</h1>
<p class="lead">${text.sentence}</p>
<form method="post" action="${text.action}"><button type="submit">${text.button}</button></form>`,
  })

export const confirmPage = (site: LiveSite, action: string): Html =>
  confirmationPage(site, {
    title: 'Confirm your subscription',
    sentence: `Confirm to get the weekly ${partName('briefs', site.current()).one} of ${site.current().name} by email.`,
    button: 'Confirm',
    action,
  })

export const confirmedPage = (site: LiveSite): Html =>
  messagePage(
    { site },
    'You are subscribed',
    `The next weekly ${partName('briefs', site.current()).one} will come to your inbox.`,
  )

export const unsubscribePage = (site: LiveSite, action: string): Html =>
  confirmationPage(site, {
    title: 'Unsubscribe',
    sentence: `You will get no further emails from ${site.current().name}: neither ${partName('briefs', site.current()).many} nor digests of what you follow.`,
    button: 'Unsubscribe',
    action,
  })

export const unsubscribedPage = (site: LiveSite): Html =>
  messagePage({ site }, 'You are unsubscribed', 'You will get no further emails.')
