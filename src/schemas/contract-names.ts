import type { FieldChange, PaperField } from '#core/papers/paper-diff.ts'
import { toUnit } from '#core/papers/score.ts'

/** Wire names of a paper's fields (contract 2.1), where they differ from the names inside. */
const contractNames: Partial<Record<string, string>> = {
  longHorizon: 'longHorizonScore',
  enterprise: 'enterpriseScore',
  frameworks: 'frameworkMappings',
  commentary: 'houseCommentary',
}

export const contractName = (field: string): string => contractNames[field] ?? field

const isScore = (field: PaperField): boolean => field === 'longHorizon' || field === 'enterprise'

type Value = string | number | string[]

/** A field's value as the wire shows it: scores from 0 to 1 (contract 2.1). Null when it has none. */
export const contractValue = (field: PaperField, value: FieldChange['before']): Value | null => {
  if (value === null || (Array.isArray(value) && value.length === 0)) return null
  return isScore(field) && typeof value === 'number' ? toUnit(value) : value
}
