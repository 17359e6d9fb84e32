import { connectorInstructions, instructions } from './instructions.ts'
import type { Offer } from './open-server.ts'
import { connectorTools } from './tools/connector-tools.ts'
import { libraryTools } from './tools/library-tools.ts'

/** The whole library, for agents. */
export const libraryOffer: Offer = { tools: libraryTools, instructions, hasResources: true }

/** For connectors of assistants, which want two tools of given forms and nothing else. */
export const connectorOffer: Offer = { tools: connectorTools, instructions: connectorInstructions, hasResources: false }
