import { writeFile } from 'node:fs/promises'
import { clientSchema } from './client-schema.ts'

await writeFile(new URL('../clients/typescript/src/schema.ts', import.meta.url), clientSchema())
