/**
 * What waits for editors: papers to decide on, candidates of sources, proposals for papers, messages, public papers that nobody has
 * assessed, and emails that could not be delivered.
 */
export const waitingKinds = ['submissions', 'candidates', 'proposals', 'messages', 'unassessed', 'emails'] as const
export type WaitingKind = (typeof waitingKinds)[number]
