import { asOperator } from '#kernel/audit/actions.ts'
import { pageSettings } from '#kernel/config/settings.ts'
import { changeSettings, listSettings } from '#portals/operator/settings/settings-actions.ts'
import { BadUsage, command, flag, optional, required } from '../command.ts'
import { oneOf, text } from '../values.ts'

const setting = { ...oneOf(pageSettings), hint: 'NAME' }

export const settingsCommands = [
  command({
    name: 'settings list',
    about: 'Lists the settings of the operator console, and where each value comes from. Secrets are not shown.',
    async run(tool) {
      const { ctx } = await tool.open()
      return listSettings(ctx).map(({ name, source, value, otherwise }) => ({
        name,
        source,
        value: value ?? otherwise,
      }))
    },
  }),
  command({
    name: 'settings set',
    about:
      'Changes a setting of the operator console, on all nodes at once. Without a value, the setting returns to its default.',
    takes: {
      name: required<string>(setting, 'The setting, as in .env.example.'),
      value: optional(text('VALUE', 2000), 'The new value.'),
    },
    options: { 'value-stdin': flag('Reads the value from standard input, for secrets.') },
    async run(tool, given) {
      if (given['value-stdin'] && given.value !== undefined)
        throw new BadUsage('Give VALUE or --value-stdin, not both.')
      const value = given['value-stdin'] ? (await tool.input()).trim() : (given.value ?? null)
      const { ctx } = await tool.open()
      const all = await changeSettings(asOperator(ctx, 'settings set'), [{ name: given.name, value }])
      const { name, source, value: shown, otherwise } = all.find((one) => one.name === given.name)!
      return { name, source, value: shown ?? otherwise }
    },
  }),
]
