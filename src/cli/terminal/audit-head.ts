import { InvalidArgumentError } from 'commander'
import type { AuditHead } from '#core/audit/audit-chain.ts'

/** The end of an audit log as it is noted elsewhere. */
export const auditHeadText = ({ count, hash }: AuditHead): string => `${count}:${hash}`

export const parseNoted = (text: string): AuditHead => {
  const { count, hash } = /^(?<count>\d{1,15}):(?<hash>[0-9a-f]{64})$/u.exec(text)?.groups ?? {}
  if (count === undefined || hash === undefined)
    throw new InvalidArgumentError('Give what an earlier "longview audit verify" printed, such as 120:3f9c… in full.')
  return { count: Number(count), hash }
}
