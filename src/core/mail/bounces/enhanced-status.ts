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

/** A mailbox that is switched off; no route to the domain (RFC 3463 section 3.5); what Exchange Online says of one without DNS. */
const BAD_ADDRESS = new Set(['5.2.1', '5.4.4', '5.4.310'])

/** Details of subject 1, addresses (RFC 3463 section 3.2), that are about the sender (7 and 8) or about what relays can do (9). */
const NOT_OF_RECIPIENT = new Set([7, 8, 9])

/** What a code alone says of the address: `unclear` codes leave it to the text beside them. */
export const classifyStatus = (status: EnhancedStatus): 'bad-address' | 'other-reason' | 'unclear' => {
  const { subject, detail } = status
  const isAddress = subject === 1 && detail !== 0 && !NOT_OF_RECIPIENT.has(detail)
  if (isAddress || BAD_ADDRESS.has(`5.${subject}.${detail}`)) return 'bad-address'
  // Details of 0 say "other or undefined". Servers use 5.4.1 and 5.7.1 for unknown users, too, and 5.5.1 for whatever they refuse.
  const isVague = detail === 0 || (detail === 1 && (subject === 4 || subject === 5 || subject === 7))
  return isVague ? 'unclear' : 'other-reason'
}
