// The client of the revision of July 2026 reads the library: what it does not like is printed, a line each.
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { useLibrary } from './use-library.js'

const client = new Client({ name: 'longview-conform', version: '1.0.0' }, { versionNegotiation: { mode: 'auto' } })
await client.connect(new StreamableHTTPClientTransport(new URL(process.argv[2] ?? '')))
await useLibrary(client)
await client.close()
