import type { RecordedNotice } from '#core/imports/notice.ts'
import { oneLine } from './text.ts'

const WORK = '(?:paper|article|submission|manuscript|work|preprint|version)'
/** arXiv puts this in the place of the abstract. */
const ABSTRACT = new RegExp(
  `^(?:this|the) ${WORK} (?:has been|is|was) (?:temporarily )?(?:withdrawn|removed|retracted)\\b`,
  'iu',
)
const COMMENT = new RegExp(`^(?:(?:this |the )?${WORK} )?(?:(?:has been|is|was) )?(?:temporarily )?withdrawn\\b`, 'iu')
/** A notice is as long as a sentence or two. */
const MOST = 500

/** Whether a text says that its paper was withdrawn, and is no abstract. */
export const isWithdrawal = (abstract: string | null): boolean =>
  abstract !== null && ABSTRACT.test(oneLine(abstract.slice(0, MOST)))

/** The notice that the abstract or the comment of a record is; none for others. */
export const withdrawalIn = (abstract: string | null, comment: string | null): RecordedNotice[] => {
  const said = isWithdrawal(abstract) ? abstract : comment !== null && COMMENT.test(comment) ? comment : null
  if (said === null) return []
  return [{ kind: 'withdrawal', text: oneLine(said.slice(0, MOST)), date: null, address: null, about: null }]
}
