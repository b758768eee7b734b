// Planted bug: every SQL error is blamed on the message, which is quarantined and acknowledged. Changes the loaded code
// only, never a file.
import { registerHooks } from 'node:module'

const changes = [
  [
    'if (isUnavailable(error) || isMoved(error) || !(await takesMessages(db, part))) return',
    'if (isUnavailable(error)) return',
  ],
  ['if (!one || !own || !isOfValues(error) || !(await takesMessages(db, part, own))) return', 'if (!one) return'],
]

registerHooks({
  load(url, context, next) {
    const loaded = next(url, context)
    if (!url.endsWith('/messages/writing/writer.ts')) return loaded
    let source = String(loaded.source)
    for (const [right, wrong] of changes) {
      if (!source.includes(right)) throw new Error('messages/writing/writer.ts no longer has the line to break.')
      source = source.replace(right, wrong)
    }
    globalThis.isPlanted = true
    return { ...loaded, source }
  },
})
