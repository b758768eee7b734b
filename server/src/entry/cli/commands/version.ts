import { listMigrations } from '#kernel/db/migrations/migrations.ts'
import { release } from '#kernel/runtime/version.ts'
import { command } from '../command.ts'

export const versionCommands = [
  command({
    name: 'version',
    about: 'Shows the version of Waymark, as --version does.',
    async run() {
      return {
        version: release(),
        newest_migration: listMigrations().at(-1)?.name ?? null,
        node: process.versions.node,
        platform: `${process.platform} ${process.arch}`,
      }
    },
    show: ({ version }) => `Waymark ${version}`,
  }),
]
