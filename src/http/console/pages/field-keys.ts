/** The keys that take the focus to the fields of an assessment, in the form of a paper as in that of a review. */
export const fieldKeys = {
  type: 't',
  longHorizon: 'l',
  enterprise: 'e',
  concepts: 'c',
  frameworks: 'f',
  commentary: 'm',
} as const
