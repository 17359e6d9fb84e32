import type { operations, Operations } from './schema.ts'

/** An operation by its method and path, such as `GET /api/v1/papers/{id}`. */
export type OperationKey = keyof Operations
/** An operation by its name in the description, such as `getApiV1PapersById`. */
export type OperationName = keyof typeof operations

type KeyOf<Name extends OperationKey | OperationName> = Name extends OperationName
  ? (typeof operations)[Name]['key']
  : Extract<Name, OperationKey>

/** What an operation answers with success. */
export type AnswerOf<Name extends OperationKey | OperationName> = Operations[KeyOf<Name>]['answer']
/** What may stand after the question mark. */
export type QueryOf<Name extends OperationKey | OperationName> = Partial<Operations[KeyOf<Name>]['query']>
export type BodyOf<Name extends OperationKey | OperationName> = Operations[KeyOf<Name>]['body']

/** For any call: how it is ended, and how long each try may take. */
export type CallOptions = { signal?: AbortSignal; timeoutMs?: number }

type Needed<Name extends string, Value> = Value extends undefined | Record<string, never>
  ? { [K in Name]?: Value }
  : { [K in Name]: Value }

/** All that a call of an operation takes. */
export type InputOf<Name extends OperationKey | OperationName> = Needed<'path', Operations[KeyOf<Name>]['path']> &
  Needed<'body', BodyOf<Name>> & { query?: QueryOf<Name>; headers?: Readonly<Record<string, string>> } & CallOptions

/** An answer with its headers. */
export type Answer<Data> = { status: number; headers: Headers; etag: string | null; data: Data }
