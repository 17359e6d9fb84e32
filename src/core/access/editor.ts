import { Failure } from '#core/failure.ts'

/** Roles from least to most privileged: recommend; decide and edit; manage keys, editors and settings. */
export const roles = ['reviewer', 'editor', 'admin'] as const
export type Role = (typeof roles)[number]

export const isRole = (text: string): text is Role => roles.some((role) => role === text)

export const includesRole = (role: Role, wanted: Role): boolean => roles.indexOf(role) >= roles.indexOf(wanted)

/** A console user. The first admin has no address until the first sign-in link is used. */
export type Editor = {
  id: string
  name: string
  email: string | null
  role: Role
  createdAt: string
  /** Removed editors are kept by name, for the record of their actions. */
  removedAt: string | null
}

/** The actor of an editor in histories and in the audit log. */
export const editorActor = ({ id }: Pick<Editor, 'id'>): string => `editor:${id}`

/** The editor id of an actor; null for others, such as the command line. */
export const actingEditorId = (actor: string): string | null => /^editor:(?<id>.+)$/u.exec(actor)?.groups?.id ?? null

/** Resolves actors to the names of editors; others are returned unchanged. */
export const actorNames = (editors: readonly Editor[]): ((actor: string) => string) => {
  const names = new Map(editors.map((editor) => [editorActor(editor), editor.name]))
  return (actor) => names.get(actor) ?? actor
}

export type ListedEditor = Editor & { hasPassphrase: boolean; passkeys: number }

/** How long the link to set a passphrase is valid. */
export const INVITATION_VALID_HOURS = 48

export const invitationExpiry = (now: Date): string =>
  new Date(now.getTime() + INVITATION_VALID_HOURS * 3_600_000).toISOString()

export const invitationEnded = (): Failure =>
  new Failure(
    'not_found',
    `This link has already been used, or is older than ${INVITATION_VALID_HOURS} hours; an admin can send you a new one.`,
  )

/** What affects who may sign in or act; each is also an act in the audit log. */
export const accountChanges = [
  'editor.add',
  'editor.role',
  'editor.remove',
  'editor.link',
  'editor.passphrase',
  'editor.sign-in',
  'editor.sign-in-failed',
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

/** The notification of a change to those concerned. */
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
