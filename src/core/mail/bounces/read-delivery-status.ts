import { findEnhancedStatus } from './enhanced-status.ts'
import { classifyFailure } from './classify-failure.ts'
import { parseFieldGroups, type ReportFields } from './report-fields.ts'

/** Emails of ours have one recipient each. */
const MOST_RECIPIENTS = 20

const classifyRecipient = (fields: ReportFields, words: string): 'hard' | 'soft' | 'notice' => {
  const status = findEnhancedStatus(fields.get('status') ?? '')
  const action = /^[a-z]+/iu.exec(fields.get('action') ?? '')?.[0].toLowerCase()
  const failed = action === undefined ? status !== null && status.class !== 2 : action === 'failed'
  if (!failed) return 'notice'
  const diagnostic = fields.get('diagnostic-code') ?? ''
  return classifyFailure({ status, reply: diagnostic === '' ? words : diagnostic, words })
}

/**
 * What a delivery status notification (RFC 3464) tells: the worst of its recipients; null when it names none.
 * @param words what the report says to people, for one without a diagnostic code
 */
export const readDeliveryStatus = (report: string, words: string): 'hard' | 'soft' | 'notice' | null => {
  const recipients = parseFieldGroups(report)
    .filter((fields) => fields.has('action') || (fields.has('status') && fields.has('final-recipient')))
    .slice(0, MOST_RECIPIENTS)
  const judged = new Set(recipients.map((fields) => classifyRecipient(fields, words)))
  return (['hard', 'soft', 'notice'] as const).find((kind) => judged.has(kind)) ?? null
}
