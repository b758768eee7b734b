// The planted bug: every SQL error is taken for the fault of a message, which is quarantined and acknowledged. Only the
// running copy is changed, never a file.
import { registerHooks } from 'node:module'

const changes = [
  ['if (isUnavailable(error) || !(await takesMessages(ctx.db))) return', 'if (isUnavailable(error)) return'],
  ['if (!one || !own || !isOfValues(error) || !(await takesMessages(ctx.db, own))) return', 'if (!one) return'],
]

registerHooks({
  load(url, context, next) {
    const loaded = next(url, context)
    if (!url.endsWith('/messages/writer.ts')) return loaded
    let source = String(loaded.source)
    for (const [right, wrong] of changes) {
      if (!source.includes(right)) throw new Error('The line to break is gone from messages/writer.ts.')
      source = source.replace(right, wrong)
    }
    return { ...loaded, source }
  },
})
