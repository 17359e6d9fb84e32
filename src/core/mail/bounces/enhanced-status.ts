/** An enhanced status code (RFC 3463): class 2 success, 4 may pass, 5 for good; subject; detail. */
export type EnhancedStatus = { class: 2 | 4 | 5; subject: number; detail: number }

/** Neither an address of the network, whose parts are longer or more, nor a version. */
const STATUS = /(?<![\d.])(?<class>[245])\.(?<subject>\d{1,3})\.(?<detail>\d{1,3})(?![\d.]*\d)/u

/** The first enhanced status code in a text; null when there is none. */
export const findEnhancedStatus = (text: string): EnhancedStatus | null => {
  const found = STATUS.exec(text)?.groups
  if (found === undefined) return null
  return { class: Number(found.class) as 2 | 4 | 5, subject: Number(found.subject), detail: Number(found.detail) }
}

export const formatStatus = ({ class: kind, subject, detail }: EnhancedStatus): string => `${kind}.${subject}.${detail}`

/**
 * Codes of class 5 that say that the address leads nowhere: no such mailbox, system or route (RFC 3463 sections 3.2 and
 * 3.5, RFC 7505 for 5.1.10), or a mailbox that is switched off (5.2.1). 5.1.7 and 5.1.8 are about the sender.
 */
const BAD_ADDRESS = new Set(['5.1.1', '5.1.2', '5.1.3', '5.1.4', '5.1.6', '5.1.10', '5.2.1', '5.4.4', '5.4.310'])

/** What a code alone says of the address: `unclear` codes leave it to the text beside them. */
export const judgeStatus = (status: EnhancedStatus): 'bad-address' | 'other-reason' | 'unclear' => {
  if (BAD_ADDRESS.has(formatStatus(status))) return 'bad-address'
  const { subject, detail } = status
  // Details of 0 say "other or undefined". Servers use 5.4.1 and 5.7.1 for unknown users, too, and 5.5.1 for whatever they refuse.
  const isVague = detail === 0 || (detail === 1 && (subject === 4 || subject === 5 || subject === 7))
  return isVague ? 'unclear' : 'other-reason'
}
