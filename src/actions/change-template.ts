import { invalid, type Mistake } from '#core/failure.ts'
import { TEMPLATE_ID, templatesWith, type TemplateChange } from '#core/review/reply-template.ts'
import { lengthInCharacters, storedText, textMistake } from '#core/text/normalize-text.ts'
import type { Clock } from '#ports/clock.ts'
import type { Store } from '#ports/store/store.ts'
import { NOTE_LENGTH } from './decision-note.ts'

const NAME_LENGTH = 60

const mistakesIn = ({ id, name, body }: TemplateChange): Mistake[] => {
  const found: Mistake[] = []
  if (!TEMPLATE_ID.test(id)) found.push({ path: 'id', message: 'must be lower-case letters, digits and hyphens' })
  const wrongName = name.trim() === '' ? 'must not be empty' : textMistake(name, 'line')
  if (wrongName !== null) found.push({ path: 'name', message: wrongName })
  if (lengthInCharacters(name) > NAME_LENGTH)
    found.push({ path: 'name', message: `must have at most ${NAME_LENGTH} characters` })
  if (body === null) return found
  const wrongBody = body.trim() === '' ? 'must not be empty' : textMistake(body, 'block')
  if (wrongBody !== null) found.push({ path: 'body', message: wrongBody })
  if (body.length > NOTE_LENGTH) found.push({ path: 'body', message: `must have at most ${NOTE_LENGTH} characters` })
  return found
}

/** Changes, adds or, with `body` null, removes a note template. Throws `invalid`. */
export const changeTemplate = async (
  { store, clock }: { store: Store; clock: Clock },
  { change, actor }: { change: TemplateChange; actor: string },
): Promise<void> => {
  const mistakes = mistakesIn(change)
  if (mistakes.length > 0) throw invalid(mistakes)
  const { id, event, name, body } = change
  const kept = { event, name: storedText(name, 'line'), body: body === null ? null : storedText(body, 'block') }
  await store.transact(async (tx) => {
    const before = templatesWith(await tx.templates.list()).find((template) => template.id === id) ?? null
    const at = clock.now().toISOString()
    await tx.templates.put({ id, ...kept }, at)
    const after = body === null ? null : kept
    await tx.audit.record({ at, actor, act: 'template.change', subject: id, before, after })
  })
}
