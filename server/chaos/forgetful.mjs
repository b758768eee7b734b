// The planted bug: whoever comes back is told that nothing was missed. Only the running copy is changed, never a file.
import { registerHooks } from 'node:module'

const right = 'for (const batch of batches) add(stream, batch)'

registerHooks({
  load(url, context, next) {
    const loaded = next(url, context)
    if (!url.endsWith('/http/live.ts')) return loaded
    const source = String(loaded.source)
    if (!source.includes(right)) throw new Error('The line to break is gone from http/live.ts.')
    return { ...loaded, source: source.replace(right, '') }
  },
})
