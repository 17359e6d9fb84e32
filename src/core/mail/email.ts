/** An email as it waits to be sent. */
export type Email = {
  messageId: string
  kind: 'contact' | 'confirmation' | 'request' | 'brief' | 'decision' | 'account' | 'notice'
  /** Null: the research team, whoever that is when the email leaves. */
  to: string | null
  replyTo: { name: string; address: string } | null
  subject: string
  /** Null where the text, with its headers, is written when the email leaves: the link in it is then new. */
  text: string | null
  /** The same as a page, for mail programs that show those. */
  html?: string | undefined
  headers: Record<string, string>
}

/** An email that can be sent. */
export type ComposedEmail = Email & {
  text: string
  /** The sender in its envelope, which gets what comes back of it; by default that of all emails. */
  returnPath?: string | undefined
}
