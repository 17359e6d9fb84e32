import type { FieldChange, PaperField } from '#core/papers/paper-diff.ts'
import { toUnit } from '#core/papers/score.ts'

/** What the contract calls the fields of a paper, where that differs from what they are called inside. */
const contractNames: Partial<Record<string, string>> = {
  longHorizon: 'longHorizonScore',
  enterprise: 'enterpriseScore',
  frameworks: 'frameworkMappings',
  commentary: 'houseCommentary',
}

export const contractName = (field: string): string => contractNames[field] ?? field

const isScore = (field: PaperField): boolean => field === 'longHorizon' || field === 'enterprise'

type Value = string | number | string[]

/** A field's value on the contract's scale; null when it has none. */
export const contractValue = (field: PaperField, value: FieldChange['before']): Value | null => {
  if (value === null || (Array.isArray(value) && value.length === 0)) return null
  return isScore(field) && typeof value === 'number' ? toUnit(value) : value
}
