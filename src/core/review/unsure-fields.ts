/** Fields that may have been read wrongly, from a source that is laid out for people. */
export const unsureFields = ['title', 'authors'] as const
export type UnsureField = (typeof unsureFields)[number]
