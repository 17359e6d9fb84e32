// The client of 2025 reads the library: what it does not like is printed, a line each.
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { useLibrary } from './use-library.js'

const client = new Client({ name: 'longview-conform', version: '1.0.0' })
await client.connect(new StreamableHTTPClientTransport(new URL(process.argv[2] ?? '')))
await useLibrary(client)
await client.close()
