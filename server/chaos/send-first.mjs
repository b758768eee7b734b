// The planted bug: a command leaves before it is marked as sent. Only the running copy is changed, never a file.
import { registerHooks } from 'node:module'

const changes = [
  ['if (!(await markSent(ctx, next))) return', 'mouth.send(bytes); if (!(await markSent(ctx, next))) return'],
  ['=== mouth && mouth.send(bytes)) return', '=== mouth) return'],
]

registerHooks({
  load(url, context, next) {
    const loaded = next(url, context)
    if (!url.endsWith('/gateway/dispatch.ts')) return loaded
    let source = String(loaded.source)
    for (const [right, wrong] of changes) {
      if (!source.includes(right)) throw new Error('The line to break is gone from gateway/dispatch.ts.')
      source = source.replace(right, wrong)
    }
    return { ...loaded, source }
  },
})
