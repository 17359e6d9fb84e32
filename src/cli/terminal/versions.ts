import { InvalidArgumentError } from 'commander'

/** Commands act on whatever stands there, unless they say from which version they began. */
export const FROM_HELP = 'version that the change starts from; refused if there is a newer one'

export const parseVersion = (text: string): number => {
  if (!/^\d{1,9}$/u.test(text)) throw new InvalidArgumentError('A version is a whole number.')
  return Number(text)
}
