import { connect } from '#kernel/db/connect.ts'
import { masterKeyFile } from '#kernel/vault.ts'
import { requireCurrentSchema } from '../../doctor/schema.ts'
import { requireInstallation } from '../../installation.ts'
import { type Forgotten, listSealed, readKeyState, replaceKey } from '../../key/replace.ts'
import { openAlone } from '../alone.ts'
import { command, flag } from '../command.ts'
import { count, openDatabase } from './backup.ts'

export const keyCommands = [
  command({
    name: 'key replace',
    about: 'Creates a new master key after the old one was lost or leaked, and deletes what only the old one opens.',
    options: { yes: flag('Confirms it. Without --yes it only says what would be deleted. Stop all nodes first.') },
    async run(tool, { yes }) {
      const { dataFolder } = tool.config
      requireInstallation(tool.config)
      // Not as other commands do, which need the key.
      const { url, close } = await openDatabase(tool)
      const database = connect(url, 2, { name: 'waymark-cli' })
      try {
        const { db } = database
        await requireCurrentSchema(db)
        const file = masterKeyFile(dataFolder)
        const was = { present_key: await readKeyState(db, dataFolder), key_file: file }
        if (!yes) return { done: false, ...was, old_key_file: null, deleted: await listSealed(db) }
        const lock = await openAlone({ db }, url, tool.signal)
        try {
          tool.report('Deleting what only the old key opens …')
          const { forgotten, oldKeyFile } = await replaceKey(db, dataFolder)
          return { done: true, ...was, old_key_file: oldKeyFile, deleted: forgotten }
        } finally {
          await lock.end()
        }
      } finally {
        await database.close()
        await close()
      }
    },
    show: ({ done, present_key: present, key_file: file, old_key_file: oldFile, deleted }) =>
      done
        ? [
            `The new key is in ${file}. Keep a copy of it in another place, and copy it to every node.`,
            ...(oldFile === null ? [] : [`The old file is now ${oldFile}. It still opens old backups.`]),
            ...(deleted.length > 0 ? ['Deleted or made useless, because only the old key opened it:'] : []),
            ...deleted.map(toLine),
            'Passwords and login keys have to be set again too: people with an email choose “Forgot your password?”.',
            'Start the server. What to do then: docs/operating.md, “Lost key”.',
          ].join('\n')
        : [
            `${keyStates[present].replace('FILE', file)}`,
            'A new key opens nothing that was sealed with the old one, and no password or login key works any more.',
            ...(deleted.length > 0 ? ['These would be deleted or made useless for good:'] : []),
            ...deleted.map(toLine),
            'First stop all nodes and copy the database: with pg_dump, or the folder data/postgres.',
            'Then run: npx waymark key replace --yes',
          ].join('\n'),
    isTrouble: ({ done }) => !done,
  }),
]

const keyStates = {
  missing: 'There is no key at FILE. If you have a copy of it, put it there instead.',
  other: 'FILE is not the key of this database. If you have a copy of the right one, put it there instead.',
  own: 'FILE is the key of this database, and works. Replace it only if it has leaked.',
} as const

const toLine = ({ what, count: number, next }: Forgotten) => `  ${count(number)} ${what}. ${next}`
