import type { FieldChange } from '#core/papers/paper-diff.ts'
import type { PaperField } from '#core/papers/paper-fields.ts'
import { toUnit } from '#core/papers/score.ts'

/** Wire names of paper fields (contract 2.1) that differ from the internal names. */
const contractNames: Partial<Record<string, string>> = {
  longHorizon: 'longHorizonScore',
  enterprise: 'enterpriseScore',
  frameworks: 'frameworkMappings',
  commentary: 'houseCommentary',
}

export const contractName = (field: string): string => contractNames[field] ?? field

const isScore = (field: PaperField): boolean => field === 'longHorizon' || field === 'enterprise'

type Value = string | number | string[]

/** The wire form of a value, with scores from 0 to 1 (contract 2.1). Null if it is empty. */
export const contractValue = (field: PaperField, value: FieldChange['before']): Value | null => {
  if (value === null || (Array.isArray(value) && value.length === 0)) return null
  return isScore(field) && typeof value === 'number' ? toUnit(value) : value
}
