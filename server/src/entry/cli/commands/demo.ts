import { loginsOf, readDemo } from '../../demo/demo.ts'
import { command } from '../command.ts'
import { table } from '../print.ts'

export const demoCommands = [
  command({
    name: 'demo',
    about: 'Shows the demo dealers, their access tokens, a client login and the console logins.',
    async run({ config }) {
      const dealers = readDemo(config)
      if (dealers.length > 0) return dealers
      throw new Error('This installation has no demo. To create one, set WAYMARK_DEMO=on and restart the server.')
    },
    show: (dealers) => {
      const tokens = dealers.map(({ dealer_id, dialect, access_token }) => ({ dealer_id, dialect, access_token }))
      return `${table(tokens)}\n${table(loginsOf(dealers))}`.trimEnd()
    },
  }),
]
