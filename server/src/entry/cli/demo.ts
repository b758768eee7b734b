import { loginsOf, readDemo } from '../demo/demo.ts'
import { command } from './command.ts'
import { table } from './print.ts'

export const demoCommands = [
  command({
    name: 'demo',
    about: 'Shows the demo dealers, their access tokens, a client that can log in, and the logins of the consoles.',
    async run({ config }) {
      const dealers = readDemo(config)
      if (dealers.length > 0) return dealers
      throw new Error('This installation has no demo. WAYMARK_DEMO=on makes one at the next start.')
    },
    show: (dealers) => {
      const tokens = dealers.map(({ dealer_id, dialect, access_token }) => ({ dealer_id, dialect, access_token }))
      return `${table(tokens)}\n${table(loginsOf(dealers))}`.trimEnd()
    },
  }),
]
