import type { ActionContext } from '#actions/run-action.ts'
import { validationFailure, type ValidationError } from '#core/failure.ts'
import {
  REPLY_TEMPLATE_ID,
  applyReplyTemplateOverrides,
  type ReplyTemplateOverride,
} from '#core/review/reply-template.ts'
import { MAX_NOTE_LENGTH } from '#core/review/submission.ts'
import { codePointLength, normalizeText, textError } from '#core/text/normalize-text.ts'

type SaveReplyTemplateInput = {
  /** A null id makes a new template; a null body removes one. */
  change: Omit<ReplyTemplateOverride, 'id'> & { id: string | null }
  actor: string
}

const NAME_LENGTH = 60

const findErrors = ({ id, name, body }: ReplyTemplateOverride): ValidationError[] => {
  const found: ValidationError[] = []
  if (!REPLY_TEMPLATE_ID.test(id)) found.push({ path: 'id', message: 'must be lower-case letters, digits and hyphens' })
  const nameError = name.trim() === '' ? 'must not be empty' : textError(name, 'line')
  if (nameError !== null) found.push({ path: 'name', message: nameError })
  if (codePointLength(name) > NAME_LENGTH)
    found.push({ path: 'name', message: `must have at most ${NAME_LENGTH} characters` })
  if (body === null) return found
  const bodyError = body.trim() === '' ? 'must not be empty' : textError(body, 'block')
  if (bodyError !== null) found.push({ path: 'body', message: bodyError })
  if (body.length > MAX_NOTE_LENGTH)
    found.push({ path: 'body', message: `must have at most ${MAX_NOTE_LENGTH} characters` })
  return found
}

/** Changes, adds or removes a reply template. Throws `invalid`. */
export const saveReplyTemplate = async (
  tx: ActionContext,
  { change, actor }: SaveReplyTemplateInput,
): Promise<void> => {
  const id = change.id ?? `note-${tx.ids.uuid()}`.slice(0, 40)
  const errors = findErrors({ ...change, id })
  if (errors.length > 0) throw validationFailure(errors)
  const { event, name, body } = change
  const stored = { event, name: normalizeText(name, 'line'), body: body === null ? null : normalizeText(body, 'block') }
  const before =
    applyReplyTemplateOverrides(await tx.replyTemplates.list()).find((template) => template.id === id) ?? null
  const at = tx.now.toISOString()
  await tx.replyTemplates.put({ id, ...stored }, at)
  const after = body === null ? null : stored
  await tx.audit.record({ at, actor, act: 'template.change', subject: id, before, after })
}
