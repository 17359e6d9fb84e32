import { validationFailure, type ValidationError } from '#core/failure.ts'
import {
  REPLY_TEMPLATE_ID,
  applyReplyTemplateOverrides,
  type ReplyTemplateOverride,
} from '#core/review/reply-template.ts'
import { codePointLength, normalizeText, textError } from '#core/text/normalize-text.ts'
import type { Clock } from '#ports/clock.ts'
import type { Store } from '#ports/store/store.ts'
import { NOTE_LENGTH } from './decision-note.ts'

const NAME_LENGTH = 60

const mistakesIn = ({ id, name, body }: ReplyTemplateOverride): ValidationError[] => {
  const found: ValidationError[] = []
  if (!REPLY_TEMPLATE_ID.test(id)) found.push({ path: 'id', message: 'must be lower-case letters, digits and hyphens' })
  const wrongName = name.trim() === '' ? 'must not be empty' : textError(name, 'line')
  if (wrongName !== null) found.push({ path: 'name', message: wrongName })
  if (codePointLength(name) > NAME_LENGTH)
    found.push({ path: 'name', message: `must have at most ${NAME_LENGTH} characters` })
  if (body === null) return found
  const wrongBody = body.trim() === '' ? 'must not be empty' : textError(body, 'block')
  if (wrongBody !== null) found.push({ path: 'body', message: wrongBody })
  if (body.length > NOTE_LENGTH) found.push({ path: 'body', message: `must have at most ${NOTE_LENGTH} characters` })
  return found
}

/** Changes, adds or, with `body` null, removes a note template. Throws `invalid`. */
export const changeTemplate = async (
  { store, clock }: { store: Store; clock: Clock },
  { change, actor }: { change: ReplyTemplateOverride; actor: string },
): Promise<void> => {
  const mistakes = mistakesIn(change)
  if (mistakes.length > 0) throw validationFailure(mistakes)
  const { id, event, name, body } = change
  const kept = { event, name: normalizeText(name, 'line'), body: body === null ? null : normalizeText(body, 'block') }
  await store.transact(async (tx) => {
    const before =
      applyReplyTemplateOverrides(await tx.replyTemplates.list()).find((template) => template.id === id) ?? null
    const at = clock.now().toISOString()
    await tx.replyTemplates.put({ id, ...kept }, at)
    const after = body === null ? null : kept
    await tx.audit.record({ at, actor, act: 'template.change', subject: id, before, after })
  })
}
