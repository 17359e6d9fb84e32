/** What an editor may do, from least to most: recommend; decide and edit; keys, editors and settings. */
export const roles = ['reviewer', 'editor', 'admin'] as const
export type Role = (typeof roles)[number]

export const isRole = (text: string): text is Role => roles.some((role) => role === text)

/** Whether one role includes the rights of another. */
export const includesRole = (role: Role, wanted: Role): boolean => roles.indexOf(role) >= roles.indexOf(wanted)

/** A user of the console. The first admin has no address until the first sign-in link is used. */
export type Editor = {
  id: string
  name: string
  email: string | null
  role: Role
  createdAt: string
  /** One who was removed stays known by name, for the record of what they did. */
  removedAt: string | null
}

/** How an editor is named in histories and in the audit log. */
export const editorActor = ({ id }: Pick<Editor, 'id'>): string => `editor:${id}`

/** The id of the editor who acted; null for anybody else, such as the command line. */
export const findActingId = (actor: string): string | null => /^editor:(?<id>.+)$/u.exec(actor)?.groups?.id ?? null

/** The name of an actor: editors by name, all others as they are recorded. */
export const actorNames = (editors: readonly Editor[]): ((actor: string) => string) => {
  const names = new Map(editors.map((editor) => [editorActor(editor), editor.name]))
  return (actor) => names.get(actor) ?? actor
}

/** An editor as lists show them. */
export type ListedEditor = Editor & { hasPassphrase: boolean; passkeys: number }
