import { z } from 'zod'
import { type Alert, alertCauses, changeSentence, settlements } from '#core/evidence/alerts.ts'
import { evidenceKinds } from '#core/evidence/evidence.ts'

/** A sentence to look at again, in the editorial API and in events. */
export const presentedAlert = z
  .strictObject({
    id: z.int(),
    cause: z.enum(alertCauses),
    paper: z.string().nullable().meta({ description: 'The paper that did it; null if no single one did.' }),
    change: z.string().meta({ description: 'What changed, in a sentence.' }),
    kind: z.enum(evidenceKinds).meta({ description: 'What the sentence stands in.' }),
    subject: z.string().meta({ description: 'The id of the paper, gap or brief.' }),
    sentence: z.string(),
    mark: z.string(),
    openedAt: z.string(),
    settled: z
      .strictObject({
        as: z.enum(settlements),
        by: z.string(),
        at: z.string(),
        revision: z.int().nullable().meta({ description: 'Of a confirmed one: the revision of the corpus.' }),
      })
      .nullable(),
  })
  .meta({ id: 'Alert' })

export const presentAlert = (alert: Alert): z.infer<typeof presentedAlert> => {
  const [kind, subject = ''] = alert.subject.split(':')
  const { id, cause, paperId, sentence, mark, openedAt, settled } = alert
  return {
    id,
    cause,
    paper: paperId,
    change: changeSentence(alert),
    kind: evidenceKinds.find((one) => one === kind) ?? 'paper',
    subject,
    sentence,
    mark,
    openedAt,
    settled,
  }
}
