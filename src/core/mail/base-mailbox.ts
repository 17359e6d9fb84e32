/** Providers that deliver to one mailbox whatever dots its name is written with. */
const DOTLESS = new Set(['gmail.com', 'googlemail.com'])

/** The domain of an address. */
export const recipientDomain = (email: string): string => email.slice(email.lastIndexOf('@') + 1).toLowerCase()

/** The mailbox that an address leads to: without case and without what many servers ignore after a plus. */
export const baseMailbox = (email: string): string => {
  const domain = recipientDomain(email)
  const [name = ''] = email
    .slice(0, Math.max(0, email.lastIndexOf('@')))
    .toLowerCase()
    .split('+')
  return `${DOTLESS.has(domain) ? name.replaceAll('.', '') : name}@${domain}`
}
