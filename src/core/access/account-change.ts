import type { Editor } from './editor.ts'

/** What changes who may sign in or act; each is also an act of the audit log. */
export const accountChanges = [
  'editor.add',
  'editor.role',
  'editor.remove',
  'editor.link',
  'editor.passphrase',
  'editor.sign-in',
  'passkey.add',
  'passkey.remove',
  'codes.add',
  'codes.remove',
  'recovery-code.renew',
  'recovery-code.use',
  'editor.reset',
  'key.create',
  'key.renew',
  'key.rotate',
  'key.revoke',
] as const
export type AccountChange = (typeof accountChanges)[number]

/** A change as those it concerns are told of it. */
export type AccountNotice = {
  change: AccountChange
  /** Whose account it is; null for an API key. */
  owner: Pick<Editor, 'name'> | null
  /** A label, role or browser. */
  detail: string
  /** Who did it; null for the command line. */
  by: Pick<Editor, 'name'> | null
  at: string
}
