import { ownHosts } from '#http/auth/own-hosts.ts'
import { responseCache } from '#http/caching/response-cache.ts'
import { targetKeys } from '#http/caching/target-keys.ts'
import type { MountPorts } from '#http/pipeline/mount.ts'

/** What mounting needs, for tests of single routes: a corpus that never changes, on this machine, with nobody else. */
export const mountPorts = (maxCacheBytes = 1_000_000): MountPorts => ({
  cache: responseCache({ revision: () => 1, maxBytes: maxCacheBytes }),
  targetKeys: targetKeys(),
  hosts: ownHosts({ bind: '127.0.0.1', publicUrl: null, allowedHosts: [] }),
  takeTurn: (_context, work) => work(),
  build: 'test',
  isHttps: () => false,
  log: { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} },
})
